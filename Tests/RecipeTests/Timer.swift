import SpinAsync
import SpinTesting
import Testing

struct Timer {
  // snippet.spin
  struct Stopwatch: Equatable, Sendable {
    enum Event: Equatable, Sendable { case start, stop, tick }
    var isRunning = false, seconds = 0
  }

  let stopwatch = Spin<Stopwatch, Stopwatch.Event>(initialState: Stopwatch()) {
    Feedback(while: \.isRunning) { .every(.seconds(1), .tick) }.named("clock")
    Reducer { stopwatch, event in
      switch event {
      case .start: stopwatch.isRunning = true
      case .stop: stopwatch.isRunning = false
      case .tick: stopwatch.seconds += 1
      }
    }
  }
  // snippet.end

  // snippet.test
  @Test func theSecondsAreCountedWhileItRuns() {
    let test = TestSpin(stopwatch)
    test.emit(.start) { $0.isRunning = true }
    test.advance(by: .milliseconds(2_999))
    for second in 1...2 { test.expect(.tick, from: "clock") { $0.seconds = second } }
    test.emit(.stop) { $0.isRunning = false }
    test.advance(by: .seconds(1))
    test.finish()
  }
  // snippet.end

  @Test func aClockOfOnesOwnGivesTheTime() async throws {
    let time = ManualScheduler()
    let clock = time.clock
    // snippet.clock
    let running = stopwatch.start(on: .async(scheduler: ClockScheduler(clock)))
    // snippet.end
    try await running.send(.start)
    for second in 1...3 {
      try await time.untilAlarms(1)
      time.advance(by: .seconds(1))
      #expect(try await running.first { $0.seconds == second }.isRunning)
    }
    running.stop()
    await running.finished()
  }
}
