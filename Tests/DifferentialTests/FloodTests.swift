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
    running = spin.start(on: runtime(), options: options)
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
