import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Clause 9.
extension Conformance {
  @Test(.promises("9.2"), arguments: RuntimeUnderTest.all)
  func delaysAndPeriodsCountAsAlive(_ runtime: RuntimeUnderTest) async throws {
    let scheduler = ManualScheduler()
    let log = Transcript<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in .after(.seconds(1), "delay") }
      Feedback(on: { (1..<4).contains($0.count) ? true : nil }) { _ in .every(.seconds(1), "tick") }
      Reducer.appending
    }
    let running = spin.start(on: runtime(scheduler: scheduler)) { log($0.event ?? "start") }
    try await scheduler.untilAlarms(1)
    let token = running.onSettled { log("settled") }
    await running.idle()
    scheduler.advance(by: .seconds(1))
    try await scheduler.untilAlarms(1)
    await running.idle()
    #expect(log.entries == ["start", "delay"])
    scheduler.advance(by: .seconds(3))
    try await log.until("settled")
    #expect(log.entries == ["start", "delay", "tick", "tick", "tick", "settled"])
    token.cancel()
    await running.end()
    #expect(scheduler.alarmCount == 0)
  }

  @Test(.promises("9.1", "9.2", "9.9"), arguments: RuntimeUnderTest.all)
  func effectsThatWaitCountAsAlive(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let log = remote.log
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback { remote.effect($0) }.strategy(.queueNewState)
      Reducer { number, _ in number += 1 }
    }
    let running = spin.start(on: runtime)
    try await log.until("+0")
    running.emit("next")
    running.emit("next")
    let token = running.onSettled { log("settled") }
    await running.idle()
    #expect(log.entries == ["+0"])
    for number in 0..<3 {
      try await log.until("+\(number)")
      remote.finish(number)
    }
    try await running.settled()
    #expect(log.entries == ["+0", "-0", "+1", "-1", "+2", "-2", "settled"])
    token.cancel()
  }

  @Test(.promises("9.3"), arguments: RuntimeUnderTest.all)
  func sourcesDoNotCountAsAlive(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.source { remote.effect("source") }
      Feedback.source { .run { _ in await Gate().wait() } }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    #expect(try await running.settled() == [])
    try await remote.log.until("+source")
    remote.emit("event", from: "source")
    #expect(try await running.settled() == ["event"])
  }

  /// The thread on which a cancelled body returns may be the one that makes the next steps.
  @Test(.promises("9.7"), arguments: RuntimeUnderTest.all)
  func besideACancelledBodyThatWindsDownIdleIsExact(_ runtime: RuntimeUnderTest) async throws {
    for _ in 0..<inRelease(500, inDebug: 100) {
      let (begun, mayReturn) = (Gate(), Gate())
      let spin = Spin<Events, String>(initialState: []) {
        Feedback(filteredBy: \.isEmpty) { _ in
          .run { _ in
            begun.open()
            await mayReturn.waitStubbornly()
          }
        }
        Reducer.appending
      }
      let running = spin.start(on: runtime())
      await begun.wait()
      running.emit("cancel")
      #expect(try await running.settled() == ["cancel"])
      async let opening: Void = onThread { mayReturn.open() }
      for number in 0..<10 { running.emit("\(number)") }
      await running.idle()
      #expect(running.state.count == 11)
      await opening
      await running.end()
    }
  }

  @Test(.promises("9.5", "9.9"), arguments: RuntimeUnderTest.all)
  func aStreamFeedbackCountsFromAStateUntilItAsksForTheNext(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let gate = Gate()
    let log = Transcript<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.stream { states in
        states.compactMap { events in
          log("stream \(events.count)")
          if events.count == 1 { await gate.wait() }
          return events.count == 1 ? "answer" : nil
        }
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    #expect(try await running.settled() == [])
    running.emit("question")
    let token = running.onSettled { log("settled") }
    try await log.until("stream 1")
    await running.idle()
    #expect(log.entries == ["stream 0", "stream 1"])
    gate.open()
    #expect(try await running.settled() == ["question", "answer"])
    #expect(log.entries == ["stream 0", "stream 1", "stream 2", "settled"])
    token.cancel()
  }

  @Test(.promises("9.1"), arguments: RuntimeUnderTest.all)
  func whenSettledResumesEveryClosureObserverHasReturned(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let spin = Spin(initialState: 0) { Reducer { count, step in count += step } }
    let running = spin.start(on: runtime) {
      log("\($0.number) begins")
      log("\($0.number) ends")
    }
    for number in 1...100 {
      running.emit(1)
      try await running.settled()
      #expect(log.entries.last == "\(number) ends")
    }
  }
}
