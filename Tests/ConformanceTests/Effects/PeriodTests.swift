import Foundation
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Delays and periods by the runtimes' own clocks: fairness, extremes and order.
extension Conformance {
  /// An alarm that sets the next one for at once must not keep its thread: with as many of them as
  /// there are threads, nothing else would run.
  ///
  /// NB: in a process of its own, because beside all other tests these loops would run for minutes.
  @Test(.promises("12.5"), arguments: RuntimeUnderTest.all.indices)
  func periodsTooShortToKeepStarveNobody(_ index: Int) async {
    await #expect(processExitsWith: .success) { [index = index as Int] in
      await Self.tickAsFastAsPossible(on: RuntimeUnderTest.all[index])
    }
  }

  private static func tickAsFastAsPossible(on runtime: RuntimeUnderTest) async {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source { .every(.nanoseconds(1), 1) }
      Reducer { sum, number in sum += number }
    }
    let loops = (0...ProcessInfo.processInfo.activeProcessorCount).map { _ in
      let (hasTicked, hasHeard) = (Gate(), Gate())
      let running = spin.start(on: runtime()) { transition in
        if transition.event == 1 { hasTicked.open() }
        if transition.event == 0 { hasHeard.open() }
      }
      return (running, hasTicked, hasHeard)
    }
    for (_, hasTicked, _) in loops { await hasTicked.wait() }
    await Task.detached {}.value
    for (running, _, hasHeard) in loops {
      running.emit(0)
      await hasHeard.wait()
    }
    for (running, _, _) in loops { await running.end() }
  }

  /// The longest and the shortest durations there are, in order.
  private static let extremes: (due: [Duration], never: [Duration]) = (
    [
      Duration(attoseconds: .min), .seconds(Int64.min) * 2, .seconds(Int64.min), .nanoseconds(-1),
      .zero, Duration(attoseconds: 1), .nanoseconds(1), .microseconds(1),
    ],
    [
      .seconds(9_223_372_037), .seconds(Int64.max / 2), .seconds(Int64.max),
      .seconds(Int64.max) * 2, Duration(attoseconds: .max),
    ]
  )

  @Test(.promises("12.3", "12.9", "12.10"), arguments: RuntimeUnderTest.all)
  func aDelayOfAnyDurationIsKept(_ runtime: RuntimeUnderTest) async throws {
    let (due, never) = Self.extremes
    let log = Transcript<Duration>()
    let spin = Spin<Duration, Duration>(initialState: .zero) {
      Feedback.source { .merge((never + due).map { .after($0, $0) }) }
      Reducer { newest, duration in newest = duration }
    }
    let running = spin.start(on: runtime()) { if let event = $0.event { log(event) } }
    try await log.until(count: due.count)
    await running.idle()
    #expect(log.entries == due)
    await running.end()
    #expect(log.entries == due)
  }

  @Test(.promises("12.8"), arguments: RuntimeUnderTest.all)
  func aPeriodOfAnyDurationIsKept(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<Duration>()
    let spin = Spin<Duration, Duration>(initialState: .zero) {
      Feedback.source {
        .merge((Self.extremes.never + [.milliseconds(1)]).map { .every($0, $0) })
      }
      Reducer { newest, duration in newest = duration }
    }
    let running = spin.start(on: runtime()) { if let event = $0.event { log(event) } }
    try await log.until(count: 3)
    await running.end()
    #expect(Set(log.entries) == [.milliseconds(1)])
  }

  @Test(.promises("12.8"), arguments: RuntimeUnderTest.all)
  func timePassesToItsEndWithoutOverflow(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source {
        .merge(
          .after(.seconds(Int64.max), 1), .after(Duration(attoseconds: .max), 10),
          .every(.seconds(Int64.max) * 2, 100))
      }
      Reducer { sum, number in sum += number }
    }
    time.advance(by: .seconds(1))
    let running = spin.start(on: runtime(scheduler: time))
    try await time.untilAlarms(3)
    time.advance(by: .seconds(Int64.max))
    #expect(try await running.settled() == 211)
    // As many periods as fit into the time there is; those due after its end never come.
    for _ in 0..<3 { time.advance(by: Duration(attoseconds: .max)) }
    #expect(time.now == Duration(attoseconds: .max))
    #expect(try await running.settled() == 3611)
    await running.end()
    #expect(time.alarmCount == 0)
  }

  @Test(.promises("12.3"), arguments: RuntimeUnderTest.all)
  func delaysDueAtOneInstantComeInOrderOfTheirStarts(_ runtime: RuntimeUnderTest) async throws {
    for delay in [Duration.zero, .nanoseconds(1), .milliseconds(2)] {
      let spin = Spin<[Int], Int>(initialState: []) {
        Feedback(on: { _ in 0 }) { _ in .merge((0..<200).map { .after(delay, $0) }) }
        Feedback(on: { _ in 0 }) { _ in .merge((200..<400).map { .after(delay, $0) }) }
        Reducer.appending
      }
      let running = spin.start(on: runtime())
      #expect(try await running.settled() == Array(0..<400))
      await running.end()
    }
  }

  /// The clocks of the library keep the order wherever they call: on a concurrent queue, too.
  @Test(.promises("12.3"), arguments: RuntimeUnderTest.all)
  func delaysByAnotherRuntimesClockComeInOrderAsWell(_ runtime: RuntimeUnderTest) async throws {
    let schedulers: [any SpinScheduler] = [
      DispatchScheduler(queue: .main), DispatchScheduler(queue: .global()),
      ClockScheduler(ContinuousClock()),
    ]
    for scheduler in schedulers {
      let spin = Spin<[Int], Int>(initialState: []) {
        Feedback(on: { _ in 0 }) { _ in .merge((0..<200).map { .after(.milliseconds(1), $0) }) }
        Feedback(on: { _ in 0 }) { _ in .merge((200..<400).map { .after(.milliseconds(1), $0) }) }
        Reducer.appending
      }
      let running = spin.start(on: runtime(scheduler: scheduler))
      #expect(try await running.settled() == Array(0..<400))
      await running.end()
    }
  }
}
