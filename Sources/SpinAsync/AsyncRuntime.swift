@_exported public import SpinCore

/// Runs loops by tasks: one for each turn, and none while the loop is idle.
///
/// *Isolation*: everything of the loop is called in a task of its own, on the global executor, on
/// an executor given, or on the main actor: reducer, feedbacks, observers and registrations. An
/// async body runs on the same executor, in a task of its own or in that of a turn and of bodies
/// that have ended before it began; on the main actor's runtime its place is the global executor,
/// unless the closure is itself isolated. The task-local
/// values and the priority of the task that emits do not reach the loop.
///
/// *Cancellation*: cancelling the task that starts or awaits a loop does not stop the loop; use
/// ``Spin/run(on:until:options:keepingPrevious:observer:)`` for that.
public struct AsyncRuntime: SpinRuntime {
  fileprivate enum Place {
    case executor((any TaskExecutor)?)
    case mainActor
  }

  /// What the copies of a runtime share, so that a loop keeps one reference.
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

  /// The clock that was given, or the one that all loops share.
  public var scheduler: any SpinScheduler { core.scheduler }

  /// One clock for all loops: see ``AlarmClock``.
  private static let sharedScheduler = ClockScheduler(SuspendingClock())

  fileprivate static let shared = AsyncRuntime(.executor(nil), nil)

  fileprivate static let sharedOnMainActor = AsyncRuntime(.mainActor, nil)

  /// Makes a runtime.
  ///
  /// - Parameters:
  ///   - executor: Where turns and async bodies run; `nil` is the global executor.
  ///   - scheduler: A clock to use instead of `SuspendingClock`, which stands still while the machine
  ///     sleeps, as that of `CallbackRuntime` does.
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

  /// Runs the turn in a task of its own.
  public func schedule(_ turn: Turn) {
    switch place {
    case .executor(let executor):
      // One without a preference is cheaper than one that prefers nothing.
      guard let executor else { return _ = Task.detached { await resume(turn) } }
      Task.detached(executorPreference: executor) { await resume(turn) }
    case .mainActor:
      let work: @MainActor @Sendable () async -> Void = { await resume(turn) }
      Task.detached(operation: work)
    }
  }

  /// Runs the body in a task of its own, on the executor that is given or on that of the runtime.
  public func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    switch place {
    case .executor(let ours):
      guard let executor = executor ?? ours else {
        return Cancellation(Task.detached { await body.run(limit: 4096) })
      }
      return Cancellation(
        Task.detached(executorPreference: executor) { await body.run(limit: 4096) })
    case .mainActor:
      if let executor {
        // All of the body runs there; if it wants a turn, it has the runtime run it.
        return Cancellation(
          Task.detached(executorPreference: executor) { await body.run(limit: 4096) })
      }
      let work: @MainActor @Sendable () async -> Void = { await body.run(limit: 4096) }
      return Cancellation(Task.detached(operation: work))
    }
  }
}

/// Runs a turn here, and lets others on the executor go first between long stretches of it.
private func resume(_ turn: Turn, isolation: isolated (any Actor)? = #isolation) async {
  var rest: Turn? = turn
  while let turn = rest {
    rest = turn.run(limit: 4096)
    if rest != nil { await Task.yield() }
  }
}

extension SpinRuntime where Self == AsyncRuntime {
  /// Tasks on the global executor.
  public static var async: AsyncRuntime { .shared }

  /// Tasks on an executor, or by a clock of the user's, see
  /// ``AsyncRuntime/init(executor:scheduler:)``.
  public static func async(
    executor: (any TaskExecutor)? = nil, scheduler: (any SpinScheduler)? = nil
  ) -> AsyncRuntime {
    AsyncRuntime(executor: executor, scheduler: scheduler)
  }

  /// Tasks on the main actor.
  public static var mainActor: AsyncRuntime { .sharedOnMainActor }

  /// Tasks on the main actor, by a clock of the user's.
  ///
  /// - Parameter scheduler: A clock to use instead of `SuspendingClock`.
  /// - Returns: A runtime on the main actor.
  public static func mainActor(scheduler: (any SpinScheduler)?) -> AsyncRuntime {
    AsyncRuntime(.mainActor, scheduler)
  }
}
