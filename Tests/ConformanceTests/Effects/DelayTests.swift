import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport
import Testing

/// Effects that begin later.
extension Conformance {
  /// Runs an effect, which the first state asks for and "change" replaces by nothing.
  func start(
    _ runtime: RuntimeUnderTest, _ time: ManualScheduler, drops: Drops = Drops(),
    observer: (@Sendable (Transition<Events, String>) -> Void)? = nil,
    _ effect: @escaping @Sendable () -> Effect<String>
  ) -> RunningSpin<Events, String> {
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.changes) { $0 == 0 ? effect() : .none }.named("staged")
      Reducer.appending
    }
    return spin.start(on: runtime, scheduler: time, options: drops.options(), observer: observer)
  }

  @Test(.promises("12.1", "17.2"), arguments: RuntimeUnderTest.all)
  func aDelayedEffectBeginsWhenItsDelayHasPassed(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let log = Transcript<String>()
    let running = start(runtime, time) {
      log("\($0.event ?? "") \($0.origin.summary)")
    } _: {
      .merge(.just("a"), .run { "b" }).delayed(by: .seconds(3))
    }
    try await time.untilAlarms(1)
    time.advance(by: .milliseconds(2999))
    await running.idle()
    #expect(running.state == [])
    time.advance(by: .milliseconds(1))
    #expect(try await running.settled() == ["a", "b"])
    #expect(log.entries == [" start", "a staged delivered", "b staged delivered"])
    #expect(time.alarmCount == 0)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anotherValueCancelsADelayedEffect(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let begun = Transcript<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: { $0.last { $0.hasPrefix("typed") } }) { word in
        .run { () -> String? in
          begun(word)
          return "found \(word)"
        }
        .delayed(by: .seconds(1))
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime, scheduler: time)
    for word in ["typed a", "typed b", "typed c"] {
      running.emit(word)
      await running.idle()
      #expect(time.alarmCount == 1)
      time.advance(by: .milliseconds(900))
    }
    time.advance(by: .milliseconds(100))
    #expect(try await running.settled().last == "found typed c")
    #expect(begun.entries == ["typed c"])
  }

  @Test(.promises("12.1", "12.10"), arguments: RuntimeUnderTest.all, [Duration.zero, .seconds(-7)])
  func aDelayOfZeroStillGoesThroughTheScheduler(
    _ runtime: RuntimeUnderTest, _ delay: Duration
  ) async throws {
    let time = ManualScheduler()
    let running = start(runtime, time) { .several("a", "b").delayed(by: delay) }
    try await time.untilAlarms(1)
    running.emit("first")
    time.advance(by: .zero)
    #expect(try await running.settled() == ["first", "a", "b"])
  }

  @Test(.promises("17.2"), arguments: RuntimeUnderTest.all)
  func theEventsOfADelayedEffectCanBeStale(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let time = ManualScheduler()
    let drops = Drops()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback { $0.isEmpty ? .several("a", "b", "c").delayed(by: .seconds(1)) : .none }
      Reducer.appending
    }
    let running = spin.start(on: runtime, scheduler: time, options: drops.options())
    try await time.untilAlarms(1)
    time.advance(by: .seconds(1))
    #expect(try await running.settled() == ["a"])
    #expect(drops.entries == ["b stale 0 delivered", "c stale 0 delivered"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func delaysOfDelaysAddUpToOneAlarm(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let running = start(runtime, time) {
      var effect = Effect.run { "late" }
      for _ in 0..<10_000 { effect = effect.delayed(by: .milliseconds(1)) }
      return effect
    }
    try await time.untilAlarms(1)
    time.advance(by: .milliseconds(9_999))
    #expect(time.alarmCount == 1)
    time.advance(by: .milliseconds(1))
    #expect(try await running.settled() == ["late"])
  }

  @Test(.promises("9.2"), arguments: RuntimeUnderTest.all)
  func aPauseKeepsTheLoopFromBeingSettledAndDoesNothing(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let time = ManualScheduler()
    let settled = Gate()
    let running = start(runtime, time) { .none.delayed(by: .seconds(1)).then(.just("after")) }
    let token = running.onSettled { settled.open() }
    try await time.untilAlarms(1)
    await running.idle()
    #expect(!settled.isOpen)
    time.advance(by: .seconds(1))
    #expect(try await running.settled() == ["after"])
    token.cancel()
  }

  @Test(.promises("12.6", "12.9"), arguments: RuntimeUnderTest.all)
  func anEndlessDelayNeverPassesAndIsForgottenWhenItIsCancelled(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let time = ManualScheduler()
    let running = start(runtime, time) {
      .merge(
        .run { "never" }.delayed(by: .seconds(Int64.max)),
        .run { "never" }.delayed(by: Duration(attoseconds: .max)).delayed(by: .seconds(1)),
        .sideEffect { await Gate.opened.wait() }.then(.after(.seconds(Int64.max), "never")),
        .after(.seconds(Int64.max), "late").timeout(after: Duration(attoseconds: .max), "never"))
    }
    try await time.untilAlarms(5)
    time.advance(by: .seconds(1 << 40))
    await running.idle()
    #expect(running.state == [])
    running.emit("change")
    #expect(try await running.settled() == ["change"])
    #expect(time.alarmCount == 0)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func thousandsOfDelaysAreAliveAtOnce(_ runtime: RuntimeUnderTest) async throws {
    let count =
      runtime.isCallersThread
      ? inRelease(100_000, inDebug: 4_000) : inRelease(10_000, inDebug: 1_000)
    let time = HeapScheduler()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(while: { _ in true }) {
        .merge((0..<count).map { delay in .run { 1 }.delayed(by: .seconds(1 + delay % 10)) })
      }
      Feedback(while: { _ in true }) {
        .merge((0..<count / 10).map { _ in .just(1).then(.just(1)).delayed(by: .seconds(60)) })
      }
      Reducer { sum, step in sum += step }
    }
    let running = spin.start(on: runtime, scheduler: time)
    await running.idle()
    #expect(time.alarmCount == count + count / 10)
    time.advance(by: .seconds(5))
    await running.idle()
    time.advance(by: .seconds(55))
    #expect(try await running.settled() == count + count / 10 * 2)
    #expect(time.alarmCount == 0)
  }
}

/// A manual scheduler for very many alarms.
private final class HeapScheduler: SpinScheduler {
  private struct Time: Sendable {
    var now = Duration.zero
    var alarms = AlarmQueue()
  }

  private let time = Guarded(Time())

  var now: Duration { time.withLock { $0.now } }

  var alarmCount: Int { time.withLock { $0.alarms.count } }

  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation {
    let number = time.withLock { time in
      time.alarms.set(time.now.addingClamped(delay), action)
    }
    return Cancellation { [self] in
      let forgotten = time.withLock { $0.alarms.cancelled(number) }
      withExtendedLifetime(forgotten) {}  // What it holds must not go under the lock.
    }
  }

  func advance(by duration: Duration) {
    let now = time.withLock { time in
      time.now += duration
      return time.now
    }
    while let round = time.withLock({ $0.alarms.passed(to: now) }) {
      while let action = time.withLock({ $0.alarms.takeNext(of: round) }) { action() }
    }
  }
}
