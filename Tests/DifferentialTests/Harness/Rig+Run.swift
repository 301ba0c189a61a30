import Dispatch
import SpinCallbacks
import SpinCore
import SpinRecording
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
    if plan.isMonitored { record.log = notebook.recording.log }
    record.stuck = wait ?? (hasEnded ? nil : "its memory to be freed")
    return record
  }

  /// Runs the plan; returns for what it waits in vain, if it does.
  private func run(on makeRuntime: (any SpinScheduler) -> any SpinRuntime) async -> String? {
    defer {  // The rig keeps the handles, and the loops keep the rig.
      stopLeading()
      handle.set(nil)
    }
    // Held back, so that the handle is there when transition 0 is made.
    let held = HeldRuntime(makeRuntime(autopilot), turns: true)
    // As any runtime, because the loop is to end by itself and not with its test.
    handle.set(spin(plan.spin, plan.initial).start(on: held as any SpinRuntime, options: options))
    loop.withLock { [weak loop = handle.value?.loop] in $0 = WeakLoop(loop) }
    // Told also if the handle is dropped.
    let end = Gate()
    let token = handle.value?.onFinished { end.open() }
    defer { token?.cancel() }
    for (index, threads) in plan.phases.enumerated() {
      guard await perform(threads) else { return "a barrier" }
      if index == 0 { held.release() }
    }
    guard await comeToTheEnd() else { return "being settled" }
    stop()
    commitAll()
    puppets.open()
    guard await end.wait() else { return "having finished" }
    guard await untilSendersHaveEnded() else { return "an answer" }
    if let state = handle.value?.state { write { $0.state = state } }
    return nil
  }

  /// Lets go of what the plan says, and waits until the loop is settled; tells whether it is.
  private func comeToTheEnd() async -> Bool {
    if plan.ending == .stopped { return true }
    resumeAll()
    commitAll()
    if plan.ending == .burnt(first: true) { burn() }
    puppets.open()
    autopilot.letGo()
    if plan.ending == .burnt(first: false) { burn() }
    return await watch().wait()
  }

  /// Emits as much as burns all fuel.
  private func burn() {
    for number in 0..<plan.initial.wheel.fuel { emit(number % Word.kinds) }
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
    case .emit(let path, let kind): emit(kind, to: path)
    case .send(let path, let kind): send(kind, to: path)
    case .ask(let path, let kind): ask(kind, to: path)
    case .lead(let value): lead(value)
    case .suspend: suspend()
    case .resume: resume()
    case .commit(let left): commit(left)
    case .release(let number): puppets.release(number)
    case .emitFromEffect(let number, let kind):
      if let emit = puppets.emitter(number, for: kind) { self.emit(kind, with: emit) }
    case .finishEffect(let number, let bySaying): puppets.finish(number, bySaying: bySaying)
    case .advance(let delay): autopilot.advance(by: .milliseconds(delay))
    case .observe: observe()
    case .watch: _ = watch()
    case .barrier:
      resumeAll()
      return barrier()
    case .stop: stop()
    }
    return nil
  }
}
