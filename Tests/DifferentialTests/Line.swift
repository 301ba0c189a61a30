import SpinCore

/// A run of an effect: of which feedback, and which number.
///
/// The model counts from 1 in order of beginning; the loop has its own serial numbers.
struct RunName: Hashable, Sendable {
  var slot: Int
  var serial: UInt64
}

/// Where an entry of the mailbox came from.
enum Source: Hashable, Sendable {
  case outside
  case immediate(slot: Int)
  case work(RunName)
  /// A stream that has asked for a state when there was none, after so many.
  case stream(slot: Int, gone: Int)
  /// The end of the time for which a start was held.
  case hold(RunName)
}

/// One line of what happened, or of what had to happen.
enum Line: Equatable, Sendable {
  /// An entry was taken; without an event it says that a piece of work has finished.
  case taken(Source, Nudge?)
  /// Some code has returned, which is of interest to those who wait for the end only.
  case bodyReturned
  /// Its event is compared with those before it, having been accepted then.
  case compared(at: Duration)
  case dropped(DropReason)
  case reduced(number: Int)
  case asked(slot: Int)
  case cancelled(RunName)
  case observed(by: Int, Transition<Wheel, Nudge>)
  case published(number: Int)
  case called(slot: Int, element: Int? = nil)
  case described(slot: Int)
  case waited(slot: Int)
  case posted(slot: Int, count: Int)
  /// The loop asked its clock.
  case clock(slot: Int, Duration)
  /// A start is held.
  case held(RunName)
  case started(RunName)
  case ended(RunName)
  case stopped
  /// Somebody was told that the loop is settled; with the state that each stream had taken before
  /// the one that it waits for.
  case settled([Int: Int])
  /// The contract is broken in a way that has no line.
  case wrong(String)
}
