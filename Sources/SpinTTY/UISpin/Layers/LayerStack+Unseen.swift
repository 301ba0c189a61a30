/// The targets of keys that were typed before a frame shows them.
///
/// The loop asks here when it takes a key.
extension LayerStack {
  /// Returns the regions of a layer that the focus can go to, in the order of tab.
  ///
  /// The frame that the user saw gives the order. If the layer has appeared since, if another key
  /// has had a meaning since, or if there is no screen, a frame of the current state gives it. So a
  /// tab that was typed ahead separates the same texts.
  func focusOrder(
    at level: Int, on frame: FrameMap, in state: State, _ extras: HostExtras
  ) -> [RegionKey] {
    newestFrame(of: level, after: frame, in: state, extras)
      .focusOrder(in: level, from: rules(of: level).focus(state))
  }

  /// Returns how a key moves the focus of a layer; `nil` if it does not.
  ///
  /// Tab goes on in the order of the focus, and an arrow key from a button to the one beside it.
  func focusStep(
    of input: UserInput, at level: Int, in state: State, _ extras: HostExtras
  ) -> FocusStep? {
    guard let key = KeyChord.movingFocus.first(where: input.isPress) else { return nil }
    guard key == .tab || key == .shift(.tab) else {
      // NB: a frame is drawn only for a region that the last one has as a button, or does not know.
      guard let focus = rules(of: level).focus(state),
        input.frame.isButton(focus, in: level) != false
      else { return nil }
      return newestFrame(of: level, after: input.frame, in: state, extras)
        .button(beside: focus, toward: key, in: level).map(FocusStep.move)
    }
    let order = focusOrder(at: level, on: input.frame, in: state, extras)
    return order.isEmpty ? nil : key == .tab ? .next(order) : .previous(order)
  }

  /// Whether a region of a layer is disabled, in the frame that gives the order of tab.
  ///
  /// A region that a frame does not know is not. Without a frame, the state decides.
  func isDisabled(
    _ key: RegionKey, at level: Int, on frame: FrameMap, in state: State, _ extras: HostExtras
  ) -> Bool {
    guard frame.number == 0 || frame.isEnabled(key, in: level) != nil else { return false }
    let newest = newestFrame(of: level, after: frame, in: state, extras)
    return newest.isEnabled(key, in: level) == false
  }

  /// Whether a binding clicks regions, all of which are disabled.
  func isDisabled(
    _ clicked: [RegionKey], at level: Int, on frame: FrameMap, in state: State, _ extras: HostExtras
  ) -> Bool {
    guard !clicked.isEmpty, frame.mayDisable || frame.number == 0 else { return false }
    return clicked.allSatisfy { isDisabled($0, at: level, on: frame, in: state, extras) }
  }

  /// Returns the frame that the user saw, or, if an input has had a meaning since or the layer has
  /// appeared since, a frame of the current state.
  private func newestFrame(
    of level: Int, after frame: FrameMap, in state: State, _ extras: HostExtras
  ) -> FrameMap {
    let isNewest = frame.inputs == extras.inputs && isSeen(level, on: frame, extras)
    guard !isNewest, let picture = picture(on: frame, in: state, extras) else { return frame }
    let canvas = Canvas(size: LayerStack.size(of: frame))
    picture.draw(on: canvas, number: 0)
    return canvas.frame
  }

  /// Whether a layer has a region, so that a text control there takes keys.
  ///
  /// The frame that the user saw decides if it shows the region. Otherwise the view of the current
  /// state decides: a key may be typed before the frame that shows the control, and a control that
  /// is scrolled out of sight keeps the focus.
  func shows(
    _ key: RegionKey, at level: Int, on frame: FrameMap, in state: State,
    _ extras: HostExtras
  ) -> Bool {
    if isSeen(level, on: frame, extras), frame.shows(key, in: level) { return true }
    return picture(on: frame, in: state, extras)?.has(key, in: level) ?? true
  }

  private func isSeen(
    _ level: Int, on frame: FrameMap, _ extras: HostExtras
  ) -> Bool {
    frame.number > 0 && extras.isAlive(level, since: frame)
  }

  /// Returns a picture of the current state; `nil` if the view has lost its owner.
  private func picture(
    on frame: FrameMap, in state: State, _ extras: HostExtras
  ) -> FramePicture? {
    guard let view else { return nil }
    let screen = view.screen(LayerStack.size(of: frame), help: help(in: state, extras.lives))
    return FramePicture(of: ShownState(state, extras), on: screen, self, view: view.render)
  }

  /// The size of a frame, or of a usual terminal if there is none.
  private static func size(of frame: FrameMap) -> Size {
    frame.size.isEmpty ? Size(columns: 80, rows: 24) : frame.size
  }
}
