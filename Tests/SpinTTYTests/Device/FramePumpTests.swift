import Testing

@testable import SpinTTY

@Suite struct FramePumpTests {
  /// A pump of ten frames a second whose first frame was drawn at zero.
  private func drawing() -> FramePump {
    var pump = FramePump(limit: 10)
    #expect(pump.exposed(at: .zero) == [.draw])
    #expect(pump.wrote(at: .zero, isTaken: true) == [])
    return pump
  }

  @Test func theFirstFrameIsOwedUntilItIsDrawn() {
    var pump = FramePump(limit: 10)
    #expect(!pump.owesFrame)
    #expect(pump.exposed(at: .zero) == [.draw] && pump.owesFrame)
    #expect(pump.exposed(at: .zero) == [] && pump.owesFrame)
    _ = pump.wrote(at: .zero, isTaken: true)
    #expect(!pump.owesFrame)
  }

  /// The state could not be read when the frame was due.
  @Test func aFrameThatIsOwedWaitsForAChangeAndNotForATime() {
    var pump = drawing()
    #expect(pump.differs(at: .seconds(1)) == [.draw] && pump.owesFrame)
    #expect(pump.exposed(at: .seconds(1)) == [])
    #expect(!pump.isFrameDue && pump.due == nil)
    #expect(pump.changed() == [], "The frame is drawn without a comparison.")
    // What was exposed meanwhile is drawn again.
    #expect(pump.wrote(at: .seconds(2), isTaken: true) == [])
    #expect(pump.next(at: .milliseconds(2_100), isChanging: false) == [.draw])
  }

  @Test func aChangeIsDrawnOnlyIfItDiffers() {
    var pump = drawing()
    #expect(pump.changed() == [.compare])
    #expect(pump.due == nil)
    #expect(pump.differs(at: .seconds(1)) == [.draw])
  }

  @Test func whileAFrameIsDueNobodyIsAsked() {
    var pump = drawing()
    #expect(pump.differs(at: .milliseconds(40)) == [])
    #expect(pump.isFrameDue && pump.due == .milliseconds(100))
    #expect(pump.changed() == [])
    #expect(pump.next(at: .milliseconds(99), isChanging: false) == nil)
    #expect(pump.next(at: .milliseconds(100), isChanging: false) == [.draw])
    #expect(pump.next(at: .milliseconds(100), isChanging: false) == nil)
  }

  @Test func changesThatDoNotEndAreLookedAtOnceAFrame() {
    var pump = drawing()
    pump.changing(at: .seconds(1))
    pump.changing(at: .milliseconds(1_050))
    #expect(pump.due == .milliseconds(1_100))
    #expect(pump.next(at: .milliseconds(1_100), isChanging: true) == [.compare])
    #expect(pump.due == .milliseconds(1_200))
    #expect(pump.next(at: .milliseconds(1_200), isChanging: false) == [.compare])
    #expect(pump.due == nil)
  }

  @Test func changesThatEndAreLookedAtThen() {
    var pump = drawing()
    pump.changing(at: .seconds(1))
    #expect(pump.changed() == [.compare])
    #expect(pump.due == nil)
  }

  @Test func aWindowThatIsDraggedIsMeasuredOnceInAWhile() {
    var pump = drawing()
    pump.resizes(at: .seconds(1))
    pump.resizes(at: .milliseconds(1_010))
    #expect(pump.due == .milliseconds(1_016))
    #expect(pump.next(at: .milliseconds(1_016), isChanging: false) == [.measure])
    #expect(pump.due == nil)
    pump.resized(at: .seconds(2))
    #expect(pump.next(at: .seconds(2), isChanging: false) == [.measure])
  }

  @Test func theSizeIsReadBeforeAFrameIsDrawn() {
    var pump = drawing()
    _ = pump.differs(at: .milliseconds(40))
    pump.changing(at: .milliseconds(40))
    pump.resizes(at: .milliseconds(40))
    let orders = (0..<4).map { _ in pump.next(at: .seconds(1), isChanging: false) }
    #expect(orders == [[.measure], [], [.draw], nil])
  }

  @Test func nothingIsDrawnUntilTheTerminalHasTakenTheLastFrame() {
    var pump = drawing()
    #expect(pump.differs(at: .seconds(1)) == [.draw])
    #expect(pump.wrote(at: .seconds(1), isTaken: false) == [])
    #expect(pump.differs(at: .seconds(2)) == [])
    #expect(pump.due == nil)
    #expect(pump.drained(at: .seconds(3)) == [.draw])
  }
}
