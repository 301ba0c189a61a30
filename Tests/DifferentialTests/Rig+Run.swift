import Dispatch
import SpinCallbacks
import SpinCore
import SpinTestSupport

extension Rig {
  /// Runs a plan to its end and returns what was written down.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - makeRuntime: Makes the runtime, with a scheduler.
  /// - Returns: What was written down.
  static func record(
    _ plan: Plan, on makeRuntime: (any SpinScheduler) -> any SpinRuntime
  ) async -> Record {
    let notebook = Notebook()
    let wait = await Rig(plan, notebook).run(on: makeRuntime)
    let hasEnded = await notebook.end.wait()
    var record = notebook.record.withLock { $0 }
    record.stuck = wait ?? (hasEnded ? nil : "its memory to be freed")
    return record
  }

  /// Runs the plan; returns for what it waits in vain, if it does.
  private func run(on makeRuntime: (any SpinScheduler) -> any SpinRuntime) async -> String? {
    defer { handle.set(nil) }  // The rig keeps the handle, and the loop keeps the rig.
    // Held back, so that the handle is there when transition 0 is made.
    let held = HeldRuntime(makeRuntime(autopilot), turns: true)
    handle.set(spin.start(on: held, options: options))
    // Told also if the handle is dropped.
    let end = Gate()
    let token = handle.value?.onFinished { end.open() }
    defer { token?.cancel() }
    for (index, threads) in plan.phases.enumerated() {
      guard await perform(threads) else { return "a barrier" }
      if index == 0 { held.release() }
    }
    resume()
    if plan.burnsFirst { burn() }
    puppets.open()
    autopilot.letGo()
    if !plan.burnsFirst { burn() }
    guard await watch().wait() else { return "being settled" }
    stop()
    guard await end.wait() else { return "having finished" }
    guard await untilSendersHaveEnded() else { return "an answer" }
    if let state = handle.value?.state { write { $0.state = state } }
    return nil
  }

  /// Emits as much as burns all fuel.
  private func burn() {
    for number in 0..<plan.initial.fuel { emit(number % Plan.kinds) }
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
    case .send(let kind): send(kind)
    case .ask(let kind): ask(kind)
    case .suspend: suspend()
    case .resume: resume()
    case .release(let number): puppets.release(number)
    case .emitFromEffect(let number, let kind):
      if let emit = puppets.emitter(number, for: kind) { self.emit(kind, with: emit) }
    case .finishEffect(let number, let bySaying): puppets.finish(number, bySaying: bySaying)
    case .advance(let delay): autopilot.advance(by: .milliseconds(delay))
    case .observe: observe()
    case .watch: _ = watch()
    case .barrier:
      resume()
      return barrier()
    case .stop: stop()
    }
    return nil
  }
}
