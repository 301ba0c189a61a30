internal import SpinCore

/// What enters the mailbox of a spin that is shown.
enum UIEvent<Event: Sendable>: Sendable {
  /// An event of the spin.
  case event(Event)
  /// Something the user did; what it means is looked up when it is its turn.
  case input(UserInput)
  /// Nothing, to learn when everything before it was reduced.
  case mark(Int)
}

/// What the loop of a spin that is shown keeps beside the state.
struct HostExtras<Event: Sendable>: Sendable {
  /// Whether help shows every binding.
  var showsAllHelp = false
  /// What the newest event asks the program to do about itself.
  var command: UICommand<Event>?
}

/// The state of a spin that is shown.
typealias UIState<State: Sendable, Event: Sendable> = HostedState<State, Event, HostExtras<Event>>

extension HostedState {
  /// Reduces what entered the mailbox.
  mutating func reduce(
    _ event: UIEvent<Event>, _ keys: Keys<State, Event>, _ clashes: KeyClashLog?,
    _ reducer: Reducer<State, Event>
  ) where Around == HostExtras<Event> {
    around.command = nil
    switch event {
    case .event(let event): reduce(event, by: reducer)
    case .mark: ignore()
    case .input(let input):
      switch keys.action(of: input, in: state, noting: clashes) {
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
}
