/// The action of an input in a state.
///
/// NB: indirect, so that its size is known where the type of the events is not.
indirect enum KeyAction<Event: Sendable>: Sendable {
  case nothing
  case event(Event)
  case host(HostAction)
  /// The action of the binding that was chosen in the palette, which closes.
  case chosen(KeyAction)
  case command(UICommand)
  case request(TerminalRequest<Event>)
}

/// A command for the program itself, not for its spin.
enum UICommand: Sendable {
  /// Ends the program after all earlier events and before all later ones.
  case quit
  /// Ends the program as SIGINT does, for a ctrl-C that no key is bound to.
  case interrupt
  /// Ends the program for a signal that it does not handle.
  case end(signal: Int32)
  /// Ends the program for a signal, when the effects of handling it have settled.
  case settle(signal: Int32)
  case suspend
  case redraw
}
