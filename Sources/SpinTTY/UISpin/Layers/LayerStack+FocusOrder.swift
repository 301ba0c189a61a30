extension LayerStack {
  /// The regions of a layer that the focus can go to, in the order of tab.
  ///
  /// The order is that of the frame that the user saw. If the layer has come since, or if there is
  /// no screen, the layer is laid out for it: a tab that was typed ahead separates the same texts.
  func focusOrder(
    at level: Int, on frame: FrameMap, in state: State, _ extras: HostExtras<State, Event>
  ) -> [RegionKey] {
    let isSeen = frame.number > 0 && extras.isAlive(level, since: frame)
    if isSeen || level == 0 { return frame.focusOrder(in: level) }
    let size = frame.size.isEmpty ? LayerStack.unseenSize : frame.size
    var environment = ViewEnvironment()
    environment.focus = levels[level].focus(state)
    environment.isFocused = environment.focus == nil
    environment.isFitted = false
    let screen = Screen(size: size, environment: environment)
    guard let content = levels[level].content(state, extras.layers, screen) else { return [] }
    let view = content.resolved
    let canvas = Canvas(size: size)
    canvas.frame.layer = level
    let wanted = view.measure(Proposal(size), in: environment)
    let place = Rectangle(
      columns: min(wanted.columns, size.columns), rows: min(wanted.rows, size.rows))
    view.draw(into: canvas.surface.region(place), in: environment)
    return canvas.frame.focusOrder(in: level)
  }

  /// The size of a usual terminal, for layers that no frame shows.
  private static var unseenSize: Size { Size(columns: 80, rows: 24) }
}
