/// What an input does in a state.
enum KeyAction<Event: Sendable>: Sendable {
  case nothing
  case event(Event)
  case host(HostAction)
  /// The palette closes, and the binding that was chosen there has its action.
  indirect case chosen(KeyAction)
  case command(UICommand<Event>)
  case request(TerminalRequest<Event>)
}

/// A command to the program itself, besides its spin.
@usableFromInline
enum UICommand<Event: Sendable>: Sendable {
  /// Ends the program after all earlier events and before all later ones.
  case quit
  /// Ends as by SIGINT, for a ctrl-C to which no key is bound.
  case interrupt
  /// Ends for a signal that the program does not answer.
  case end(signal: Int32)
  /// Ends for a signal when the program's answer to it has settled.
  case settle(signal: Int32)
  case suspend
  case redraw
}
