import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct FrameSchedulerTests {
  private let frame = Duration.seconds(1) / 60.0

  @Test func theFirstChangeIsDrawnAtOnce() {
    var scheduler = FrameScheduler()
    #expect(scheduler.changed(at: .seconds(5)) == [.draw])
    #expect(scheduler.wrote(at: .seconds(5), isTaken: true) == [])
  }

  @Test func furtherChangesWaitForOneFrameTogether() {
    var scheduler = FrameScheduler()
    _ = scheduler.changed(at: .zero)
    _ = scheduler.wrote(at: .zero, isTaken: true)
    #expect(scheduler.changed(at: .milliseconds(2)) == [.arm(frame)])
    #expect(scheduler.changed(at: .milliseconds(3)) == [])
    #expect(scheduler.timerFired(at: frame) == [.draw])
    #expect(scheduler.wrote(at: frame, isTaken: true) == [])
  }

  @Test func nothingIsArmedWhileNothingWaits() {
    var scheduler = FrameScheduler()
    var isArmed = false
    var now = Duration.zero
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      var orders: [FrameScheduler.Order] = []
      switch generator.number(0..<3) {
      case 0: orders = scheduler.changed(at: now)
      case 1 where isArmed:
        isArmed = false
        orders = scheduler.timerFired(at: now)
      default: break
      }
      while !orders.isEmpty {
        switch orders.removeFirst() {
        case .arm:
          #expect(!isArmed)
          isArmed = true
        case .disarm:
          #expect(isArmed)
          isArmed = false
        case .draw: orders += scheduler.wrote(at: now, isTaken: true)
        }
      }
      now += .milliseconds(generator.number(0..<12))
    }
    if isArmed { _ = scheduler.timerFired(at: now + .seconds(1)) }
    #expect(scheduler.wrote(at: now + .seconds(1), isTaken: true) == [])
  }

  @Test func aChangeWhileAFrameIsDrawnBelongsToTheNext() {
    var scheduler = FrameScheduler()
    #expect(scheduler.changed(at: .zero) == [.draw])
    #expect(scheduler.changed(at: .zero) == [])
    #expect(scheduler.wrote(at: .zero, isTaken: true) == [.arm(frame)])
  }

  @Test func noFrameIsDrawnUntilTheTerminalTookTheLast() {
    var scheduler = FrameScheduler()
    _ = scheduler.changed(at: .zero)
    #expect(scheduler.wrote(at: .zero, isTaken: false) == [])
    #expect(scheduler.changed(at: .seconds(1)) == [])
    #expect(scheduler.changed(at: .seconds(2)) == [])
    #expect(scheduler.drained(at: .seconds(3)) == [.draw])
  }

  @Test func anArmedTimerIsTakenBackWhenTheScreenIsExposed() {
    var scheduler = FrameScheduler()
    _ = scheduler.changed(at: .zero)
    _ = scheduler.wrote(at: .zero, isTaken: true)
    #expect(scheduler.changed(at: .milliseconds(1)) == [.arm(frame)])
    #expect(scheduler.exposed(at: .milliseconds(2)) == [.disarm, .draw])
  }

  @Test func aSlowTerminalGetsHalfTheFramesDownToFive() {
    var scheduler = FrameScheduler()
    var now = Duration.zero
    var rates: [Double] = []
    for _ in 0..<5 {
      now += .seconds(1)
      #expect(scheduler.changed(at: now) == [.draw])
      _ = scheduler.wrote(at: now, isTaken: false)
      now += .milliseconds(60)
      _ = scheduler.drained(at: now)
      rates.append(scheduler.rate)
    }
    #expect(rates == [30, 15, 7.5, 5, 5])
  }

  @Test func aTerminalThatKeepsUpGetsItsFramesBackGradually() {
    var scheduler = FrameScheduler()
    _ = scheduler.changed(at: .zero)
    _ = scheduler.wrote(at: .zero, isTaken: false)
    _ = scheduler.drained(at: .milliseconds(60))
    var now = Duration.seconds(1)
    var previous = scheduler.rate
    #expect(previous == 30)
    while scheduler.rate < 60 {
      _ = scheduler.changed(at: now)
      _ = scheduler.wrote(at: now, isTaken: true)
      #expect(scheduler.rate > previous && scheduler.rate <= previous * 1.25)
      previous = scheduler.rate
      now += .seconds(1)
    }
  }

  @Test(arguments: [(0, 1.0), (-5, 1), (1000, 240), (30, 30)])
  func theLimitIsBetweenOneAndTwoHundredAndForty(asked: Int, given: Double) {
    #expect(FrameScheduler(limit: asked).limit == given)
  }
}
