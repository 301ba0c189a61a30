package import SpinCore

/// A runtime that holds back turns and bodies until the test releases them, and then runs them on
/// another runtime: it puts racing operations into a chosen order.
package final class HeldRuntime: SpinRuntime {
  private struct Held: Sendable {
    var holdsTurns: Bool
    var holdsBodies: Bool
    var turns: [Turn] = []
    var bodies: [@Sendable () -> Void] = []
  }

  private let base: any SpinRuntime
  private let held: Guarded<Held>

  package init(_ base: any SpinRuntime, turns: Bool = false, bodies: Bool = false) {
    self.base = base
    held = Guarded(Held(holdsTurns: turns, holdsBodies: bodies))
  }

  package var isolation: LoopIsolation { base.isolation }

  package var scheduler: any SpinScheduler { base.scheduler }

  package func schedule(_ turn: Turn) {
    let isHeld = held.withLock { held in
      if held.holdsTurns { held.turns.append(turn) }
      return held.holdsTurns
    }
    if !isHeld { base.schedule(turn) }
  }

  package func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    let task = HeldTask()
    let begin: @Sendable () -> Void = { [base] in task.begin { base.start(body, on: executor) } }
    let isHeld = held.withLock { held in
      if held.holdsBodies { held.bodies.append(begin) }
      return held.holdsBodies
    }
    if !isHeld { begin() }
    return Cancellation { task.cancel() }
  }

  /// Runs the held turns and bodies, and holds back no more.
  package func release() {
    let (turns, bodies) = held.withLock { held in
      defer { held = Held(holdsTurns: false, holdsBodies: false) }
      return (held.turns, held.bodies)
    }
    for turn in turns { base.schedule(turn) }
    for body in bodies { body() }
  }
}

/// A task that can be cancelled before it exists.
private final class HeldTask: Sendable {
  private enum Phase {
    case pending(isCancelled: Bool)
    case begun(Cancellation)
  }

  private let phase = Guarded(Phase.pending(isCancelled: false))

  func begin(_ start: () -> Cancellation) {
    let cancellation = start()
    let isLate = phase.withLock { phase in
      defer { phase = .begun(cancellation) }
      if case .pending(true) = phase { return true }
      return false
    }
    if isLate { cancellation.cancel() }
  }

  func cancel() {
    let cancellation = phase.withLock { phase -> Cancellation? in
      if case .begun(let cancellation) = phase { return cancellation }
      phase = .pending(isCancelled: true)
      return nil
    }
    cancellation?.cancel()
  }
}
