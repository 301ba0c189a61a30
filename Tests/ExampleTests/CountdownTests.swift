import SpinTesting
import TerminalTestSupport
import Testing

@testable import countdown

@Suite(.onItsOwnThread) struct CountdownTests {
  @Test func itCountsDownAndEndsByItself() throws {
    #expect(
      try Program("countdown").run()
        == Program.Result(output: "5\n4\n3\n2\n1\n0\ngo\n", errors: "", status: 0))
  }

  @Test func itTicksAsLongAsItCountsAndThenStarts() {
    let test = TestSpin(Countdown.spin)
    for seconds in (0..<5).reversed() {
      test.advance(by: .milliseconds(99))
      test.expectRunning("feedback 0")
      test.advance(by: .milliseconds(1))
      test.expect(.tick, from: "feedback 0") { $0.seconds = seconds }
    }
    test.expectRunning("feedback 1")
    test.advance(by: .milliseconds(50))
    test.expect(.start, from: "feedback 1") { $0.hasStarted = true }
    test.finish()
  }

  @Test func itStartsAtOnceIfThereIsNothingToCount() {
    let test = TestSpin(Countdown.spin, initialState: Countdown(seconds: 0))
    test.advance(by: .milliseconds(50))
    test.expect(.start) { $0.hasStarted = true }
    test.finish()
  }
}
