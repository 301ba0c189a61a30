import Dispatch
import SpinAsync
import SpinCallbacks
import SpinCore
import SpinRecording
import SpinTestSupport
import Synchronization

/// One run of generated loops on gears.
final class GearRig: Sendable {
  typealias Running = RunningSpin<Cog, Message>

  private let plan: GearPlan
  private let runtime: RuntimeUnderTest
  private let gears: [Gear<Message>]
  private let record: Guarded<GearRecord>
  private let settledRecord = Guarded<GearRecord?>(nil)
  private let running: Guarded<[Running?]>
  /// The logs of every other loop.
  private let recordings: [RunRecord<Cog, Message>?]
  private let newestStamp = Atomic(0)

  init(_ plan: GearPlan, _ runtime: RuntimeUnderTest) {
    self.plan = plan
    self.runtime = runtime
    gears = plan.gears.map { Gear(replayingLatest: $0) }
    record = Guarded(GearRecord(plan))
    running = Guarded(plan.loops.map { _ in nil })
    recordings = plan.loops.indices.map { $0 % 2 == 0 ? RunRecord() : nil }
  }

  /// Runs the plan; returns what is wrong with it.
  func complaints() async -> [String] {
    let tokens = gears.enumerated().map { index, gear in
      gear.observe { [self] message in
        record.withLock { $0.heard[index].append((.test, message.name, message.kind)) }
      }
    }
    defer { for token in tokens { token.cancel() } }
    var complaints: [String] = []
    var (isAtRest, hasPosts) = (true, false)
    for phase in plan.phases where complaints.isEmpty {
      // Who joins alone, between two moments when all is at rest, joins at a known place.
      let knowsStarts =
        isAtRest && phase.settles && phase.flooded == nil && phase.threads.joined().count == 1
      let flood = SpinTestSupport.Flood()
      if let gear = phase.flooded { await flood.begin { [self] in pour(into: gear, $0) } }
      await onThreads(phase.threads.count) { [self] thread in
        for act in phase.threads[thread] { perform(act, thread, knowsStarts) }
      }
      if !(await flood.end()) { complaints.append("A thread that acts was kept by a flood.") }
      (isAtRest, hasPosts) = (phase.settles, hasPosts || phase.posts)
      if phase.settles && complaints.isEmpty {
        if hasPosts { await untilDelivered() }
        complaints = await settle()
      }
    }
    for running in running.withLock({ $0 }) { await running?.end() }
    running.withLock { $0 = [] }
    return complaints.isEmpty ? rehearsals() : complaints
  }

  /// Rehearses the loops by spins of their own; returns how they go another way.
  private func rehearsals() -> [String] {
    let isStarted = record.withLock { $0.isStarted }
    return recordings.enumerated().compactMap { loop, recording in
      guard let recording, isStarted[loop] else { return nil }
      do {
        let difference = try recording.log.rehearse(spin(loop))
        return difference.map { "The rehearsal of loop \(loop) goes another way. \($0)" }
      } catch {
        return "\(error)"
      }
    }
  }

  /// Waits until the gears have delivered what the test has posted, which keeps no loop from being settled: after a
  /// tenth of a second of delivering for others, a thread leaves the rest to a task.
  private func untilDelivered() async {
    for gear in gears {
      // A receiver joins behind the messages that were sent before.
      let last = Spin<Int, Message>(initialState: 0) {
        Feedback.receiving(from: gear) { _ in nil }
        Reducer { _, _ in }
      }.start(on: .callersThread)
      _ = try? await last.settled()
      last.stop()
    }
  }

  /// Waits until all loops are settled together; returns what is wrong then.
  private func settle() async -> [String] {
    let all = running.withLock { $0.compactMap { $0 } }
    if all.isEmpty { return [] }
    // NB: who stands there twice is no other loop.
    let five = (0..<5).map { all[min($0, all.count - 1)] }
    do {
      try await settled(five[0], five[1], five[2], five[3], five[4])
    } catch {
      return ["The run waited in vain for being settled."]
    }
    let record = record.withLock { $0 }
    settledRecord.withLock { $0 = record }
    return GearAudit.complaints(plan, record)
  }

  /// The record that was looked at last.
  var newestRecord: GearRecord? { settledRecord.withLock { $0 } }

  // MARK: Acting

  private func perform(_ act: GearAct, _ thread: Int, _ knowsStart: Bool) {
    switch act {
    case .emit(let loop, let kind): emit(kind, to: loop)
    case .post(let gear, let kind): post(kind, to: gear, thread)
    case .start(let loop): start(loop, knowsStart)
    case .stop(let loop):
      guard let running = running.withLock({ $0[loop] }) else { return }
      record.withLock { $0.isStopped[loop] = true }
      running.stop()
    }
  }

  private func stamp() -> Int { newestStamp.add(1, ordering: .relaxed).newValue }

  private func emit(_ kind: Int, to loop: Int) {
    guard let running = running.withLock({ $0[loop] }) else { return }
    let stamp = stamp()
    let isAccepted = running.emit(Message(sender: -100, kind: kind, stamp: stamp)).isAccepted
    record.withLock { $0.emitted[loop].append((stamp, isAccepted)) }
  }

  private func post(_ kind: Int, to gear: Int, _ thread: Int) {
    // The slot says which gear it is.
    let message = Message(sender: -1 - thread, slot: gear, kind: kind, stamp: stamp())
    record.withLock { $0.posts[message.sender, default: []].append(message.name) }
    gears[gear].post(message)
  }

  /// Posts what others do not wait for: as much as a record has room for.
  private func pour(into gear: Int, _ number: Int) {
    if number < 300 { post(number % GearPlan.kinds, to: gear, 9) }
  }

  private func start(_ loop: Int, _ knowsStart: Bool) {
    let isFirst = record.withLock { record in
      if record.isStarted[loop] { return false }
      record.isStarted[loop] = true
      if knowsStart {
        record.startedAt[loop] = record.heard.map { heard in heard.count { $0.by == .test } }
      }
      return true
    }
    guard isFirst else { return }
    let observer = Observer<Cog, Message> { [self] transition in
      guard let event = transition.event else { return }
      record.withLock { $0.events[loop].append(event) }
    }
    var options = RunOptions(
      observers: [observer],
      monitors: recordings[loop].map { [.recording(into: $0, keeping: .all)] } ?? [])
    if plan.loops[loop].isGated { options.gate = OutputGate(.late, bound: 3) }
    let made = spin(loop).prepare(
      on: (plan.loops[loop].runtime ?? runtime)(), options: options)
    made.begin()
    running.withLock { $0[loop] = made }
  }

  // MARK: Spins

  private func spin(_ loop: Int) -> Spin<Cog, Message> {
    let plan = plan.loops[loop]
    return Spin(initialState: plan.initial) {
      Feedbacks(plan.feedbacks.indices.map { feedback(loop, $0, plan.feedbacks[$0]) })
      Reducer { plan.reduce(&$0, $1) }
    }
  }

  private func feedback(_ loop: Int, _ slot: Int, _ look: GearLook) -> Feedback<Cog, Message> {
    switch look {
    case .receiving(let gear, let passes):
      .receiving(from: gears[gear]) { [self] message in
        let hearer = GearRecord.Hearer(loop: loop, slot: slot)
        record.withLock { $0.heard[gear].append((hearer, message.name, message.kind)) }
        guard passes[message.kind] else { return nil }
        var event = message
        event.receiver = slot
        return event
      }
    case .sending(let gear, _):
      .sending(
        on: { state in
          look.kind(state).map { Message(sender: loop, slot: slot, kind: $0, stamp: state.number) }
        }, to: gears[gear])
    case .sendingTransitions(let gear, _):
      .sendingTransitions(to: gears[gear]) { step in
        look.kind(step.state, step.event).map {
          Message(sender: loop, slot: slot, kind: $0, stamp: step.number)
        }
      }
    case .opening(let kind):
      Feedback(while: { _ in true }) {
        .just(Message(sender: loop, slot: slot, kind: kind, stamp: 0))
      }
    }
  }
}
