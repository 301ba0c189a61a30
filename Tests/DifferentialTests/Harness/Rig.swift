import Dispatch
import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport
import Synchronization

/// One run of a plan: the spin that the plan describes, and the record of what it does.
final class Rig: Sendable {
  let plan: Plan
  let handle = Handle<Node, Word>()
  let autopilot = Autopilot()
  let puppets = Puppets<Word>()
  private let newestID = Atomic(0)
  let loop = Guarded(WeakLoop())
  /// The number of the newest transition; -1 if there is none.
  let newestStep = Atomic(-1)
  /// Whether each step becomes durable soon.
  let commitsAll = Atomic(false)
  let notebook: Notebook
  /// The gates of those who wait for an event of theirs to be taken or dropped.
  private let barriers = Guarded<[Int: Gate]>([:])
  private let tokens = Guarded<[ObservationToken]>([])
  /// The replies of the events that were not reduced yet.
  let replies = Guarded<[Int: Reply<Int>]>([:])
  /// The gates of those who send and ask, which they open when they have written the outcome.
  let senders = Guarded<[Gate]>([])
  /// The loop that feedbacks follow.
  private let followed = Guarded<RunningSpin<Int, Int>?>(nil)
  /// The loop that feedbacks forward to.
  private let told = Guarded<RunningSpin<[Heard], Heard>?>(nil)
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
    let count = notebook.record.withLock { record in
      record.lines.append(line)
      return record.lines.count
    }
    // Too long a run would fill the memory.
    if count == Record.mostLines { handle.stop() }
    autopilot.loopHasDone(line)
    if case .published(let number) = line { noteStep(number) }
    if case .taken(.outside, let event?) = line { passBarrier(event.id) }
  }

  var lineCount: Int { notebook.record.withLock { $0.lines.count } }

  func write(_ change: (inout sending Record) -> Void) {
    notebook.record.withLock { change(&$0) }
  }

  /// Makes an event that nobody else has.
  func word(_ kind: Int, to path: [Hop] = []) -> Word {
    Word(path: path, kind: kind, id: newID)
  }

  var newID: Int { newestID.add(1, ordering: .relaxed).newValue }

  // MARK: Emitting

  /// Emits from outside, or from inside as if from outside.
  @discardableResult
  func emit(_ kind: Int, to path: [Hop] = [], echoOf number: Int? = nil) -> Word {
    var made = word(kind, to: path)
    made.echoOf = number
    let word = made
    note(word) { handle.emit(word) }
    return word
  }

  @discardableResult
  func emit(_ kind: Int, with emit: Emitter<Word>) -> EmitResult {
    let word = word(kind)
    write { $0.fromEffects.insert(word.id) }
    return note(word) { emit(word) } ?? .accepted
  }

  /// Writes down what becomes of an emission, and when it was made.
  @discardableResult
  private func note(_ word: Word, _ emit: () -> EmitResult?) -> EmitResult? {
    let before = autopilot.now
    guard let emission = emit() else { return nil }
    let after = autopilot.now
    write { record in
      record.emissions[word.id] = emission
      record.moments[word.id] = before...after
    }
    return emission
  }

  // MARK: Leading

  /// The loop that feedbacks follow, which is started when it is asked for.
  var leader: RunningSpin<Int, Int> {
    if let leader = followed.withLock({ $0 }) { return leader }
    let leader = Spin<Int, Int>(initialState: 0) { Reducer { $0 = $1 } }.start(on: .callersThread)
    followed.withLock { $0 = leader }
    return leader
  }

  /// The loop that feedbacks forward to, which is started when it is asked for.
  var listener: RunningSpin<[Heard], Heard> {
    if let listener = told.withLock({ $0 }) { return listener }
    let listener = Spin<[Heard], Heard>(initialState: []) { Reducer { $0.append($1) } }
      .start(on: .callersThread)
    told.withLock { $0 = listener }
    return listener
  }

  func lead(_ value: Int) { followed.withLock { $0 }?.emit(value) }

  func stopLeading() {
    let leader = followed.withLock { $0.take() }
    leader?.stop()
    if let listener = told.withLock({ $0.take() }) {
      let heard = listener.state
      write { $0.heard = heard }
      listener.stop()
    }
  }

  // MARK: Stopping

  func stop() {
    if plan.drops { handle.set(nil) } else { handle.stop() }
  }

  func stop(_ place: StopPlan.Place, _ node: Node) {
    if plan.stops(place, node) { stop() }
  }

  // MARK: Waiting

  /// Emits an event and returns the gate that opens when it has been taken.
  func barrier() -> Gate {
    let gate = Gate()
    let word = word(0)
    barriers.withLock { $0[word.id] = gate }
    let emission = note(word) { handle.emit(word) }
    if emission?.isAccepted != true { gate.open() }
    return gate
  }

  func passBarrier(_ id: Int) {
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
