import Testing

@testable import SpinCore

/// When the events of frames are due.
@Suite struct FrameTimesTests {
  @Test func anIdleLoopGetsTheTimeSinceTheLatestEvent() {
    var times = FrameTimes(.milliseconds(20), from: .seconds(5))
    #expect(times.delay == .milliseconds(20))
    #expect(times.due(at: .milliseconds(5_020), .idle) == .milliseconds(20))
    times.latest = .milliseconds(5_020)
    #expect(times.due(at: .milliseconds(5_050), .idle) == .milliseconds(30))
    // It was refused, so the next one has its time.
    #expect(times.due(at: .milliseconds(5_070), .idle) == .milliseconds(50))
  }

  @Test func anEventThatWaitsIsTriedAgainSoonAndComesInTheEnd() {
    var times = FrameTimes(.milliseconds(20), from: .zero)
    #expect(times.due(at: .milliseconds(20), .atWork) == nil)
    #expect(times.delay == .milliseconds(5))
    #expect(times.due(at: .milliseconds(119), .atWork) == nil)
    #expect(times.due(at: .milliseconds(120), .atWork) == .milliseconds(120))
    #expect(times.delay == .milliseconds(20))
  }

  @Test func aSuspendedLoopGetsNothing() {
    var times = FrameTimes(.milliseconds(20), from: .zero)
    #expect(times.due(at: .milliseconds(20), .suspended) == nil)
    #expect(times.delay == FrameTimes.patience)  // It wakes the thread rarely.
    #expect(times.due(at: .seconds(90), .suspended) == nil)
    #expect(times.due(at: .seconds(91), .atWork) == .seconds(91))
    #expect(times.delay == .milliseconds(20))
  }
}
