import SpinCallbacks
import SpinCore

/// A runtime on the caller's thread whose turns take few events at once.
struct HastyRuntime: SpinRuntime {
  /// The most events that a part of a turn may take.
  let limit: Int

  private let base = CallbackRuntime.callersThread

  var isolation: LoopIsolation { base.isolation }

  var scheduler: any SpinScheduler { base.scheduler }

  func schedule(_ turn: Turn) {
    var rest: Turn? = turn
    while let turn = rest { rest = turn.run(limit: limit) }
  }

  func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    base.start(body, on: executor)
  }
}
