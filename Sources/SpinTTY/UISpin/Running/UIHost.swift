/// A host that shows a loop: a terminal, lines of text, or a test.
///
/// *Isolation*: called by the loop, one at a time, except ``end()`` and ``print(_:)``, which come
/// from any thread. Only a host that prints lines waits, for the reader of the lines.
protocol UIHost<State, Event>: AnyObject, Sendable {
  associatedtype State: Sendable
  associatedtype Event: Sendable

  /// The first event since the loop was idle was reduced: a frame is due if it goes on for long.
  func moving()
  /// The loop is idle: a frame is due.
  func drained()
  /// Whether the host looks at each state.
  var showsEach: Bool { get }
  /// A state came out of a transition of the spin, or of help. Called for each only if the host
  /// looks at each.
  func passed(_ whole: UnsafePointer<UIState<State, Event>>)
  /// A mark was reached, and with it everything that entered the mailbox before it.
  func reached(mark: Int)
  /// So many inputs left the mailbox that there is room for more.
  func hasRoom()
  /// A ctrl-C was reduced, so the program does not hang.
  func interruptReduced()
  /// Carries out what only the host can do.
  func perform(_ command: UICommand<Event>)
  /// The terminal was asked for something: the requests up to a number may be taken. A terminal takes
  /// them with the frame that shows their state instead.
  func requested(_ requests: RequestQueue<State, Event>, upTo number: Int)
  /// Ends: the reason is noted.
  func end()
  /// Prints lines.
  func print(_ text: String)
}

extension UIHost {
  func reached(mark: Int) {}
  func hasRoom() {}
  func requested(_ requests: RequestQueue<State, Event>, upTo number: Int) {}
}
