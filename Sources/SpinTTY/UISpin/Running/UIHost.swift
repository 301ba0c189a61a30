internal import SpinCore

/// Who shows a run: a terminal, lines of text, or a test.
///
/// The run tells its host of its loop, and asks it for what a program cannot do by itself, such as suspending
/// the job.
///
/// *Isolation*: the loop of the run makes one call at a time, except ``end()``, ``changed()``,
/// ``hasRoom()`` and ``print(_:)``, which any thread may call. Only a host that prints lines blocks, until its
/// output is read.
protocol UIHost: AnyObject, Sendable {
  /// Called when the loop begins to move, by its first step since it rested: a frame is due if it goes on.
  func moving()
  /// Called when the loop rests, because its mailbox is empty; by default, this is a change.
  func rest()
  /// Called when a frame is due: the loop rests, the program has another view, or the host can read a state
  /// that it could not read before.
  func changed()
  /// Called when a mark and all earlier entries of the mailbox were reduced.
  func reached(mark: Int)
  /// Called when enough inputs have left the mailbox to read more.
  func hasRoom()
  /// Called when a ctrl-C was reduced, which shows that the program does not hang.
  func interruptReduced()
  /// Called when the run has requests, of which the host may take those up to a number. A terminal
  /// takes them with the frame that shows their state instead.
  func requested(upTo number: Int)
  /// Ends the program as SIGINT would.
  func interrupt()
  /// Suspends the job.
  func suspend()
  /// Draws the whole screen again.
  func redraw()
  /// Ends the run, whose reason is already noted.
  func end()
  /// Prints lines.
  func print(_ text: String)
}

extension UIHost {
  func moving() {}
  func rest() { changed() }
  func changed() {}
  func reached(mark: Int) {}
  func hasRoom() {}
  func interruptReduced() {}
  func requested(upTo number: Int) {}
  func suspend() {}
  func redraw() {}
}

/// The host of a run on a terminal is the control of its session, which does all that a run asks for.
extension TerminalControl: UIHost {}

/// Receives each state of a run, and not only the newest of several.
protocol StateListener<State>: AnyObject, Sendable {
  associatedtype State: Sendable

  /// Called by the loop of the run with the state after a step, and with what frames show beside it.
  ///
  /// `isTransition` is `false` after an input that means no event of the spin.
  func passed(_ state: Address<State>, _ extras: HostExtras, isTransition: Bool)
  /// Called with each state of a loop that is not the run's own, in the step of that loop.
  func passed(transitionTo state: State)
}

extension StateListener {
  func passed(transitionTo state: State) {}
}
