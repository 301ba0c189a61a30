extension Loop {
  /// Traps inside the user's code that runs under the lock of a state, or compares keys.
  ///
  /// A read would deadlock there: with that code itself, or with that of another loop that reads as well.
  func checkMayRead() {
    ThreadFrame.checkMayUseLoops()
    guard let reducing = ThreadFrame.reducingLoop else { return }
    // Guard: the loop that makes the step, and with it its mailbox, lives until the step is complete.
    let loop = Uncounted<Mailbox>(identity: reducing).object.loop?.object as? Loop
    let closure = loop?.closureUnderWay ?? "A reducer"
    require(
      reducing != id,
      "\(closure) read the state of its own loop while the loop changes it: use the state that it gets as "
        + "its argument.")
    refuse(
      "\(closure) read the state of another loop while its own loop changes a state. It must depend only on "
        + "its arguments, and two reducers that read each other would deadlock: put the value into the "
        + "event.")
  }

  /// The user's code that the loop calls at this moment under the lock of the state, in words; `nil` for a
  /// reducer.
  private var closureUnderWay: String? {
    context.host?.closureUnderWay ?? context.scopes?.closureUnderWay
  }
}
