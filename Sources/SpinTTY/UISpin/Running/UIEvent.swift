public import SpinCore

/// What enters the mailbox of a spin that is shown.
@usableFromInline
enum UIEvent<Event: Sendable>: Sendable {
  /// An event of the spin.
  case event(Event)
  /// Something the user did; what it means is looked up when it is its turn.
  ///
  /// NB: indirect, so that it does not make the spin's own events large.
  indirect case input(UserInput)
  /// Nothing, to learn when everything before it was reduced.
  case mark(Int)
}

/// What the loop of a spin that is shown keeps beside the state.
@usableFromInline
struct HostExtras<Event: Sendable>: Sendable {
  /// Whether help shows every binding.
  @usableFromInline var showsAllHelp = false
  /// What the newest event asks the program to do about itself.
  @usableFromInline var command: UICommand<Event>?
  /// The keys that several bindings took at once, if anybody wants to know.
  @usableFromInline var clashes: KeyClashLog?

  @inlinable
  init() {}

  init(noting clashes: KeyClashLog?) {
    self.clashes = clashes
  }
}

/// The state of a spin that is shown.
@usableFromInline typealias UIState<State: Sendable, Event: Sendable> = HostedState<
  State, Event, HostExtras<Event>
>

extension HostedState {
  /// Reduces what entered the mailbox.
  @inlinable
  mutating func reduce(
    _ event: UIEvent<Event>, _ keys: Keys<State, Event>, _ reducer: Reducer<State, Event>
  ) where Around == HostExtras<Event> {
    around.command = nil
    switch event {
    case .event(let event): reduce(event, by: reducer)
    case .mark: ignore()
    case .input(let input): reduce(input, keys, reducer)
    }
  }

  /// The spin's event that something comes to, unless it also asks something of the program.
  @usableFromInline
  func ownEvent(_ event: UIEvent<Event>, _ keys: Keys<State, Event>) -> Event? {
    switch event {
    case .event(let event): return event
    case .mark, .input(.terminating): return nil
    case .input(let input):
      guard case .event(let event) = keys.action(of: input, in: state, noting: nil) else {
        return nil
      }
      return event
    }
  }

  @usableFromInline
  mutating func reduce(
    _ input: UserInput, _ keys: Keys<State, Event>, _ reducer: Reducer<State, Event>
  ) where Around == HostExtras<Event> {
    switch keys.action(of: input, in: state, noting: around.clashes) {
    case .event(let event):
      reduce(event, by: reducer)
      if case .terminating(let signal) = input { around.command = .settle(signal: signal) }
    case .command(let command):
      ignore()
      around.command = command
    case .toggleHelp:
      ignore()
      around.showsAllHelp.toggle()
    case .nothing: ignore()
    }
  }
}

/// A spin within the loop that shows it, made where its types are known, so that its steps are
/// specialised.
@usableFromInline
struct ShownSpin<State: Sendable, Event: Sendable>: Sendable {
  let spin: Spin<UIState<State, Event>, UIEvent<Event>>
  /// Whether a state came of an event of the spin's own, and asks nothing of the program.
  let isPlain: @Sendable (UnsafePointer<UIState<State, Event>>, UIEvent<Event>?) -> Bool

  @usableFromInline
  init(
    spin: Spin<UIState<State, Event>, UIEvent<Event>>,
    isPlain: @escaping @Sendable (UnsafePointer<UIState<State, Event>>, UIEvent<Event>?) -> Bool
  ) {
    self.spin = spin
    self.isPlain = isPlain
  }

  @inlinable
  init(_ spin: Spin<State, Event>, _ keys: Keys<State, Event>) {
    self.init(
      spin: spin.hosted(
        in: HostExtras(), embed: { UIEvent.event($0) },
        own: { whole, event in whole.ownEvent(event, keys) },
        reduce: { [reducer = spin.reducer] whole, event in
          Rescue.guardThread()
          whole.reduce(event, keys, reducer)
        }),
      isPlain: { whole, event in
        guard case .event = event else { return false }
        if case nil = whole.pointee.around.command { return true } else { return false }
      })
  }
}
