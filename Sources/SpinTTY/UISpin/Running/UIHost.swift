internal import SpinCore

/// A host that shows a loop: a terminal, lines of text, or a test.
///
/// The run tells its host of steps, and asks it for what a program cannot do by itself, such as suspending
/// the job.
///
/// *Isolation*: the loop of the run makes one call at a time, except ``end()``, ``changed()``,
/// ``hasRoom()`` and ``print(_:)``, which any thread may call, and ``passed(transitionTo:)``, which a
/// followed loop calls. Only a host that prints lines blocks, until its output is read.
protocol UIHost<State, Event>: AnyObject, Sendable {
  associatedtype State: Sendable
  associatedtype Event: Sendable

  /// Called when the loop begins to move, by its first step since it rested: a frame is due if it goes on.
  func moving()
  /// Called when the loop rests, because its mailbox is empty, so that a frame is due.
  func rest()
  /// Whether the host receives each state.
  var showsEach: Bool { get }
  /// Called when a frame is due for another reason: the program has another view, or the host can read a
  /// state that it could not read before.
  func changed()
  /// Called with the state after a step, and with what frames show beside it.
  ///
  /// A host that does not receive each state may miss some. `isTransition` is `false` after an input that
  /// means no event of the spin.
  func passed(_ state: Address<State>, _ extras: HostExtras, isTransition: Bool)
  /// Called with each state of a loop that is not the run's own, in the step of that loop, if the host
  /// receives each state.
  func passed(transitionTo state: State)
  /// Called when a mark and all earlier entries of the mailbox were reduced.
  func reached(mark: Int)
  /// Called when enough inputs have left the mailbox to read more.
  func hasRoom()
  /// Called when a ctrl-C was reduced, which shows that the program does not hang.
  func interruptReduced()
  /// Carries out a command that needs the host.
  func perform(_ command: UICommand)
  /// Called when there are requests, of which the host may take those up to a number. A terminal
  /// takes them with the frame that shows their state instead.
  func requested(_ requests: RequestQueue<State, Event>, upTo number: Int)
  /// Ends the run, whose reason is already noted.
  func end()
  /// Prints lines.
  func print(_ text: String)
}

extension UIHost {
  func changed() {}
  func passed(transitionTo state: State) {}
  func reached(mark: Int) {}
  func hasRoom() {}
  func requested(_ requests: RequestQueue<State, Event>, upTo number: Int) {}
}
