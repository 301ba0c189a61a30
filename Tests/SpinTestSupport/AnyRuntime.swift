package import SpinCore

/// A runtime of any type, for code that is generic over runtimes.
package struct AnyRuntime: SpinRuntime {
  private let base: any SpinRuntime

  package init(_ base: any SpinRuntime) {
    self.base = base
  }

  package var isolation: LoopIsolation { base.isolation }

  package var scheduler: any SpinScheduler { base.scheduler }

  package var runsTurnsAtOnce: Bool { base.runsTurnsAtOnce }

  package func isIsolatingCurrentContext() -> Bool? { base.isIsolatingCurrentContext() }

  package func schedule(_ turn: Turn) {
    base.schedule(turn)
  }

  package func scheduleElsewhere(_ turn: Turn) {
    base.scheduleElsewhere(turn)
  }

  package func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    base.start(body, on: executor)
  }
}
