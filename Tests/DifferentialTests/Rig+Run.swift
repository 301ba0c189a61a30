import Dispatch
import SpinCallbacks
import SpinCore
import SpinTestSupport

extension Rig {
  /// Runs the plan to its end and returns what was written down.
  ///
  /// - Parameter makeRuntime: Makes the runtime, with a scheduler.
  func run(on makeRuntime: (any SpinScheduler) -> any SpinRuntime) async -> Record {
    // Held back, so that the handle is there when transition 0 is made.
    let held = HeldRuntime(makeRuntime(autopilot), turns: true)
    let running = spin.start(on: held, options: options)
    handle.set(running)
    for (index, threads) in plan.phases.enumerated() {
      guard await perform(threads) else { return stuck("a barrier") }
      if index == 0 { held.release() }
    }
    if plan.burnsFirst { burn() }
    puppets.open()
    autopilot.letGo()
    if !plan.burnsFirst { burn() }
    guard await watch().wait() else { return stuck("being settled") }
    running.stop()
    let end = Gate()
    let token = running.onFinished { end.open() }
    guard await end.wait() else { return stuck("having finished") }
    token.cancel()
    write { $0.state = running.state }
    dismantle()
    return result
  }

  /// Emits as much as burns all fuel.
  private func burn() {
    for number in 0..<plan.initial.fuel { emit(number % Plan.kinds) }
  }

  /// Ends a run that hangs: the time limit of the test has cancelled it.
  private func stuck(_ wait: String) -> Record {
    write { $0.stuck = wait }
    dismantle()
    return result
  }

  /// Does what the threads of a phase do, at once.
  private func perform(_ threads: [[Act]]) async -> Bool {
    if threads.count == 1 {
      for act in threads[0] {
        if let gate = perform(act), await !gate.wait() { return false }
      }
    } else {
      DispatchQueue.concurrentPerform(iterations: threads.count) { thread in
        for act in threads[thread] { _ = perform(act) }
      }
    }
    return true
  }

  /// Does one thing; returns the gate to wait at, if it is one to wait for.
  private func perform(_ act: Act) -> Gate? {
    switch act {
    case .emit(let kind): emit(kind)
    case .release(let number): puppets.release(number)
    case .emitFromEffect(let number, let kind):
      if let emit = puppets.emitter(number, for: kind) { self.emit(kind, with: emit) }
    case .finishEffect(let number, let bySaying): puppets.finish(number, bySaying: bySaying)
    case .advance(let delay): autopilot.advance(by: .milliseconds(delay))
    case .observe: observe()
    case .watch: _ = watch()
    case .barrier: return barrier()
    case .stop: handle.stop()
    }
    return nil
  }
}
