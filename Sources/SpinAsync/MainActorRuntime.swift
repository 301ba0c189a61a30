public import SpinCore
internal import SpinSystem

/// Runs loops in tasks on the main actor: one task for each turn, and none while the loop is idle.
///
/// ```swift
/// let running = search.start(on: .mainActor) { label.text = $0.state.query }
/// ```
///
/// *Isolation*: the reducer, feedbacks, observers and registrations of a loop are called on the main
/// actor. The observer that ``/SpinCore/Spin/start(on:options:keepingPrevious:observer:)`` gets may
/// use what belongs to the main actor. An async body runs on the global executor, unless its closure
/// is isolated or its feedback has an executor. The task-local values and the priority of the
/// emitting task do not reach the loop, except by an `emit` on the main actor.
///
/// *Ordering*: an `emit` on a handle, a part of it or a binding that is called on the main actor,
/// outside of every closure of a loop, makes the steps that wait, its own last, before it returns:
///
/// ```swift
/// running.emit(.typed("a"))
/// print(running.state.query)  // a
/// ```
///
/// It makes them for about a millisecond at most. If other threads have emitted more than that, the
/// rest waits for a turn, and so may its own step. Inside a closure of a loop, and everywhere else,
/// `emit` only leaves its event to a turn.
///
/// In a program that replaces the executor of the main actor, the main actor does not work on the main
/// queue. There every `emit` leaves its event to a turn, and code on the main queue must not emit.
///
/// *Cancellation*: as for ``AsyncRuntime``.
public struct MainActorRuntime: SpinRuntime {
  /// The time, and the runtime of bodies that have an executor.
  private let tasks: AsyncRuntime

  /// The given scheduler, or the scheduler that all loops share.
  public var scheduler: any SpinScheduler { tasks.scheduler }

  /// Creates a runtime.
  ///
  /// - Parameter scheduler: A scheduler to use instead of one for `SuspendingClock`.
  public init(scheduler: (any SpinScheduler)? = nil) {
    tasks = scheduler.map { AsyncRuntime(scheduler: $0) } ?? .async
  }

  /// The main actor.
  public var isolation: LoopIsolation { .mainActor }

  /// Whether the calling code is work of the main queue, which serves the main actor.
  public func isIsolatingCurrentContext() -> Bool? { MainThread.isServingMainQueue }

  /// Runs the turn in a new task, or its slices in several.
  public func schedule(_ turn: Turn) {
    let work: @MainActor @Sendable () async -> Void = {
      // NB: the rest gets a task of its own, which waits behind those that wait for the main actor
      // already. `Task.yield()` would first wait for the global executor.
      if let rest = turn.run() { schedule(rest) }
    }
    Task.detached(operation: work)
  }

  /// Runs the body in a new task, on the given executor or else on the main actor, as far as its
  /// closures permit.
  public func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    // The whole body runs on its executor. If it needs a turn, the loop has that turn run here.
    if let executor { return tasks.start(body, on: executor) }
    let work: @MainActor @Sendable () async -> Void = {
      if let rest = await body.runSlice() { schedule(rest) }
    }
    return Cancellation(Task.detached(operation: work))
  }
}

extension SpinRuntime where Self == MainActorRuntime {
  /// Tasks on the main actor.
  public static var mainActor: MainActorRuntime { MainActorRuntime() }

  /// Refuses the name of the place of observers.
  @available(*, unavailable, renamed: "mainActor")
  public static var main: MainActorRuntime { .mainActor }

  /// Tasks on the main actor, with a scheduler.
  ///
  /// - Parameter scheduler: A scheduler to use instead of one for `SuspendingClock`.
  /// - Returns: A runtime on the main actor.
  public static func mainActor(scheduler: (any SpinScheduler)?) -> MainActorRuntime {
    MainActorRuntime(scheduler: scheduler)
  }
}
