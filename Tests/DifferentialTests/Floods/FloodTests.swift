import Foundation
import SpinAsync
import SpinCallbacks
import SpinRecording
import SpinTestSupport
import Testing

/// Random floods of bounded mailboxes, run on every runtime, and compared with the model.
///
/// `SPIN_SEED`, `SPIN_CASES` and `SPIN_RUNTIME` are those of ``DifferentialTests``.
@Suite(.fewAtOnce)
struct FloodTests {
  @Test(
    .promises("24.1", "24.2", "24.7", "24.8", "24.10", "24.11"), .timeLimit(.minutes(15)),
    arguments: DifferentialTests.runtimes)
  func whateverFloodsAMailboxItDoesWhatTheModelSays(_ runtime: RuntimeUnderTest) async {
    for seed in DifferentialTests.seeds(inDebug: 100, on: runtime) {
      let flood = Flood(seed)
      let (record, expected) = (await FloodRun(flood, runtime).record(), FloodModel(flood).record)
      guard record != expected else { continue }
      Issue.record(
        """
        To run this case again: SPIN_SEED=\(seed) SPIN_CASES=1 SPIN_RUNTIME="\(runtime)"
        \(flood)
        is:        \(record)
        should be: \(expected)
        """)
      return
    }
  }
}

/// That the test of floods can fail, and that its cases reach what they are meant to.
struct FloodProofTests {
  /// Whatever else the mailbox did, some floods would tell.
  @Test func everyRuleAndEveryCapacityMakesADifference() {
    let floods = (0..<300 as Range<UInt64>).map { Flood($0) }
    for rule in Flood.Rule.allCases {
      for other in Flood.Rule.allCases where other != rule {
        let differ = floods.filter { $0.rule == rule && tells($0, from: $0.with(rule: other)) }
        #expect(differ.count >= 10, "\(rule), \(other)")
      }
      for more in [-1, 1] {
        let differ = floods.filter { flood in
          let capacity = flood.capacity + more
          return flood.rule == rule && capacity > 0
            && tells(flood, from: flood.with(capacity: capacity))
        }
        #expect(differ.count >= 10, "\(rule), \(more)")
      }
    }
  }

  @Test func theFloodsReachEverythingThatCanHappen() {
    var seen: Set<String> = []
    for seed in 0..<300 as Range<UInt64> {
      let record = FloodModel(Flood(seed)).record
      seen.formUnion(record.drops.map { "drop: \($0.split(separator: " ")[1])" })
      seen.formUnion(
        record.answers.values.map { answer in
          let isState = answer.first == "["
          return "wait: \(isState ? "a state" : answer.filter { !$0.isNumber })"
        })
      seen.formUnion(record.results.map { "emit: \($0)" })
      if record.counts.contains(where: { !$0.contains(" 0 senders") && $0.contains("senders") }) {
        seen.insert("somebody waits for room")
      }
    }
    #expect(
      seen == [
        "drop: full", "drop: coalesced", "drop: stopped", "drop: repeated", "emit: accepted",
        "emit: full", "wait: a state", "wait: answered ", "wait: not answered", "wait: accepted",
        "wait: cancelled", "wait: coalesced", "wait: full", "wait: stopped", "wait: repeated",
        "somebody waits for room",
      ])
  }

  private func tells(_ flood: Flood, from other: Flood) -> Bool {
    FloodModel(flood).record != FloodModel(other).record
  }
}

/// One run of a flood.
///
/// The actor does everything from outside, so a task that it begins has sent, or waits, when the next one
/// begins.
private actor FloodRun {
  private let flood: Flood
  private let running: RunningSpin<[Int], Drop>
  private let time = ManualScheduler()
  private let drops = Drops()
  private let effect = Remote<Drop>()
  /// The log of the run, in some of the floods.
  private let recording: RunRecord<[Int], Drop>?

  init(_ flood: Flood, _ runtime: RuntimeUnderTest) {
    self.flood = flood
    recording = flood.isRecorded ? RunRecord() : nil
    var options: RunOptions<[Int], Drop> = drops.options()
    options.mailbox = .bounded(flood.capacity, flood.policy)
    if flood.isGated { options.gate = OutputGate(.late, bound: 3) }
    if let recording {
      options.monitors = [
        .recording(into: recording, keeping: .all, masking: { Drop(number: $0.number) })
      ]
    }
    running = Self.spin(flood, effect).prepare(on: runtime(scheduler: time), options: options)
    running.begin()
  }

  private static func spin(_ flood: Flood, _ effect: Remote<Drop>) -> Spin<[Int], Drop> {
    Spin(initialState: []) {
      Feedback(while: { _ in true }) { effect.effect("pipe") }.named("pipe")
      Feedback(filteredBy: { !$0.isEmpty }) { state in
        .several(flood.answers(to: state.last ?? 0).map { Drop(number: $0) })
      }
      .strategy(.continueOnNewState)
      if flood.repeats != nil {
        DropRepeats(within: .milliseconds(Flood.interval)) { flood.repeated($0.number) }
      }
      Reducer { state, event in
        state.append(event.number)
        if flood.isAnswered(event.number) { event.reply?.answer(state.count) }
      }
    }
  }

  func record() async -> FloodRecord {
    var record = FloodRecord()
    var sends: [Int: Task<String, Never>] = [:]
    var patient: Set<Int> = []
    await running.idle()
    for (index, burst) in flood.bursts.enumerated() {
      time.advance(by: .milliseconds(burst.pause))
      running.suspend()
      for act in burst.acts {
        switch act {
        case .emit(let event): record.results.append(running.emit(Drop(number: event)).word)
        case .deliver(let event):
          let result = effect.emit(Drop(number: event), from: "pipe")
          record.results.append(result?.word ?? "no emitter")
        case .deliverPatiently(let event):
          sends[event] = await begin { await $0.deliver(event) }
          patient.insert(event)
        case .send(let event): sends[event] = await begin { await $0.send(event) }
        case .ask(let event): sends[event] = await begin { await $0.ask(event) }
        case .giveUp(let event):
          sends[event]?.cancel()
          // Its task reports the event, before anything else happens.
          if patient.contains(event) { _ = await sends[event]?.value }
        }
      }
      let counts = running.mailboxCounts
      record.counts.append("\(counts?.waiting ?? -1) waiting, \(counts?.senders ?? -1) senders")
      if flood.stops && index == flood.bursts.count - 1 { break }
      running.resume()
      await running.idle()
    }
    await running.end()
    for (event, task) in sends { record.answers[event] = await task.value }
    record.state = running.state
    record.drops = drops.entries
    record.counts.append("at most \(running.mailboxCounts?.mostWaiting ?? -1)")
    record.sortStopped()
    record.rehearsal = rehearsal()
    return record
  }

  /// How the rehearsal of the run goes another way, if it does.
  private func rehearsal() -> String? {
    guard let recording else { return nil }
    do {
      return try recording.log.rehearse(Self.spin(flood, Remote())).map { "\($0)" }
    } catch {
      return "\(error)"
    }
  }

  /// Begins a task that waits for something, and lets it go on until it does.
  private func begin(
    _ wait: @escaping @Sendable (isolated FloodRun) async -> String
  ) async -> Task<String, Never> {
    let task = Task { await wait(self) }
    await Task { pass() }.value
    return task
  }

  private func deliver(_ event: Int) async -> String {
    guard let emit = effect.emitter("pipe") else { return "no emitter" }
    return await emit.send(Drop(number: event)).word
  }

  private func send(_ event: Int) async -> String {
    await outcome { "\(try await running.send(Drop(number: event)))" }
  }

  private func ask(_ event: Int) async -> String {
    await outcome {
      "answered \(try await running.ask { reply in Drop(number: event, reply: reply) })"
    }
  }

  private nonisolated(nonsending) func outcome(
    _ wait: nonisolated(nonsending) () async throws -> String
  ) async -> String {
    do {
      return try await wait()
    } catch let error as EventDropped {
      return "\(error.reason)"
    } catch is NoReply {
      return "not answered"
    } catch {
      return "cancelled"
    }
  }

  /// Does nothing, after all that was begun before.
  private func pass() {}
}

extension EmitResult {
  fileprivate var word: String {
    switch self {
    case .accepted: "accepted"
    case .dropped(let reason): "\(reason)"
    }
  }
}
