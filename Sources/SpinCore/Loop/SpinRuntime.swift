/// What executes loops: the four small things that a loop cannot do by itself.
///
/// A runtime has no say in the semantics. It decides where code runs and by which clock, and
/// everything else, the order of events, staleness, cancellation, stopping, is the same on all.
/// A loop's own code is correct on any conformer that keeps the promises below.
public protocol SpinRuntime: Sendable {
  /// Says which thread or executor calls the user's closures.
  var isolation: LoopIsolation { get }

  /// The runtime's clock and alarm.
  var scheduler: any SpinScheduler { get }

  /// Sees to it that a turn is run, once.
  ///
  /// A loop asks for one turn at a time: it never asks for another before that one was run and has
  /// come to its end. The call may run the turn before it returns.
  func run(_ turn: Turn)

  /// Runs the async body of an effect.
  ///
  /// *Cancellation*: the result cancels the task that runs the body. A body whose task was
  /// cancelled before it began must still be called: it knows what to do.
  ///
  /// - Parameters:
  ///   - body: Call it once. If it returns a turn, the loop wants one: run it at once if the code
  ///     around the body is in the loop's isolation, or pass it to ``run(_:)``.
  ///   - executor: Where the body runs, if its feedback asks for an executor.
  func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation
}

/// Where a runtime calls the closures of a loop: reducer, feedbacks, observers, registrations.
public enum LoopIsolation: Hashable, Sendable {
  /// A task of its own for each turn, on the global or the given executor.
  case tasks

  /// The main actor.
  case mainActor

  /// A serial dispatch queue, named by its label.
  case serialQueue(String)

  /// The thread that emits while the loop is idle.
  case callersThread

  /// Something else, in words.
  case custom(String)
}

/// One turn of a loop: takes what waits in the mailbox, event by event, until nothing waits.
///
/// Copies are the same turn; it is run once.
public struct Turn: Sendable {
  /// Takes up to so many entries of the mailbox; tells whether some are left.
  private let drain: @Sendable (AnyObject, _ limit: Int) -> Bool
  private let loop: any AnyObject & Sendable

  @usableFromInline
  init(
    _ loop: any AnyObject & Sendable, _ drain: @escaping @Sendable (AnyObject, Int) -> Bool
  ) {
    self.loop = loop
    self.drain = drain
  }

  /// Runs the turn to its end.
  ///
  /// - Precondition: The turn has not been run.
  public func callAsFunction() {
    _ = drain(loop, .max)
  }

  /// Runs the turn, but takes no more than so many events.
  ///
  /// For runtimes that share a thread with others and want a long turn to make room for them.
  ///
  /// - Parameter limit: The most entries of the mailbox to take, 1 or more.
  /// - Precondition: The turn has not been run.
  /// - Returns: The rest of the turn, to be run like a new one; `nil` if it came to its end.
  public func run(limit: Int) -> Turn? {
    precondition(limit > 0, "A turn that takes \(limit) events never ends: the limit is 1 or more.")
    return drain(loop, limit) ? self : nil
  }
}

/// The async body of an effect, as a runtime sees it.
public struct EffectBody: Sendable {
  @usableFromInline let body: nonisolated(nonsending) @Sendable () async -> Turn?

  @inlinable
  init(_ body: nonisolated(nonsending) @escaping @Sendable () async -> Turn?) {
    self.body = body
  }

  /// Runs the body and delivers what it yields.
  ///
  /// *Isolation*: it leaves the caller's isolation only for the user's closure, which runs on the
  /// task's preferred executor, or on the global one.
  ///
  /// - Returns: A turn that the loop now wants, see ``SpinRuntime/start(_:on:)``.
  @inlinable
  public nonisolated(nonsending) func callAsFunction() async -> Turn? {
    await body()
  }
}
