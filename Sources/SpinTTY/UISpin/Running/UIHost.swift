/// Who shows a loop: a terminal, lines of text, or a test.
///
/// *Isolation*: called by the loop, one at a time; nothing here waits for long.
protocol UIHost<State, Event>: AnyObject, Sendable {
  associatedtype State: Sendable
  associatedtype Event: Sendable

  /// The first event since the loop was idle was reduced: a frame is due if it goes on for long.
  func moving()
  /// The loop is idle: a frame is due.
  func drained()
  /// A state came out of a transition of the spin, or of help.
  func passed(_ whole: UnsafePointer<UIState<State, Event>>)
  /// A ctrl-C was reduced, so the program does not hang.
  func interruptReduced()
  /// Carries out what only the host can do.
  func perform(_ command: UICommand<Event>)
  /// Ends: the reason is noted.
  func end()
  /// Prints lines.
  func print(_ text: String)
}
