import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Who is told that a loop does not come to rest.
extension Conformance {
  private static func endless(upTo limit: Int = .max) -> Spin<Int, String> {
    Spin<Int, String>(initialState: 0) {
      Feedback(filteredBy: { $0 > 0 && $0 < limit && $0 % 2 == 0 }) { _ in .just("now") }
        .named("immediate")
      Feedback(filteredBy: { $0 > 0 && $0 < limit && $0 % 2 == 1 }) { _ in .run { "soon" } }
        .named("body")
      Reducer { count, _ in count += 1 }
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aRunawayAlarmNamesTheNewestEventsAndComesAgainWhenTheirNumberHasDoubled(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let reports = Transcript<Int>()
    let options = RunOptions<Int, String>(
      runaway: .after(200) { report in
        reports(report.count)
        #expect(report.newest.count == 64)
        let pairs = report.newest.map { "\($0.event) \($0.feedback)" }
        #expect(Set(pairs) == ["now immediate", "soon body"])
      })
    let running = Self.endless(upTo: 1602).start(on: runtime, options: options)
    running.emit("begin")
    #expect(try await running.settled() == 1602)
    #expect(reports.entries == [200, 400, 800, 1600])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aRunawayAlarmMayStopOrSuspendTheLoop(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Int, String>()
    let isSuspended = Gate()
    let options = RunOptions<Int, String>(
      runaway: .after(1000) { report in
        if report.count == 2000 { return handle.stop() }
        handle.value?.suspend()
        isSuspended.open()
      })
    let running = Self.endless().start(on: runtime(), handle: handle, options: options)
    running.emit("begin")
    await isSuspended.wait()
    // The event that made up the number is reduced, being under way.
    _ = try await running.first { $0 >= 1001 }
    await running.tempt()
    #expect(running.state == 1001)
    running.resume()
    #expect(await running.finished() == 2001)
    handle.set(nil)
  }

  @Test
  func aRunawayAlarmIsNotRungByEventsFromOutside() async throws {
    let reports = Transcript<Int>()
    let options = RunOptions<Int, String>(runaway: .after(3) { reports($0.count) })
    let running = Self.endless(upTo: 3).start(on: .callersThread, options: options)
    for _ in 0..<100 { try await running.send("outside") }
    #expect(reports.entries == [])
    await running.end()
  }

  /// A stale event used to start the count again, and such a loop ran forever without an alarm.
  @Test(arguments: RuntimeUnderTest.all)
  func staleEventsKeepNoRunawayAlarmFromRinging(_ runtime: RuntimeUnderTest) async throws {
    let reports = Transcript<Int>()
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback(filteredBy: { $0 > 0 && $0 < 91 }) { _ in
        .run { emit in
          emit("next")
          emit("stale")
        }
      }
      Reducer { count, event in count = event == "stale" ? .max : count + 1 }
    }
    let running = spin.start(
      on: runtime, options: RunOptions(runaway: .after(30) { reports($0.count) }))
    running.emit("begin")
    #expect(try await running.first { $0 >= 91 } == 91)
    #expect(reports.entries == [30, 60])
  }

  /// Such an event was looked up by the number of its ticket, and counted only if an execution had that number.
  @Test(arguments: RuntimeUnderTest.all)
  func eventsThatAnEffectSendsRingARunawayAlarm(_ runtime: RuntimeUnderTest) async throws {
    let reports = Transcript<String>()
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback(while: { $0 < 90 }) {
        .run { emit in
          while await emit.send("next") == .accepted {}
        }
      }
      .named("sends")
      Reducer { count, _ in count += 1 }
    }
    let running = spin.start(
      on: runtime,
      options: RunOptions(
        runaway: .after(30) { reports("\($0.count) \($0.newest.last?.feedback.description ?? "")") }
      ))
    #expect(try await running.settled() == 90)
    #expect(reports.entries == ["30 sends", "60 sends"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func eventsThatAreDroppedAsRepeatsRingNoRunawayAlarm(_ runtime: RuntimeUnderTest) async throws {
    let reports = Transcript<Int>()
    let spin = Spin<Int, Int>(initialState: 0) {
      DropRepeats(within: .seconds(1_000_000)) { $0 }
      Feedback(on: { $0 < 10 ? $0 : nil }) { newest in
        .run { emit in
          for _ in 0..<20 { emit(newest) }
          emit(newest + 1)
        }
      }.strategy(.continueOnNewState)
      Reducer { newest, event in newest = event }
    }
    let running = spin.start(
      on: runtime, options: RunOptions(runaway: .after(30) { reports($0.count) }))
    #expect(try await running.settled() == 10)
    #expect(reports.entries == [])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aThrottledLoopIsNoRunaway(_ runtime: RuntimeUnderTest) async {
    let (time, reports) = (ManualScheduler(), Transcript<Int>())
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 as Int? }) { .just($0 + 1) }.throttled(for: .seconds(1), latest: true)
      Reducer { newest, event in newest = event }
    }
    let running = spin.start(
      on: runtime, scheduler: time, options: RunOptions(runaway: .after(10) { reports($0.count) }))
    await running.idle()
    for _ in 0..<25 {
      time.advance(by: .seconds(1))
      await running.idle()
    }
    #expect(running.state == 26)
    #expect(reports.entries == [])
  }

  /// Where turns have an order, it shows who comes first.
  ///
  /// The alarm is silent at most of these numbers.
  @Test(arguments: RuntimeUnderTest.all.filter { $0.takesTurnsInOrder })
  func afterEachNumberOfARunawayAlarmOthersAreServedBeforeTheLoopGoesOn(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (log, reports) = (Transcript<String>(), Transcript<Int>())
    let shared = runtime()
    let other = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }
      .start(on: shared) { if $0.number > 0 { log("served") } }
    try await other.settled()
    let options = RunOptions<Int, String>(runaway: .after(10) { reports($0.count) })
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback(filteredBy: { $0 > 0 && $0 < 1000 }) { _ in .just("again") }
      Feedback.sideEffect(on: { $0 % 10 == 9 ? $0 : nil }) { number in
        log("asks")
        other.emit(1)
      }
      Reducer { count, _ in count += 1 }
    }
    let running = spin.start(on: shared, options: options)
    running.emit("begin")
    #expect(try await running.settled() == 1000)
    try await other.settled()
    #expect(log.entries == Array(repeating: ["asks", "served"], count: 100).flatMap { $0 })
    #expect(reports.entries == [10, 20, 40, 80, 160, 320, 640])
    await running.end()
    await other.end()
  }
}
