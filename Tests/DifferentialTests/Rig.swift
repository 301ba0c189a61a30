import Dispatch
import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport
import Synchronization

/// One run of a plan: the spin that the plan describes, and the record of what it does.
final class Rig: Sendable {
  let plan: Plan
  let handle = Handle<Wheel, Nudge>()
  let autopilot = Autopilot()
  let puppets = Puppets<Nudge>()
  private let newestID = Atomic(0)
  private let notebook: Notebook
  /// The gates of those who wait for an event of theirs to be taken or dropped.
  private let barriers = Guarded<[Int: Gate]>([:])
  private let tokens = Guarded<[ObservationToken]>([])
  /// The replies of the events that were not reduced yet.
  let replies = Guarded<[Int: Reply<Int>]>([:])
  /// The gates of those who send and ask, which they open when they have written the outcome.
  let senders = Guarded<[Gate]>([])
  /// The streams that wait for a state, with the number of the one before.
  let resting = Guarded<[Int: Int]>([:])

  init(_ plan: Plan, _ notebook: Notebook) {
    self.plan = plan
    self.notebook = notebook
  }

  // Everything that the spin is made of keeps the rig, so nothing is left that could write.
  deinit {
    notebook.end.open()
  }

  // MARK: Writing down

  func note(_ line: Line) {
    notebook.record.withLock { $0.lines.append(line) }
    autopilot.loopHasActed()
    if case .taken(.outside, let event?) = line { passBarrier(event.id) }
  }

  var lineCount: Int { notebook.record.withLock { $0.lines.count } }

  func write(_ change: (inout sending Record) -> Void) {
    notebook.record.withLock { change(&$0) }
  }

  /// Makes an event that nobody else has.
  func nudge(_ kind: Int, isLast: Bool = false, echoOf number: Int? = nil) -> Nudge {
    Nudge(
      kind: kind, id: newestID.add(1, ordering: .relaxed).newValue, isLast: isLast,
      echoOf: number)
  }

  // MARK: Emitting

  /// Emits from outside, or from inside as if from outside.
  @discardableResult
  func emit(_ kind: Int, echoOf number: Int? = nil) -> Nudge {
    let nudge = nudge(kind, echoOf: number)
    note(nudge) { handle.emit(nudge) }
    return nudge
  }

  @discardableResult
  func emit(_ kind: Int, with emit: Emitter<Nudge>) -> EmitResult {
    let nudge = nudge(kind)
    write { $0.fromEffects.insert(nudge.id) }
    return note(nudge) { emit(nudge) } ?? .accepted
  }

  /// Writes down what becomes of an emission, and when it was made.
  @discardableResult
  private func note(_ nudge: Nudge, _ emit: () -> EmitResult?) -> EmitResult? {
    let before = autopilot.now
    guard let emission = emit() else { return nil }
    let after = autopilot.now
    write { record in
      record.emissions[nudge.id] = emission
      record.moments[nudge.id] = before...after
    }
    return emission
  }

  // MARK: Stopping

  func stop() {
    if plan.drops { handle.set(nil) } else { handle.stop() }
  }

  func stop(_ place: StopPlan.Place, _ state: Wheel) {
    if plan.stops(place, state) { stop() }
  }

  // MARK: Waiting

  /// Emits an event and returns the gate that opens when it has been taken.
  func barrier() -> Gate {
    let gate = Gate()
    let nudge = nudge(0)
    barriers.withLock { $0[nudge.id] = gate }
    let emission = note(nudge) { handle.emit(nudge) }
    if emission?.isAccepted != true { gate.open() }
    return gate
  }

  private func passBarrier(_ id: Int) {
    barriers.withLock { $0.removeValue(forKey: id) }?.open()
  }

  /// Has the loop write down that it is settled; returns the gate that it opens then, which is open
  /// if there is no loop.
  func watch() -> Gate {
    let gate = Gate()
    guard let running = handle.value else {
      gate.open()
      return gate
    }
    keep(
      running.onSettled { [unowned self] in
        note(.settled(resting.withLock { $0 }))
        gate.open()
      })
    return gate
  }

  /// Observes from now on.
  func observe() {
    guard let running = handle.value else { return }
    let number = notebook.record.withLock { record in
      record.latecomers.append([])
      return record.latecomers.count - 1
    }
    keep(
      running.observe { [unowned self] transition in
        write { $0.latecomers[number].append(transition) }
      })
  }

  private func keep(_ token: ObservationToken) {
    tokens.withLock { $0.append(token) }
  }
}
