/// One turn of a loop: takes the events that wait in the mailbox, one by one, until none waits.
///
/// Copies are the same turn; it is run once.
public struct Turn: Sendable {
  /// Takes up to so many entries of the mailbox; tells whether some are left.
  @usableFromInline let drain: @Sendable (LoopObject, _ limit: Int, inout NextBody) -> TurnEnd
  @usableFromInline let loop: LoopObject
  /// The task of the body that brought the turn about, if bodies may follow it there.
  @usableFromInline var task: OwnTask?

  @inlinable
  init(
    _ loop: LoopObject,
    _ drain: @escaping @Sendable (LoopObject, Int, inout NextBody) -> TurnEnd
  ) {
    self.loop = loop
    self.drain = drain
  }

  /// Tells the loop of the turn from others, for as long as the loop exists; the loop's bodies have
  /// the same, see ``EffectBody/loopID``.
  public var loopID: ObjectIdentifier {
    (loop as? any LoopInspection)?.id ?? ObjectIdentifier(loop)
  }

  /// Where the first entry comes from that the turn is going to take; `nil` if it takes none.
  ///
  /// - Precondition: The turn has not been run.
  package var nextOrigin: Origin? { (loop as? any LoopInspection)?.nextOrigin }

  /// Runs the turn to its end.
  ///
  /// Nobody else on the thread is served before, not even by a loop that never comes to rest. For a
  /// thread, queue or executor that others share, see ``run(limit:)``.
  ///
  /// - Precondition: The turn has not been run.
  public func callAsFunction() {
    var next = NextBody()
    while run(limit: .max, &next) { Platform.yieldThread() }
  }

  /// Runs the turn to its end on the calling thread, but never inside a step of another loop.
  ///
  /// For runtimes that run turns at once where the loop asks for them. Called inside a closure of
  /// another loop, this returns at once. As soon as the step that the thread is making is complete, it
  /// makes one step of each loop that is left to it, in turn. So a chain of events across loops uses
  /// constant stack, and no closure sees another loop in the middle of a step.
  ///
  /// - Precondition: The turn has not been run.
  public func runUnnested() {
    if !ThreadFrame.defers(.turn(self)) { self() }
  }

  /// Runs the turn, but takes no more than a number of events.
  ///
  /// For runtimes that share a thread with others and want a long turn to make room for them.
  ///
  /// - Parameter limit: The most entries of the mailbox to take, 1 or more. Debug builds refuse another
  ///   number. It counts as 1 in release builds.
  /// - Precondition: The turn has not been run.
  /// - Returns: The rest of the turn, to be run like a new one; `nil` if it came to its end. A turn may
  ///   also make room of itself, see ``RunawayAlarm``.
  public func run(limit: Int) -> Turn? {
    var next = NextBody()
    return run(limit: limit, &next) ? self : nil
  }

  /// Runs the turn to its end, and lets others on the executor go first between stretches of it.
  nonisolated(nonsending) func run(limit: Int, leaving next: inout NextBody) async {
    while run(limit: limit, &next) { await Task.yield() }
  }

  private func run(limit: Int, _ next: inout NextBody) -> Bool {
    let limit = atLeastOne(
      limit, "A turn that takes \(limit) events never ends: the limit is 1 or more.")
    switch drain(loop, limit, &next) {
    case .interrupted: return true
    case .rests: return false
    case .isOver:
      unsafe Uncounted(loop).release()  // The mailbox's reference; this turn has its own.
      return false
    }
  }

  /// Has the runtime of the loop run the turn.
  func schedule<Event>(by functions: LoopFunctions<Event>, outsideOfTask: Bool) {
    functions.schedule(loop, self, outsideOfTask)
  }
}

/// What runtimes may learn of a loop, for code that does not know its types.
protocol LoopInspection: AnyObject {
  /// What tells it from other loops.
  var id: ObjectIdentifier { get }

  /// Where the next entry comes from; `nil` if nothing waits.
  ///
  /// Called by the owner of the drain, or by the runtime that has the loop's turn.
  var nextOrigin: Origin? { get }
}

/// How a turn ended.
@usableFromInline
enum TurnEnd: Sendable {
  /// The mailbox is empty.
  case rests
  /// The turn has taken as many entries as it may, and is to be run again.
  case interrupted
  /// The loop has stopped and rests. The mailbox has let the loop go; whoever ran the turn releases
  /// that reference, when nothing of the loop is touched any more.
  case isOver
}
