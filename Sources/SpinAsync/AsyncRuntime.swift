@_exported public import SpinCore

/// Runs loops in tasks: one task for each turn, and none while the loop is idle.
///
/// *Isolation*: the reducer, feedbacks, observers and registrations of a loop are called in a
/// separate task, on the global executor or on a given one. An async body runs on the same executor,
/// either in its own task or in the task of a turn and of bodies that have ended before it began. The
/// task-local values and the priority of the emitting task do not reach the loop.
///
/// *Cancellation*: cancelling the task that starts or awaits a loop does not stop the loop; use
/// ``/SpinCore/Spin/run(on:until:options:keepingPrevious:observer:)`` for that.
public struct AsyncRuntime: SpinRuntime {
  /// The values that the copies of a runtime share, so that a loop holds one reference.
  private final class Core: Sendable {
    let executor: (any TaskExecutor)?
    let scheduler: any SpinScheduler

    init(_ executor: (any TaskExecutor)?, _ scheduler: (any SpinScheduler)?) {
      self.executor = executor
      self.scheduler = scheduler ?? AsyncRuntime.sharedScheduler
    }
  }

  private let core: Core

  /// The given scheduler, or the scheduler that all loops share.
  public var scheduler: any SpinScheduler { core.scheduler }

  /// One clock for all loops: see ``AlarmClock``.
  private static let sharedScheduler = ClockScheduler(SuspendingClock())

  fileprivate static let shared = AsyncRuntime()

  /// Creates a runtime.
  ///
  /// - Parameters:
  ///   - executor: The executor of turns and async bodies; `nil` selects the global executor.
  ///   - scheduler: A scheduler to use instead of one for `SuspendingClock`. That clock, like the
  ///     clock of `CallbackRuntime`, stops while the machine sleeps.
  public init(
    executor: (any TaskExecutor)? = nil, scheduler: (any SpinScheduler)? = nil
  ) {
    core = Core(executor, scheduler)
  }

  /// A task for each turn.
  public var isolation: LoopIsolation { .tasks }

  /// Runs the turn in a new task, or its slices in several.
  public func schedule(_ turn: Turn) {
    // A task without a preference is cheaper than one that prefers `nil`. NB: the two tasks share no closure,
    // because a shared closure would be called by way of another one.
    guard let executor = core.executor else { return _ = Task.detached { run(turn) } }
    Task.detached(executorPreference: executor) { run(turn) }
  }

  /// NB: the rest gets a task of its own, which waits behind those that wait for the executor already.
  private func run(_ turn: Turn) {
    if let rest = turn.run() { schedule(rest) }
  }

  /// Runs the body in a new task, on the given executor or on the runtime's executor.
  public func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    guard let executor = executor ?? core.executor else {
      return Cancellation(Task.detached { await body.run() })
    }
    return Cancellation(Task.detached(executorPreference: executor) { await body.run() })
  }
}

extension SpinRuntime where Self == AsyncRuntime {
  /// Tasks on the global executor.
  public static var async: AsyncRuntime { .shared }

  /// Tasks on an executor, or with a scheduler, see
  /// ``/SpinAsync/AsyncRuntime/init(executor:scheduler:)``.
  public static func async(
    executor: (any TaskExecutor)? = nil, scheduler: (any SpinScheduler)? = nil
  ) -> AsyncRuntime {
    AsyncRuntime(executor: executor, scheduler: scheduler)
  }
}
