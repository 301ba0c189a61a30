/// Shows a loop, and decides at their turn what inputs mean.
///
/// An input is an entry of the mailbox that has no event but a number. When the drain takes the entry,
/// the newest state decides which event the input means, if any:
///
/// ```
///                          ┌─ an event ─▶ reduce ─▶ stepped      as an event from outside
/// enter ─▶ mailbox ─▶ event ┤
///                          └─ none ─────▶ change ─▶ stepped      no transition
/// ```
///
/// *Isolation*: called by the owner of the drain.
package protocol LoopHost: AnyObject, Sendable {
  /// Moves the event that an input means to a place, if it means one.
  ///
  /// - Parameters:
  ///   - input: The number of the input.
  ///   - state: The newest state.
  ///   - place: Memory for an event, which contains none.
  /// - Returns: Whether there is an event at the place.
  func event(of input: UInt64, in state: StatePlace, movingTo place: EventPlace) -> InputMeaning

  /// Reduces an event by the loop's reducer.
  ///
  /// Called under the lock of the state, so that readers find what the host keeps beside the state in
  /// accord with the state.
  func reduce(
    _ state: StatePlace, _ event: EventPlace, by reducer: (StatePlace, EventPlace) -> Void)

  /// Changes what the host keeps beside the state, for an input that means no event.
  ///
  /// Called under the lock of the state.
  func change(beside state: StatePlace)

  /// Looks at the state of a step, after the observers and before effects are described.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - isTransition: Whether the step made a transition; `false` for an input that means no event.
  func stepped(to state: StatePlace, isTransition: Bool)

  /// Notes that the event that the newest input means was dropped as a repeat, so that the input means
  /// none.
  func droppedEvent()

  /// Notes that an input was not taken, because the loop has stopped.
  func dropped(_ input: UInt64)
}

/// What an input means in a state.
package enum InputMeaning: Sendable {
  case noEvent
  case event
  /// An event that is never dropped as a repeat.
  case eventEvenIfRepeated
}

extension Drain {
  /// Takes an input, and reduces the event that it means.
  @inline(never)
  mutating func takeInput(_ tag: EntryTag, _ context: borrowing RunContext) {
    guard let host = context.host else { unreachable("a loop without a host has an input") }
    if engine.isStopped { return host.dropped(tag.serial) }
    let events = context.mailbox.events
    events.withPlace { event in
      let meaning = host.event(of: tag.serial, in: current.state, movingTo: event)
      if case .noEvent = meaning { return pass(host, context) }
      if let extras = context.extras { noteTaken(.outside, event, extras, context) }
      var reason: DropReason?
      switch engine.entryTaken(.outside) {
      case .compare:
        reason = compareAndObey(event, .outside, context, mayDrop: meaning == .event)
      case let verdict: reason = obey(verdict, event, .outside, context)
      }
      if reason == nil { return }
      events.destroy(event)
      host.droppedEvent()
      pass(host, context)
    }
  }

  /// Makes a step without a transition.
  private func pass(_ host: any LoopHost, _ context: borrowing RunContext) {
    guard let frame else { unreachable("an input is taken outside of a turn") }
    context.cell.change(frame) { host.change(beside: current.state) }
    host.stepped(to: current.state, isTransition: false)
    waiters?.noteStep()
  }
}

extension Loop {
  /// Puts an input into the mailbox.
  ///
  /// An input counts towards no bound of the mailbox.
  ///
  /// - Parameter number: The number by which the host knows the input; less than 2^44.
  /// - Returns: ``EmitResult/accepted``, unless the loop has stopped. A refused input is reported to
  ///   nobody.
  package func enter(_ number: UInt64) -> EmitResult {
    context.mailbox.post(input: EntryTag(.input, serial: number))
  }
}
