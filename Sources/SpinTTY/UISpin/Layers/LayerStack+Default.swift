extension LayerStack {
  /// Returns the action of enter on the default button of a layer, in the frame that the user saw.
  func defaultAction(
    of input: UserInput, at level: Int, in state: State, _ extras: HostExtras
  ) -> KeyAction<Event>? {
    // An enter key that was typed ahead must not answer a dialog that the user has not seen.
    guard input.isPress(of: .enter), extras.isAlive(level, since: input.frame),
      let region = input.frame.defaultRegion(in: level),
      !isDisabled(region, at: level, on: input.frame, in: state, extras)
    else { return nil }
    return levels[level].keys.click(on: region, .left, count: 1, in: state, clashes)
  }
}
