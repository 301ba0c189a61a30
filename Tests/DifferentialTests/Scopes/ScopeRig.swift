import Dispatch
import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport
import Synchronization

/// One run of a generated spin of spins, and the record of what it does.
final class ScopeRig: Sendable {
  let plan: ScopeCase
  let handle = Handle<Node, Word>()
  let puppets = Puppets<Word>()
  private let newestID = Atomic(0)
  private let notebook: ScopeNotebook
  /// The gates of those who wait for an event of theirs to be taken or dropped.
  private let barriers = Guarded<[Int: Gate]>([:])
  private let tokens = Guarded<[ObservationToken]>([])

  init(_ plan: ScopeCase, _ notebook: ScopeNotebook) {
    self.plan = plan
    self.notebook = notebook
  }

  // Everything that the spin is made of keeps the rig, so nothing is left that could write.
  deinit {
    notebook.end.open()
  }

  // MARK: Writing down

  func note(_ line: ScopeLine) {
    notebook.record.withLock { $0.lines.append(line) }
    if case .taken(.outside, let event?) = line {
      barriers.withLock { $0.removeValue(forKey: event.id) }?.open()
    }
  }

  func write(_ change: (inout sending ScopeRecord) -> Void) {
    notebook.record.withLock { change(&$0) }
  }

  /// Makes an event that nobody else has.
  func word(_ path: [Hop], _ kind: Int, isLast: Bool = false) -> Word {
    Word(
      path: path, kind: kind, id: newestID.add(1, ordering: .relaxed).newValue, isLast: isLast)
  }

  /// Emits, and writes down what becomes of it.
  @discardableResult
  func note(_ word: Word, _ emit: () -> EmitResult?) -> EmitResult? {
    let emission = emit()
    if let emission { write { $0.emissions[word.id] = emission } }
    return emission
  }

  // MARK: Running

  /// Runs a plan to its end and returns what was written down.
  static func record(_ plan: ScopeCase, on runtime: any SpinRuntime) async -> ScopeRecord {
    let notebook = ScopeNotebook()
    let wait = await ScopeRig(plan, notebook).run(on: runtime)
    let hasEnded = await notebook.end.wait()
    var record = notebook.record.withLock { $0 }
    record.stuck = wait ?? (hasEnded ? nil : "its memory to be freed")
    return record
  }

  /// Runs the plan; returns for what it waits in vain, if it does.
  private func run(on runtime: any SpinRuntime) async -> String? {
    defer { handle.set(nil) }  // The rig keeps the handle, and the loop keeps the rig.
    // Held back, so that what the first phase emits waits behind transition 0.
    let held = HeldRuntime(runtime, turns: true)
    handle.set(spin(plan.spin, plan.initial).start(on: held, options: options))
    let end = Gate()
    let token = handle.value?.onFinished { end.open() }
    defer { token?.cancel() }
    for (index, threads) in plan.phases.enumerated() {
      guard await perform(threads) else { return "a barrier" }
      if index == 0 { held.release() }
    }
    if plan.endsSettled {
      puppets.open()
      guard await watch().wait() else { return "being settled" }
    }
    if plan.drops { handle.set(nil) } else { handle.stop() }
    puppets.open()
    return await end.wait() ? nil : "having finished"
  }

  var options: RunOptions<Node, Word> {
    var options = RunOptions<Node, Word>(
      observers: [
        Observer { [self] transition in
          note(
            .observed(
              number: transition.number, transition.event, origin: transition.origin.inFull,
              transition.state))
        }
      ],
      onDrop: { [self] drop in write { $0.drops.append(drop) } })
    options.trace = { [self] fact in note(ScopeLine(fact)) }
    return options
  }

  // MARK: Acting

  /// Does what the threads of a phase do, at once.
  private func perform(_ threads: [[ScopeAct]]) async -> Bool {
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
  private func perform(_ act: ScopeAct) -> Gate? {
    switch act {
    case .emit(let path, let kind):
      let word = word(path, kind)
      note(word) { handle.emit(word) }
    case .release(let number): puppets.release(number)
    case .emitFromEffect(let number, let kind):
      if let emit = puppets.emitter(number, for: kind) {
        let word = word([], kind)
        note(word) { emit(word) }
      }
    case .finishEffect(let number, let bySaying): puppets.finish(number, bySaying: bySaying)
    case .watch: _ = watch()
    case .barrier: return barrier()
    }
    return nil
  }

  private func barrier() -> Gate {
    let gate = Gate()
    let word = word([], 0)
    barriers.withLock { $0[word.id] = gate }
    if note(word, { handle.emit(word) })?.isAccepted != true { gate.open() }
    return gate
  }

  /// Has the loop write down that it is settled; returns the gate that it opens then.
  private func watch() -> Gate {
    let gate = Gate()
    let token = handle.value?.onSettled { [unowned self] in
      note(.settled)
      gate.open()
    }
    if let token { tokens.withLock { $0.append(token) } } else { gate.open() }
    return gate
  }
}

extension Origin {
  /// Everything that an origin says.
  var inFull: String {
    guard case .feedback(let origin) = self else { return description }
    return "\(origin.index) \(origin)\(origin.isImmediate ? " immediately" : "")"
  }
}
