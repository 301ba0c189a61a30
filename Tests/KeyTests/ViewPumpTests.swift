import Testing

@testable import SpinTTY

/// When a run without a screen prints its view before the end.
@Suite struct ViewPumpTests {
  @Test func theStartIsPrintedWhenTheSpinHasSettledOrAfterASecond() {
    var pump = ViewPump()
    #expect(pump.due == nil && pump.settled() == nil)
    pump.began(at: .zero)
    #expect(pump.passed(at: .milliseconds(999)) == nil)
    #expect(pump.passed(at: .seconds(1)) == .print)
    #expect(pump.due == nil && pump.settled() == nil)
    pump.began(at: .zero)
    #expect(pump.settled() == .print)
    #expect(pump.passed(at: .seconds(9)) == nil)
  }

  @Test func aLineIsAnsweredSooner() {
    var pump = ViewPump()
    pump.began(at: .zero)
    pump.gaveLine()
    pump.tookLine(at: .milliseconds(100))
    #expect(pump.due == .milliseconds(300))
    #expect(pump.passed(at: .milliseconds(300)) == .print)
  }

  /// It printed 200 ms after the line, whatever the spin had reduced by then, and nothing after it.
  @Test func nothingIsPrintedBeforeTheKeysOfALineAreReduced() {
    var pump = ViewPump()
    pump.began(at: .zero)
    pump.gaveLine()
    #expect(pump.awaitsKeys && pump.due == nil)
    #expect(pump.settled() == nil, "The spin had settled before the line.")
    #expect(pump.passed(at: .seconds(9)) == nil)
    pump.tookLine(at: .seconds(9))
    #expect(!pump.awaitsKeys && pump.settled() == .print)
    pump.tookLine(at: .seconds(10))
    #expect(pump.due == nil, "No line was given.")
  }

  @Test func whatNobodyCanControlIsExplainedOnceAndOnlyIfItGoesOn() {
    var pump = ViewPump()
    pump.gaveLine()
    pump.inputEnded(at: .zero)
    #expect(pump.settled() == nil, "The run ends by itself.")
    #expect(pump.passed(at: .seconds(1)) == .explain)
    #expect(pump.due == nil)
  }

  @Test func aStateThatCannotBeReadIsAskedForAgain() {
    var pump = ViewPump()
    pump.failed(.explain, at: .seconds(1))
    #expect(pump.passed(at: .milliseconds(1_199)) == nil)
    #expect(pump.passed(at: .milliseconds(1_200)) == .explain)
    // Another line may have come meanwhile.
    pump.gaveLine()
    pump.failed(.explain, at: .seconds(3))
    pump.tookLine(at: .seconds(3))
    #expect(pump.passed(at: .seconds(4)) == .print)
  }
}
