import SpinCore
import SpinTesting
import Synchronization
import Testing

struct ManualClockTests {
  @Test func aSleepEndsWhenItsTimeHasCome() async throws {
    let time = ManualScheduler()
    let clock = time.clock
    async let slept: ManualClock.Instant = {
      try await clock.sleep(for: .seconds(2))
      return clock.now
    }()
    try await time.untilAlarms(1)
    #expect(time.nextAlarm == .seconds(2))
    time.advance(by: .seconds(5))
    #expect(try await slept.offset >= .seconds(2))
    #expect(time.alarmCount == 0 && time.nextAlarm == nil)
  }

  @Test func aSleepUntilThePastReturnsAtOnce() async throws {
    let time = ManualScheduler()
    time.advance(by: .seconds(1))
    try await time.clock.sleep(until: .init(offset: .seconds(1)))
    try await time.clock.sleep(for: .seconds(-1))
    #expect(time.alarmCount == 0)
  }

  @Test func aCancelledSleepThrowsAndForgetsItsAlarm() async throws {
    let time = ManualScheduler()
    let clock = time.clock
    let sleeper = Task { try await clock.sleep(for: .seconds(2)) }
    try await time.untilAlarms(1)
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(time.alarmCount == 0)
  }

  @Test func aSleepInACancelledTaskThrows() async throws {
    let clock = ManualScheduler().clock
    let sleeper = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .zero)
    }
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test func instantsAreOffsetsFromTimeZero() {
    let time = ManualScheduler()
    let start = time.clock.now
    time.advance(by: .milliseconds(1500))
    #expect(start.duration(to: time.clock.now) == .milliseconds(1500))
    #expect(start.advanced(by: .milliseconds(1500)) == time.clock.now)
    #expect(start < time.clock.now)
    #expect(time.clock.minimumResolution == .zero)
  }

  @Test func theNextAlarmIsTheRemainingTime() {
    let time = ManualScheduler()
    #expect(time.nextAlarm == nil)
    let late = time.after(.seconds(5)) {}
    let early = time.after(.seconds(3)) {}
    time.advance(by: .seconds(1))
    #expect(time.nextAlarm == .seconds(2))
    early.cancel()
    #expect(time.nextAlarm == .seconds(4))
    late.cancel()
    #expect(time.nextAlarm == nil)
  }

  /// With a list instead of a heap each of these takes 100,000 steps, and the test a quarter of an
  /// hour.
  @Test(.timeLimit(.minutes(10))) func aHundredThousandAlarmsAreCheap() {
    let time = ManualScheduler()
    let rung = Mutex(0)
    var alarms: [Cancellation] = []
    for number in 0..<100_000 {
      let delay = Duration.milliseconds(number * 7919 % 100_000)
      alarms.append(time.after(delay) { rung.withLock { $0 += 1 } })
    }
    #expect(time.alarmCount == 100_000)
    for alarm in alarms[..<50_000] { alarm.cancel() }
    #expect(time.alarmCount == 50_000)
    while time.advanceToNextAlarm() {}
    #expect(rung.withLock { $0 } == 50_000)
  }
}
