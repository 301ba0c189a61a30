/// One turn of a loop: it takes the events that wait in the mailbox, one by one, until none is
/// left.
///
/// Copies are the same turn, which must be run once.
public struct Turn: Sendable {
  let owner: TurnOwner
  /// The task of the body that returned the turn, if other bodies may follow in that task.
  var task: OwnTask?

  init(_ owner: TurnOwner) {
    self.owner = owner
  }

  /// Distinguishes the turn's loop from others, as long as the loop exists.
  ///
  /// The bodies of the loop have the same value, see ``EffectBody/loopID``.
  public var loopID: ObjectIdentifier {
    owner.id
  }

  /// Runs the turn to its end.
  ///
  /// The thread does nothing else until then, even if the loop never comes to rest. For a shared
  /// thread, queue or executor, see ``run(limit:)``.
  ///
  /// - Precondition: The turn has not been run.
  public func callAsFunction() {
    var (slice, next) = (Slice.whole, NextBody())
    while owner.run(&slice, &next) { SystemCall.yieldThread() }
  }

  /// Runs the turn to its end on the calling thread, but never inside a step of another loop.
  ///
  /// For runtimes that run turns at once, where the loop asks for them. Inside a closure of another
  /// loop, the call returns at once. When the step of that loop is complete, the thread makes one
  /// step of each loop that was left to it, alternately. So a chain of events across loops uses
  /// constant stack, and no closure sees another loop in the middle of a step.
  ///
  /// - Precondition: The turn has not been run.
  public func runUnnested() {
    if !ThreadFrame.defers(.turn(self)) { owner.runLent() }
  }

  /// Runs a slice of the turn: it ends after about a millisecond or a number of entries, whichever
  /// is first.
  ///
  /// For runtimes that share a thread, queue or executor. Put the rest behind the other work that
  /// waits there: then each loop gets a slice before any gets its second.
  ///
  /// ```swift
  /// queue.async { if let rest = turn.run() { schedule(rest) } }
  /// ```
  ///
  /// A slice takes at least one entry, and where turns are cut changes no order of transitions. The
  /// time is that of the machine, not of the runtime's scheduler. A slice of one entry reads no
  /// clock.
  ///
  /// - Parameter limit: The maximum number of entries to take from the mailbox: 1 or more. Debug
  ///   builds trap on a smaller number, which counts as 1 in release builds.
  /// - Precondition: The turn has not been run.
  /// - Returns: The rest of the turn, to run like a new one; `nil` if the turn came to its end. A
  ///   turn can also be interrupted before the limit, see ``RunawayAlarm``.
  public func run(limit: Int = Slice.usualLimit) -> Turn? {
    var (slice, next) = (Slice.of(limit), NextBody())
    return owner.run(&slice, &next) ? self : nil
  }

  /// Gives the turn to the runtime of the loop.
  func schedule(outsideOfTask: Bool) {
    owner.schedule(self, outsideOfTask: outsideOfTask)
  }
}

/// A loop, as mailboxes, turns and runtimes know it.
///
/// NB: a class rather than a protocol, so that a mailbox can refer to it without counting.
@usableFromInline
// Guard: the class has no properties; each subclass states its own guard.
package class TurnOwner: @unchecked Sendable {
  init() {}

  /// Starts a turn, as the new owner of the drain.
  ///
  /// - Returns: Whether the caller now owns the mailbox's reference to the loop.
  func wake() -> Bool { unreachable("something that is no loop is woken") }

  /// Runs a turn that was given to the runtime as far as the slice permits, and returns whether a rest
  /// of it is left.
  ///
  /// Called by the turn, which has a reference of its own.
  func run(_ slice: inout Slice, _ next: inout NextBody) -> Bool {
    unreachable("a turn belongs to nothing")
  }

  /// Offers the rest of an interrupted turn to other threads that add something, and leaves it to the runtime
  /// if this thread has made steps for others for long.
  ///
  /// - Parameter since: When the thread began, see ``Slice/time``.
  /// - Returns: Whether another thread has taken it, or will.
  func handsOver(since: UInt64) -> Bool { unreachable("a turn belongs to nothing") }

  /// Runs a turn, or the rest of one, on a thread that does not belong to the runtime.
  ///
  /// If other threads add entries or ask without pause, the first of them takes over after a slice.
  final func runLent() {
    var (slice, next) = (Slice.lent, NextBody())
    if run(&slice, &next) { goOnLent() }
  }

  /// Continues an interrupted turn on a thread that does not belong to the runtime.
  final func goOnLent() {
    let since = Slice.time
    var (slice, next) = (Slice.of(Slice.usualLimit), NextBody())
    while !handsOver(since: since), run(&slice, &next) { slice = .of(Slice.usualLimit) }
  }

  /// Gives a turn to the runtime.
  func schedule(_ turn: Turn, outsideOfTask: Bool) { unreachable("a turn has no runtime") }

  /// Distinguishes the loop from others.
  package var id: ObjectIdentifier { ObjectIdentifier(self) }

  /// Releases the reference that ``TurnEnd/isOver`` hands over.
  final func releaseOwn() { Uncounted(self).release() }
}

/// How a turn ended.
enum TurnEnd: Sendable {
  /// The mailbox is empty.
  case rests
  /// The turn has reached its limit or must yield, and must be run again.
  case interrupted
  /// The loop has stopped and rests, and the mailbox has given up its reference to it.
  ///
  /// The code that ran the turn must release the reference that the mailbox has given up.
  case isOver
}
