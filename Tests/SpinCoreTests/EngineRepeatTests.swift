import SpinTestSupport
import Testing

@testable import SpinCore

/// What the engine orders about events that may be repeats.
struct EngineRepeatTests {
  @Test(.promises("20.2"))
  func anEventIsComparedAfterStalenessAndBeforeItHasANumber() {
    var engine = Engine.reacting(.continueOnNewState, hasRepeats: true)
    engine.check([
      Row(.taken(.outside), .event(.compare)),
      Row(.compared(.outside, isRepeat: true), .event(.drop(.repeated, .nothing))),
      Row(.taken(.run(7)), .event(.drop(.stale, .nothing))),
      Row(.taken(.immediate()), .event(.compare)),
      Row(.compared(.immediate(), isRepeat: false), .event(.reduce(.nothing))),
    ])
    #expect(engine.nextNumber == 2)
    engine.check([
      Row(.stopRequested),
      Row(.taken(.outside), .event(.drop(.stopped, .nothing))),
      Row(.taken(.immediate()), .event(.drop(.stopped, .nothing))),
    ])
  }

  @Test(.promises("20.5"), arguments: [false, true])
  func theLastEventEndsItsRunWhetherOrNotItIsARepeat(isRepeat: Bool) {
    var engine = Engine.reacting(.queueNewState, hasRepeats: true)
    engine.check([
      Row(.answered(0, .wanted), .call(true)),
      Row(.described(0, parts: 2), .effect(.start(serial: 1))),
      Row(.described(0, parts: 1), .effect(.wait)),
      Row(.taken(.last(1)), .event(.compare)),
      Row(
        .compared(.last(1), isRepeat: isRepeat),
        .event(isRepeat ? .drop(.repeated, .nothing) : .reduce(.nothing))),
      Row(.taken(.run(1)), .event(.compare)),
      Row(
        .compared(.run(1), isRepeat: isRepeat),
        .event(isRepeat ? .drop(.repeated, .nothing) : .reduce(.nothing))),
      Row(.taken(.last(1)), .event(.compare)),
      Row(
        .compared(.last(1), isRepeat: isRepeat),
        .event(isRepeat ? .drop(.repeated, .execution) : .reduce(.execution))),
      Row(.waitingTaken(0, parts: 1), .effect(.start(serial: 2))),
    ])
    #expect(engine.nextNumber == (isRepeat ? 1 : 4))
  }

  @Test func aBodyThatReturnsWithARepeatHasReturned() {
    var engine = Engine.reacting(.continueOnNewState, hasRepeats: true)
    let tag = EntryTag.run(1).with(.bodyEndedDelivering)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.bodyStarted),
      Row(.taken(tag), .event(.compare)),
      Row(.compared(tag, isRepeat: true), .event(.drop(.repeated, .execution))),
    ])
    #expect(engine.bodies == 0)
    #expect(engine.isSettled)
  }

  /// A million keys, of which a thousand are recent at each moment.
  @Test func theTableForgetsTheKeysThatAreOld() {
    let table = RepeatTable<Int>(within: .seconds(1))
    var most = 0
    for number in 0..<100_000 {
      let time = Duration.milliseconds(number)
      #expect(!table.isRepeat(number, at: time))
      table.noteFate(reducedAt: time)
      most = max(most, table.times.count)
      if number >= 1000 {
        #expect(table.isRepeat(number - 999, at: time))
        #expect(!table.isRepeat(number - 1000, at: time))
      }
    }
    #expect(most <= 2_001)
    #expect(table.times.capacity < 8_000)
  }

  @Test func theTableForgetsABurst() {
    let table = RepeatTable<Int>(within: .seconds(1))
    for number in 0..<10_000 {
      _ = table.isRepeat(number, at: .zero); table.noteFate(reducedAt: .zero)
    }
    #expect(table.times.count == 10_000)
    for number in 1...20 {
      let time = Duration.milliseconds(100 * number)
      #expect(!table.isRepeat(-number, at: time))
      table.noteFate(reducedAt: time)
    }
    #expect(table.times.count <= 20)
    #expect(table.isRepeat(-20, at: .seconds(2)))
  }
}
