extension TerminalSession {
  /// Reads at most a page of input, so that frames are drawn in between.
  func readInput(_ client: any TerminalClient) {
    switch claim.channels.input.readAsJob(into: &page) {
    case .moved(let count):
      let orders = input.received(
        page[..<count], at: currentTime(), isInterruptOpen: control.isInterruptOpen)
      perform(orders, client)
    case .wouldBlock: break
    // Another job has taken the foreground.
    case .failed where claim.channels.input.jobControl == .background:
      suspend(by: Signals.stopForInput, client)
    // Another program has changed the attributes, so that ctrl-D, or the lack of input, is read as an end.
    case .ended where claim.channels.input.jobControl.mayRead && claim.attributes.regain():
      display.image.invalidate()
      perform(frames.exposed(at: currentTime()), client)
    case .ended, .failed: ending.lost()
    }
  }

  func perform(_ orders: [InputPump.Order], _ client: any TerminalClient) {
    var isExposed = false
    for order in orders {
      switch order {
      case .learn(let finding):
        if !finding.modes.isEmpty { note(output.adopt(finding.modes)) }
        if display.learn(finding) { isExposed = true }
      case .deliver(let event): client.receive(.event(event))
      case .noteInterrupt: control.interruptReceived()
      case .giveUp:
        Rescue.restoreOnce()
        Signals.end(by: Signals.interrupt)
      case .measure: frames.resized(at: currentTime())
      }
    }
    if isExposed { perform(frames.exposed(at: currentTime()), client) }
  }
}
