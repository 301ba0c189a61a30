@_exported public import SpinCore

/// Runs loops in tasks: one task for each turn, and none while the loop is idle.
///
/// *Isolation*: the reducer, feedbacks, observers and registrations of a loop are called in a
/// separate task: on the global executor, on a given executor, or on the main actor. An async body
/// runs on the same executor, either in its own task or in the task of a turn and of bodies that
/// have ended before it began. On the main actor's runtime it runs on the global executor, unless
/// the closure itself is isolated. The task-local values and the priority of the emitting task do
/// not reach the loop.
///
/// *Cancellation*: cancelling the task that starts or awaits a loop does not stop the loop; use
/// ``/SpinCore/Spin/run(on:until:options:keepingPrevious:observer:)`` for that.
public struct AsyncRuntime: SpinRuntime {
  fileprivate enum Place {
    case executor((any TaskExecutor)?)
    case mainActor
  }

  /// The values that the copies of a runtime share, so that a loop holds one reference.
  private final class Core: Sendable {
    let place: Place
    let scheduler: any SpinScheduler

    init(_ place: Place, _ scheduler: (any SpinScheduler)?) {
      self.place = place
      self.scheduler = scheduler ?? AsyncRuntime.sharedScheduler
    }
  }

  private let core: Core

  private var place: Place { core.place }

  /// The given scheduler, or the scheduler that all loops share.
  public var scheduler: any SpinScheduler { core.scheduler }

  /// One clock for all loops: see ``AlarmClock``.
  private static let sharedScheduler = ClockScheduler(SuspendingClock())

  fileprivate static let shared = AsyncRuntime(.executor(nil), nil)

  fileprivate static let sharedOnMainActor = AsyncRuntime(.mainActor, nil)

  /// Creates a runtime.
  ///
  /// - Parameters:
  ///   - executor: The executor of turns and async bodies; `nil` selects the global executor.
  ///   - scheduler: A scheduler to use instead of one for `SuspendingClock`. That clock, like the
  ///     clock of `CallbackRuntime`, stops while the machine sleeps.
  public init(
    executor: (any TaskExecutor)? = nil, scheduler: (any SpinScheduler)? = nil
  ) {
    self.init(.executor(executor), scheduler)
  }

  fileprivate init(_ place: Place, _ scheduler: (any SpinScheduler)?) {
    core = Core(place, scheduler)
  }

  /// The main actor, or a task for each turn.
  public var isolation: LoopIsolation {
    switch place {
    case .executor: .tasks
    case .mainActor: .mainActor
    }
  }

  /// Runs the turn in a new task, or its slices in several.
  public func schedule(_ turn: Turn) {
    switch place {
    case .executor(let executor):
      let work = { @Sendable () async -> Void in run(turn) }
      // A task without a preference is cheaper than one that prefers `nil`.
      guard let executor else { return _ = Task.detached(operation: work) }
      Task.detached(executorPreference: executor, operation: work)
    case .mainActor:
      let work: @MainActor @Sendable () async -> Void = { run(turn) }
      Task.detached(operation: work)
    }
  }

  /// Runs the body in a new task, on the given executor or on the runtime's executor.
  public func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    switch place {
    case .executor(let ours):
      guard let executor = executor ?? ours else {
        return Cancellation(Task.detached { await body.run() })
      }
      return Cancellation(Task.detached(executorPreference: executor) { await body.run() })
    case .mainActor:
      if let executor {
        // The whole body runs there. If it needs a turn, the runtime runs the turn.
        return Cancellation(Task.detached(executorPreference: executor) { await body.run() })
      }
      let work: @MainActor @Sendable () async -> Void = {
        if let rest = await body.runSlice() { schedule(rest) }
      }
      return Cancellation(Task.detached(operation: work))
    }
  }

  /// Runs a slice of the turn in this task.
  ///
  /// NB: the rest gets a task of its own, which waits behind those that wait for the executor
  /// already. `Task.yield()` on the main actor would first wait for the global executor.
  private func run(_ turn: Turn) {
    if let rest = turn.run() { schedule(rest) }
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

  /// Tasks on the main actor.
  public static var mainActor: AsyncRuntime { .sharedOnMainActor }

  /// Tasks on the main actor, with a scheduler.
  ///
  /// - Parameter scheduler: A scheduler to use instead of one for `SuspendingClock`.
  /// - Returns: A runtime on the main actor.
  public static func mainActor(scheduler: (any SpinScheduler)?) -> AsyncRuntime {
    AsyncRuntime(.mainActor, scheduler)
  }
}
