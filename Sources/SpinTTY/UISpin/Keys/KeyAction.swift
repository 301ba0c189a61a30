/// What an input does in a state.
enum KeyAction<Event: Sendable>: Sendable {
  case nothing
  case event(Event)
  case toggleHelp
  case command(UICommand<Event>)
}

/// What the program does about itself, beside its spin.
enum UICommand<Event: Sendable>: Sendable {
  /// Ends, with everything before it reduced and nothing after it.
  case quit
  /// Ends as by SIGINT, for a ctrl-C that nothing is bound to.
  case interrupt
  /// Ends for a signal that the program does not answer.
  case end(signal: Int32)
  /// Ends for a signal when what answers it has settled.
  case settle(signal: Int32)
  case suspend
  case redraw
  case run(ChildCommand, finished: @Sendable (Result<ChildStatus, TerminalError>) -> Event?)
}
