extension LayerStack {
  /// Returns the regions of a layer that the focus can go to, in the order of tab.
  ///
  /// The order is that of the frame that the user saw. If the layer has appeared since, or if there
  /// is no screen, the order is that of a frame of the present state. So a tab that was typed ahead
  /// separates the same texts.
  func focusOrder(
    at level: Int, on frame: FrameMap, in state: State, _ extras: HostExtras<State, Event>
  ) -> [RegionKey] {
    let isSeen = frame.number > 0 && extras.isAlive(level, since: frame)
    // The stack does not have the program's own view.
    if isSeen || level == 0 { return frame.focusOrder(in: level) }
    let size = frame.size.isEmpty ? LayerStack.unseenSize : frame.size
    let picture = FramePicture(
      of: UIState(state, around: extras), on: Screen(size: size), self, view: { _ in ViewList([]) })
    let canvas = Canvas(size: size)
    picture.draw(on: canvas, number: 0)
    return canvas.frame.focusOrder(in: level)
  }

  /// The size of a usual terminal, for layers that no frame shows.
  private static var unseenSize: Size { Size(columns: 80, rows: 24) }
}
