extension LayerStack {
  /// What enter does on the default button of a layer, as the user saw the layer.
  func defaultAction(
    of input: UserInput, at level: Int, in state: State, _ extras: HostExtras<Event>,
    _ log: KeyClashLog?
  ) -> KeyAction<Event>? {
    // Enter that was typed ahead answers no dialog that nobody has seen.
    guard input.isPress(of: .enter), extras.isAlive(level, since: input.frame),
      let region = input.frame.defaultRegion(in: level)
    else { return nil }
    return levels[level].keys.click(on: region, .left, count: 1, in: state, log)
  }
}

extension HostExtras {
  /// Whether a layer is in the life in which a frame showed it.
  func isAlive(_ level: Int, since frame: FrameMap) -> Bool {
    isLive(level) && frame.life(of: level).map { $0 == lives[level - 1].number } ?? true
  }
}

extension Control {
  /// Whether it takes only what nothing else takes.
  var takesTheRest: Bool {
    if case .anywhere = form { true } else { false }
  }
}
