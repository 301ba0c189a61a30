/// The async body of an effect, or the code of a callback on an executor, as a runtime sees it.
public struct EffectBody: Sendable {
  /// The part of the execution, which says whether the body is still wanted.
  package let owner: any EffectOwner

  /// The feedback whose effect the body belongs to.
  public var origin: FeedbackOrigin { owner.origin }

  /// The number of the execution that the body belongs to, which is different for each execution of
  /// its loop.
  public var execution: UInt64 { owner.execution }

  /// Distinguishes the body's loop from others, see ``Turn/loopID``.
  public var loopID: ObjectIdentifier { owner.loopID }

  /// Runs the body and delivers its events.
  ///
  /// *Isolation*: the call leaves the caller's isolation only for the user's closure, which runs on
  /// the task's preferred executor or on the global one.
  ///
  /// - Returns: A turn that the loop wants run, see ``SpinRuntime/start(_:on:)``.
  public nonisolated(nonsending) func callAsFunction() async -> Turn? {
    await owner.perform()
  }

  /// Runs the body, the turn that it wants, and the bodies and turns that follow, in the caller's task.
  ///
  /// A body follows if a turn ends with a single body to run.
  ///
  /// For runtimes that run turns where they run bodies: a chain of effects then needs only one task. The task
  /// yields to others after each slice, see ``Turn/run(limit:)``. In an actor's isolation, the task comes
  /// back by way of the global executor. If that executor is busy, other tasks of the actor run earlier.
  ///
  /// *Cancellation*: the value that ``SpinRuntime/start(_:on:)`` returned for this body cancels the
  /// body that the task is running at that time. A cancelled task runs no further body.
  ///
  /// *Isolation*: as for ``callAsFunction()``; turns run in the caller's isolation.
  ///
  /// - Parameter limit: How many events the turns may take before the task yields, 1 or more, as for
  ///   ``Turn/run(limit:)``.
  public nonisolated(nonsending) func run(limit: Int = Slice.usualLimit) async {
    var (next, slice) = (NextBody(body: self), Slice.of(limit))
    while let body = next.body.take() {
      guard let turn = await body() else { return }
      next.task = turn.task
      while turn.owner.run(&slice, &next) {
        await Task.yield()
        slice = .of(limit)
      }
    }
  }

  /// Runs the body and what follows from it, as ``run(limit:)`` does, but cuts no turn: the task
  /// yields between a turn and the next body.
  ///
  /// For the caller's thread: the rest of a turn that is cut would wait for an executor, and so would the
  /// events that other threads emit meanwhile.
  package nonisolated(nonsending) func runWholeTurns() async {
    var (next, pace) = (NextBody(body: self), Slice.of(.max))
    while let body = next.body.take() {
      guard let turn = await body() else { return }
      next.task = turn.task
      var (slice, since) = (Slice.lent, UInt64(0))
      while turn.owner.run(&slice, &next) {
        if since == 0 { since = Slice.time }
        if turn.owner.handsOver(since: since) { return }
        await Task.yield()
        slice = .of(Slice.usualLimit)
      }
      pace.begin(nil)
      if !pace.permitsEntry(nil) {
        await Task.yield()
        pace = .of(.max)
      }
      pace.left -= 1
    }
  }

  /// Runs the body and what follows from it, as ``run(limit:)`` does, but only for one slice.
  ///
  /// - Returns: The rest of a turn, to schedule; `nil` if nothing is left.
  package nonisolated(nonsending) func runSlice() async -> Turn? {
    var (next, slice) = (NextBody(body: self), Slice.of(Slice.usualLimit))
    while let body = next.body.take() {
      guard let turn = await body() else { return nil }
      next.task = turn.task
      if turn.owner.run(&slice, &next) { return turn }
    }
    return nil
  }
}

/// The part of an execution that a body belongs to, for a runtime, which knows no loop.
package protocol EffectOwner: AnyObject, Sendable {
  var origin: FeedbackOrigin { get }
  var execution: UInt64 { get }
  var loopID: ObjectIdentifier { get }
  /// Whether the execution was cancelled.
  var isDead: Bool { get }
  /// Whether the loop has been told to stop.
  var loopIsStopped: Bool { get }
  /// Runs the body, and returns the turn that the runtime must run.
  nonisolated(nonsending) func perform() async -> Turn?
}

/// A runtime task that the loop may reuse for the next body.
struct OwnTask: Sendable {
  let id: Int
  /// Cancels the task and does nothing else.
  let cancellation: Cancellation
}

/// The body that a turn leaves to the task that runs it.
struct NextBody: Sendable {
  /// The task; `nil` if bodies must have tasks of their own.
  var task: OwnTask?
  var body: EffectBody?
}
