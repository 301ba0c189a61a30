import SpinCore

/// A runtime that runs turns where they are wanted, for loops without effects.
struct InPlace: SpinRuntime, SpinScheduler {
  var isolation: LoopIsolation { .callersThread }

  var scheduler: any SpinScheduler { self }

  var now: Duration { .zero }

  func schedule(_ turn: Turn) {
    turn()
  }

  func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation { .none }

  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation { .none }
}
