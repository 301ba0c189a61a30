/// Takes the inputs of a host.
extension Drain {
  /// Takes an input, and reduces the event that it means.
  mutating func takeInput(_ tag: EntryTag, _ context: borrowing RunContext) {
    guard let host = context.host else { unreachable("a loop without a host has an input") }
    if engine.isStopped { return host.dropped(tag.serial) }
    let events = context.mailbox.events
    events.withPlace { event in
      let meaning = host.event(of: tag.serial, in: current.state, movingTo: event)
      if case .noEvent = meaning { return pass(host, context) }
      if let extras = context.extras { noteTaken(.outside, event, extras, context) }
      let verdict = compared(
        engine.entryTaken(.outside), event, .outside, context, mayDrop: meaning == .event)
      if obey(verdict, event, .outside, context) == nil { return }
      events.destroy(event)
      host.droppedEvent()
      pass(host, context)
    }
  }

  /// Makes a step without a transition.
  private func pass(_ host: any LoopHost, _ context: borrowing RunContext) {
    guard let frame else { unreachable("an input is taken outside of a turn") }
    context.cell.begin(in: current.state, frame)
    host.change(beside: current.state)
    context.cell.end(frame)
    host.stepped(to: current.state, isTransition: false)
    waiters?.noteStep()
  }
}
