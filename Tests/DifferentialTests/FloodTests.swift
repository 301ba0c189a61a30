import Foundation
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Random floods of bounded mailboxes, run on every runtime, and compared with the model.
///
/// `SPIN_SEED`, `SPIN_CASES` and `SPIN_RUNTIME` are those of ``DifferentialTests``.
@Suite(.fewAtOnce)
struct FloodTests {
  @Test(.timeLimit(.minutes(15)), arguments: DifferentialTests.runtimes)
  func whateverFloodsAMailboxItDoesWhatTheModelSays(_ runtime: RuntimeUnderTest) async {
    for number in 0..<DifferentialTests.cases(inDebug: 100) {
      let seed = DifferentialTests.seed &+ UInt64(number)
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
      seen.formUnion(record.answers.values.map { "send: \($0.first == "[" ? "a state" : $0)" })
      seen.formUnion(record.results.map { "emit: \($0)" })
      if record.counts.contains(where: { !$0.contains(" 0 senders") && $0.contains("senders") }) {
        seen.insert("somebody waits for room")
      }
    }
    #expect(
      seen == [
        "drop: full", "drop: coalesced", "drop: stopped", "emit: accepted", "emit: full",
        "send: a state", "send: cancelled", "send: coalesced", "send: full", "send: stopped",
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
  private let running: RunningSpin<[Int], Int>
  private let drops = Drops()
  private let emitter = Remote<Int>()

  init(_ flood: Flood, _ runtime: RuntimeUnderTest) {
    self.flood = flood
    let spin = Spin<[Int], Int>(initialState: []) { [emitter] in
      Feedback(while: { _ in true }) { emitter.effect("pipe") }.named("pipe")
      Feedback(filteredBy: { !$0.isEmpty }) { state in
        .several(flood.answers(to: state.last ?? 0))
      }
      .strategy(.continueOnNewState)
      Reducer.appending
    }
    var options: RunOptions<[Int], Int> = drops.options()
    options.mailbox = .bounded(flood.capacity, flood.policy)
    // NB: not specialised, to save the compiler's time; a mailbox does not know the types of a loop.
    running = spin.prepare(on: runtime(), options: options)
    running.begin()
  }

  func record() async -> FloodRecord {
    var record = FloodRecord()
    var sends: [Int: Task<String, Never>] = [:]
    await running.idle()
    for (index, burst) in flood.bursts.enumerated() {
      running.suspend()
      for act in burst {
        switch act {
        case .emit(let event): record.results.append(running.emit(event).word)
        case .deliver(let event):
          record.results.append(emitter.emit(event, from: "pipe")?.word ?? "no emitter")
        case .send(let event): sends[event] = await send(event)
        case .giveUp(let event): sends[event]?.cancel()
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
    return record
  }

  /// Begins a task that sends an event, and lets it go on until it waits.
  private func send(_ event: Int) async -> Task<String, Never> {
    let task = Task { await answer(to: event) }
    await Task { pass() }.value
    return task
  }

  private func answer(to event: Int) async -> String {
    do {
      return "\(try await running.send(event))"
    } catch let error as EventDropped {
      return "\(error.reason)"
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
