/// The async body of an effect, as a runtime sees it.
public struct EffectBody: Sendable {
  @usableFromInline let owner: any EffectOwner
  @usableFromInline let body: nonisolated(nonsending) @Sendable (any EffectOwner) async -> Turn?

  @inlinable
  init(
    of owner: any EffectOwner,
    _ body: nonisolated(nonsending) @escaping @Sendable (any EffectOwner) async -> Turn?
  ) {
    self.owner = owner
    self.body = body
  }

  /// The feedback whose effect it is.
  public var origin: FeedbackOrigin { owner.origin }

  /// The number of the execution that the body belongs to: each one that its loop starts has another.
  public var execution: UInt64 { owner.execution }

  /// Tells the loop of the body from others, see ``Turn/loopID``.
  public var loopID: ObjectIdentifier { owner.loopID }

  /// Runs the body and delivers the events that it yields.
  ///
  /// *Isolation*: it leaves the caller's isolation only for the user's closure, which runs on the
  /// task's preferred executor, or on the global one.
  ///
  /// - Returns: A turn that the loop now wants, see ``SpinRuntime/start(_:on:)``.
  @inlinable
  public nonisolated(nonsending) func callAsFunction() async -> Turn? {
    await body(owner)
  }

  /// Runs the body, the turn that it brings about, and then, for as long as a turn ends with a
  /// single body to run, that body and its turn, all in the caller's task.
  ///
  /// For runtimes that run turns where they run bodies: a chain of effects then needs no more than
  /// one task. The task makes room for others now and then.
  ///
  /// *Cancellation*: the value that ``SpinRuntime/start(_:on:)`` has returned for this body cancels the
  /// body that the task runs at the time; a task that was cancelled runs nothing more.
  ///
  /// *Isolation*: as for ``callAsFunction()``; turns run in the caller's isolation.
  ///
  /// - Parameter limit: How many events a turn may take before it makes room, 1 or more, as for
  ///   ``Turn/run(limit:)``.
  public nonisolated(nonsending) func run(limit: Int) async {
    var next = NextBody(body: self)
    var pace = YieldPace()
    while let body = next.body.take() {
      guard let turn = await body() else { return }
      next.task = turn.task
      await turn.run(limit: limit, leaving: &next)
      if pace.isTimeToYield() { await Task.yield() }
    }
  }
}

/// The part of an execution that a body belongs to, for code that does not know its event.
@usableFromInline
protocol EffectOwner: AnyObject, Sendable {
  var origin: FeedbackOrigin { get }
  var execution: UInt64 { get }
  var loopID: ObjectIdentifier { get }
}

/// When a task that runs many bodies makes room for others: about each millisecond.
private struct YieldPace {
  private var bodies = 0
  private var latest: ContinuousClock.Instant?

  /// Notes a body.
  ///
  /// The clock is asked now and then only.
  mutating func isTimeToYield() -> Bool {
    bodies += 1
    guard bodies % 16 == 0 else { return false }
    let now = ContinuousClock.now
    guard let latest else {
      self.latest = now
      return false
    }
    if now - latest < .milliseconds(1) { return false }
    self.latest = now
    return true
  }
}

/// A runtime task that the loop may reuse for the next body.
@usableFromInline
struct OwnTask: Sendable {
  @usableFromInline let id: Int
  /// What cancels the task, and nothing else.
  @usableFromInline let cancellation: Cancellation

  @inlinable
  init(id: Int, _ cancellation: Cancellation) {
    self.id = id
    self.cancellation = cancellation
  }
}

/// What a turn leaves to the task that runs it.
@usableFromInline
struct NextBody: Sendable {
  /// The task; `nil` if bodies must have tasks of their own.
  @usableFromInline var task: OwnTask?
  @usableFromInline var body: EffectBody?

  @usableFromInline
  init(task: OwnTask? = nil, body: EffectBody? = nil) {
    self.task = task
    self.body = body
  }
}
