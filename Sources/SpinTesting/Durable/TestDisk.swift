internal import SpinCore
internal import SpinDurable

/// The log of a durable run in a test: it appends as a piece of the test's work, and replays what is kept.
///
/// The replay must make the same states as the run. So a test finds a reducer that depends on more than its
/// arguments, and values that are others after they were encoded and decoded.
final class TestDisk<State: Equatable & Sendable, Event: Sendable>: Sendable {
  private struct Replay {
    var recovery: Recovery<State, Event>
    /// The states of the run that are not kept, by number.
    var states: [Int: State] = [:]
  }

  let store: MemoryStore
  let name: String
  /// The number of the event before the run.
  let base: Int
  private let log: MemoryLog
  private let replay: Guarded<Replay>
  private let runtime: TestRuntime
  private let site: CallSite

  init(
    _ store: MemoryStore, _ name: String, _ log: MemoryLog, _ recovery: Recovery<State, Event>,
    on runtime: TestRuntime, at site: CallSite
  ) {
    self.store = store
    self.name = name
    self.log = log
    self.runtime = runtime
    self.site = site
    base = recovery.number
    replay = Guarded(Replay(recovery: recovery))
  }

  /// Keeps the state of each transition until its event is kept.
  var observer: Observer<State, Event> {
    Observer { transition in
      let (number, state) = (self.base + transition.number, transition.state)
      self.replay.withLock { $0.states[number] = state }
    }
  }

  /// The number of the newest event of the run.
  var newest: Int { replay.withLock { $0.states.keys.max() } ?? kept }

  /// The number of the newest event that is kept.
  var kept: Int { store[name].last { $0.kind == .event }?.number ?? 0 }

  /// Reduces events that were kept; returns what differs then.
  private func check(_ records: [EventRecord]) throws -> String? {
    // NB: all states of before leave the lock, which the end of a user's object might need.
    let (kept, made, number, old) = try replay.withLock { replay in
      try replay.recovery.reduce(records.filter { $0.kind == .event })
      let number = replay.recovery.number
      let made = replay.states[number]
      let old = replay.states
      replay.states = old.filter { $0.key > number }
      return (replay.recovery.state, made, number, old)
    }
    withExtendedLifetime(old) {}
    guard let kept, let made, kept != made else { return nil }
    return """
      The events up to \(number) make another state when they are replayed, as after a crash. \
      The state \(difference(of: kept, from: made))
      A reducer must depend on nothing but its arguments, and records must keep all that == compares.
      """
  }
}

extension TestDisk: EventLog {
  func snapshot(before number: Int) async throws -> EventRecord? {
    log.newestSnapshot(before: number)
  }

  func events(after number: Int, limit: Int) async throws -> [EventRecord] {
    try await log.events(after: number, limit: limit)
  }

  func append(_ batch: EventBatch) {
    let name = "the store of \"\(name)\""
    runtime.start(TestExecution(nil, name: name, number: runtime.nextNumber(), on: runtime)) {
      self.appendNow(batch)
      return nil
    }
  }

  private func appendNow(_ batch: EventBatch) {
    do {
      let records = try batch.records()
      log.append(
        EventBatch(records, after: batch.previous) { result in
          do {
            try result.get()
            if let problem = try self.check(records) { self.report(problem) }
          } catch {
            return batch.finish(.failure(error))
          }
          batch.finish(.success(()))
        })
    } catch {
      batch.finish(.failure(error))
    }
  }

  private func report(_ problem: String) {
    runtime.reporter.report(TestFailure(problem, at: site))
  }

  func close() { log.close() }
}
