import SpinTesting
import Synchronization
import Testing

struct ManualSchedulerTests {
  @Test func oneInstantIsPassedAtATime() {
    let time = ManualScheduler()
    let called = Mutex<[String]>([])
    func set(_ name: String, _ delay: Duration) {
      _ = time.after(delay) { called.withLock { $0.append(name) } }
    }
    #expect(!time.advanceToNextAlarm())
    set("late", .seconds(5))
    _ = time.after(.seconds(2)) {
      called.withLock { $0.append("first") }
      _ = time.after(.zero) { called.withLock { $0.append("at once") } }
      _ = time.after(.seconds(1)) { called.withLock { $0.append("answer") } }
    }
    set("second", .seconds(2))
    #expect(time.advanceToNextAlarm())
    #expect(called.withLock { $0 } == ["first", "second", "at once"])
    #expect(time.now == .seconds(2))
    #expect(time.advanceToNextAlarm())
    #expect(called.withLock { $0.last } == "answer")
    #expect(time.now == .seconds(3))
    #expect(time.advanceToNextAlarm())
    #expect(!time.advanceToNextAlarm())
    #expect(time.now == .seconds(5))
  }
}
