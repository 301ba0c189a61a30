import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct FrameSchedulerTests {
  private let frame = Duration.seconds(1) / 60.0

  @Test func theFirstChangeIsDrawnAtOnce() {
    var scheduler = FrameScheduler()
    #expect(scheduler.differs(at: .seconds(5)) == [.draw])
    #expect(scheduler.wrote(at: .seconds(5), isTaken: true) == [])
  }

  @Test func furtherChangesWaitForOneFrameTogether() {
    var scheduler = FrameScheduler()
    _ = scheduler.differs(at: .zero)
    _ = scheduler.wrote(at: .zero, isTaken: true)
    #expect(scheduler.differs(at: .milliseconds(2)) == [] && scheduler.due == frame)
    #expect(scheduler.differs(at: .milliseconds(3)) == [] && scheduler.due == frame)
    #expect(scheduler.next(at: frame, isMoving: false) == [.draw] && scheduler.due == nil)
    #expect(scheduler.wrote(at: frame, isTaken: true) == [])
  }

  @Test func nothingIsDueWhileNothingWaits() {
    var scheduler = FrameScheduler()
    var now = Duration.zero
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      var orders: [FrameScheduler.Order] = []
      switch generator.number(0..<3) {
      case 0: orders = scheduler.differs(at: now)
      case 1: orders = scheduler.next(at: now, isMoving: false) ?? []
      default: break
      }
      while !orders.isEmpty {
        #expect(orders.removeFirst() == .draw)
        orders += scheduler.wrote(at: now, isTaken: true)
      }
      #expect((scheduler.due == nil) == !scheduler.isFrameDue)
      now += .milliseconds(generator.number(0..<12))
    }
    now += .seconds(1)
    if scheduler.due != nil { #expect(scheduler.next(at: now, isMoving: false) == [.draw]) }
    #expect(scheduler.wrote(at: now, isTaken: true) == [] && scheduler.due == nil)
  }

  @Test func aChangeWhileAFrameIsDrawnBelongsToTheNext() {
    var scheduler = FrameScheduler()
    #expect(scheduler.differs(at: .zero) == [.draw])
    #expect(scheduler.differs(at: .zero) == [])
    #expect(scheduler.wrote(at: .zero, isTaken: true) == [] && scheduler.due == frame)
  }

  @Test func noFrameIsDrawnUntilTheTerminalTookTheLast() {
    var scheduler = FrameScheduler()
    _ = scheduler.differs(at: .zero)
    #expect(scheduler.wrote(at: .zero, isTaken: false) == [])
    #expect(scheduler.differs(at: .seconds(1)) == [])
    #expect(scheduler.differs(at: .seconds(2)) == [])
    #expect(scheduler.taken(at: .seconds(3)) == [.draw])
  }

  @Test func aFrameThatWaitsIsDrawnAtOnceWhenTheScreenIsExposed() {
    var scheduler = FrameScheduler()
    _ = scheduler.differs(at: .zero)
    _ = scheduler.wrote(at: .zero, isTaken: true)
    #expect(scheduler.differs(at: .milliseconds(1)) == [] && scheduler.due == frame)
    #expect(scheduler.exposed(at: .milliseconds(2)) == [.draw] && scheduler.due == nil)
  }

  @Test func aSlowTerminalGetsHalfTheFramesDownToFive() {
    var scheduler = FrameScheduler()
    var now = Duration.zero
    var rates: [Double] = []
    for _ in 0..<5 {
      now += .seconds(1)
      #expect(scheduler.differs(at: now) == [.draw])
      _ = scheduler.wrote(at: now, isTaken: false)
      now += .milliseconds(60)
      _ = scheduler.taken(at: now)
      rates.append(scheduler.rate)
    }
    #expect(rates == [30, 15, 7.5, 5, 5])
  }

  @Test func aTerminalThatKeepsUpGetsItsFramesBackGradually() {
    var scheduler = FrameScheduler()
    _ = scheduler.differs(at: .zero)
    _ = scheduler.wrote(at: .zero, isTaken: false)
    _ = scheduler.taken(at: .milliseconds(60))
    var now = Duration.seconds(1)
    var previous = scheduler.rate
    #expect(previous == 30)
    while scheduler.rate < 60 {
      _ = scheduler.differs(at: now)
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

  // MARK: With a client

  /// A scheduler of ten frames a second whose first frame was drawn at zero.
  private func drawing() -> FrameScheduler {
    var scheduler = FrameScheduler(limit: 10)
    #expect(scheduler.exposed(at: .zero) == [.draw])
    #expect(scheduler.wrote(at: .zero, isTaken: true) == [])
    return scheduler
  }

  @Test func theFirstFrameIsOwedUntilItIsDrawn() {
    var scheduler = FrameScheduler(limit: 10)
    #expect(!scheduler.owesFrame)
    #expect(scheduler.exposed(at: .zero) == [.draw] && scheduler.owesFrame)
    #expect(scheduler.exposed(at: .zero) == [] && scheduler.owesFrame)
    _ = scheduler.wrote(at: .zero, isTaken: true)
    #expect(!scheduler.owesFrame)
  }

  /// The state could not be read when the frame was due.
  @Test func aFrameThatIsOwedWaitsForAChangeAndNotForATime() {
    var scheduler = drawing()
    #expect(scheduler.differs(at: .seconds(1)) == [.draw] && scheduler.owesFrame)
    #expect(scheduler.exposed(at: .seconds(1)) == [])
    #expect(!scheduler.isFrameDue && scheduler.due == nil)
    #expect(scheduler.changed() == [], "The frame is drawn without a comparison.")
    // What was exposed meanwhile is drawn again.
    #expect(scheduler.wrote(at: .seconds(2), isTaken: true) == [])
    #expect(scheduler.next(at: .milliseconds(2_100), isMoving: false) == [.draw])
  }

  @Test func aChangeIsDrawnOnlyIfItDiffers() {
    var scheduler = drawing()
    #expect(scheduler.changed() == [.compare])
    #expect(scheduler.due == nil)
    #expect(scheduler.differs(at: .seconds(1)) == [.draw])
  }

  @Test func whileAFrameIsDueNobodyIsAsked() {
    var scheduler = drawing()
    #expect(scheduler.differs(at: .milliseconds(40)) == [])
    #expect(scheduler.isFrameDue && scheduler.due == .milliseconds(100))
    #expect(scheduler.changed() == [])
    #expect(scheduler.next(at: .milliseconds(99), isMoving: false) == nil)
    #expect(scheduler.next(at: .milliseconds(100), isMoving: false) == [.draw])
    #expect(scheduler.next(at: .milliseconds(100), isMoving: false) == nil)
  }

  @Test func aClientThatMovesIsLookedAtOnceAFrame() {
    var scheduler = drawing()
    scheduler.moving(at: .seconds(1))
    scheduler.moving(at: .milliseconds(1_050))
    #expect(scheduler.due == .milliseconds(1_100))
    #expect(scheduler.next(at: .milliseconds(1_100), isMoving: true) == [.compare])
    #expect(scheduler.due == .milliseconds(1_200))
    #expect(scheduler.next(at: .milliseconds(1_200), isMoving: false) == [.compare])
    #expect(scheduler.due == nil)
  }

  @Test func aClientThatRestsIsLookedAtThen() {
    var scheduler = drawing()
    scheduler.moving(at: .seconds(1))
    #expect(scheduler.changed() == [.compare])
    #expect(scheduler.due == nil)
  }

  @Test func aWindowThatIsDraggedIsMeasuredOnceInAWhile() {
    var scheduler = drawing()
    scheduler.resizes(at: .seconds(1))
    scheduler.resizes(at: .milliseconds(1_010))
    #expect(scheduler.due == .milliseconds(1_016))
    #expect(scheduler.next(at: .milliseconds(1_016), isMoving: false) == [.measure])
    #expect(scheduler.due == nil)
    scheduler.resized(at: .seconds(2))
    #expect(scheduler.next(at: .seconds(2), isMoving: false) == [.measure])
  }

  @Test func theSizeIsReadBeforeAFrameIsDrawn() {
    var scheduler = drawing()
    _ = scheduler.differs(at: .milliseconds(40))
    scheduler.moving(at: .milliseconds(40))
    scheduler.resizes(at: .milliseconds(40))
    let orders = (0..<4).map { _ in scheduler.next(at: .seconds(1), isMoving: false) }
    #expect(orders == [[.measure], [], [.draw], nil])
  }

  @Test func nothingIsDrawnUntilTheTerminalHasTakenTheLastFrame() {
    var scheduler = drawing()
    #expect(scheduler.differs(at: .seconds(1)) == [.draw])
    #expect(scheduler.wrote(at: .seconds(1), isTaken: false) == [])
    #expect(scheduler.differs(at: .seconds(2)) == [])
    #expect(scheduler.due == nil)
    #expect(scheduler.taken(at: .seconds(3)) == [.draw])
  }
}
