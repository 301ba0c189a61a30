internal import SpinCore

/// A spin in the loop that shows it.
struct ShownSpin<State: Sendable, Event: Sendable>: Sendable {
  let spin: Spin<UIState<State, Event>, UIEvent<Event>>
  /// Returns what a run must know of a step, given its state and its entry.
  let look: @Sendable (Address<UIState<State, Event>>, UIEvent<Event>?) -> UIStep
  /// Puts an input into the mailbox.
  let enter: @Sendable (Running, UserInput) -> Void
  /// Copies the newest state, unless the reducer is at work on it.
  let readAtRest: @Sendable (Running) -> Box?
  /// ``StateRelay/note(_:)``.
  let note: @Sendable (Relay, Address<UIState<State, Event>>) -> (any UIHost<State, Event>)?
  /// Returns a state as frames show it.
  let open: @Sendable (Box) -> ShownState<State>

  typealias Running = RunningSpin<UIState<State, Event>, UIEvent<Event>>
  typealias Relay = StateRelay<State, Event>
  typealias Box = StateBox<UIState<State, Event>>

  init(
    spin: Spin<UIState<State, Event>, UIEvent<Event>>,
    look: @escaping @Sendable (Address<UIState<State, Event>>, UIEvent<Event>?) -> UIStep,
    enter: @escaping @Sendable (Running, UserInput) -> Void,
    readAtRest: @escaping @Sendable (Running) -> Box?,
    note:
      @escaping @Sendable (
        Relay, Address<UIState<State, Event>>
      ) -> (any UIHost<State, Event>)?,
    open: @escaping @Sendable (Box) -> ShownState<State>
  ) {
    self.spin = spin
    self.look = look
    self.enter = enter
    self.readAtRest = readAtRest
    self.note = note
    self.open = open
  }

  init(_ spin: Spin<State, Event>, _ stack: LayerStack<State, Event>) {
    self.init(
      spin: spin.hosted(
        in: HostExtras(noting: nil), embed: { UIEvent.event($0) },
        own: { whole, event in whole.ownEvent(event, stack) },
        report: { event, own in event.repeating(own) },
        reduce: { [reducer = spin.reducer] whole, event in
          Rescue.guardThread()
          whole.reduce(event, stack, reducer)
        }),
      look: { whole, event in UIStep(event, whole) },
      // NB: an input that is dropped on entry was already reported and counted.
      enter: { running, input in running.emit(.input(input)) },
      readAtRest: { running in running.stateAtRest },
      note: { relay, whole in relay.note(whole) },
      open: { whole in ShownState(InnerState(whole), whole.value.around) })
  }
}
