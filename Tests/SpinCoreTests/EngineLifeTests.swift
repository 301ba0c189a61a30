import SpinCore
import Testing

struct EngineLifeTests {
  @Test func aRunEndsWithItsLastPart() {
    var engine = Engine.reacting(.continueOnNewState)
    engine.check([
      Row(.described(0, immediates: 2, parts: 3), .effect(.start(serial: 1))),
      Row(.eventTaken(.last(1)), .event(.reduce)),
      Row(.partFinished(.finished(1)), .ended(false)),
      Row(.eventTaken(.run(1)), .event(.reduce)),
      Row(.partFinished(.finished(1)), .ended(true)),
      Row(.partFinished(.finished(1)), .ended(false)),
    ])
    #expect(engine.isSettled)
  }

  @Test func theLastEventOfAOneShotEndsItsRun() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.eventTaken(.last(1)), .event(.reduceAndRetire)),
      // In the step of that event it no longer runs, so there is nothing to cancel.
      Row(.answered(0, .wanted), .call(true)),
    ])
  }

  @Test func whatADeadRunFinishesIsOfNoAccount() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.answered(0, .declined), .call(false), dooms: [.run(1)]),
      Row(.partFinished(.finished(1)), .ended(false)),
      Row(.eventTaken(.last(1)), .event(.drop(.stale))),
      Row(.eventTaken(EntryTag(.bodyEndedDelivering, serial: 1)), .event(.drop(.stale))),
    ])
  }

  @Test func immediateEventsAreNeverStale() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.check([
      Row(.described(0, immediates: 2, parts: 1), .effect(.start(serial: 1))),
      Row(.eventTaken(.immediate()), .event(.reduce)),
      Row(.answered(0, .wanted), .call(true), dooms: [.run(1)]),
      Row(.eventTaken(.immediate()), .event(.reduce)),
    ])
  }

  @Test func reducedEventsAreNumberedAndDroppedOnesAreNot() {
    var engine = Engine([(kind: .reacting, strategy: .cancelOnNewState)])
    #expect(engine.nextNumber == 0)
    engine.check([Row(.started), Row(.eventTaken(.outside), .event(.reduce))])
    #expect(engine.nextNumber == 2)
    engine.check([Row(.eventTaken(.run(7)), .event(.drop(.stale)))])
    #expect(engine.nextNumber == 2)
    engine.check([Row(.eventTaken(.immediate()), .event(.reduce))])
    #expect(engine.nextNumber == 3)
  }

  @Test func aLoopIsSettledWhenNothingReactingIsAliveOrWaits() {
    var engine = Engine.reacting(.queue, .cancelOnNewState)
    #expect(engine.isSettled)
    _ = engine.effectDescribed(0, immediates: 0, parts: 1)
    _ = engine.effectDescribed(0, immediates: 0, parts: 1)
    #expect(!engine.isSettled)
    engine.check([Row(.partFinished(.finished(1)), .ended(true))])
    #expect(!engine.isSettled)
    _ = engine.waitingEffectTaken(0, immediates: 0, parts: 1)
    #expect(!engine.isSettled)
    engine.check([Row(.partFinished(.finished(2)), .ended(true))])
    #expect(engine.isSettled)
    #expect(engine.violations == [])
  }

  @Test func immediateEventsDoNotCountAsAlive() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.check([Row(.described(0, immediates: 5), .effect(.post))])
    #expect(engine.isSettled)
  }

  @Test func serialsAreUsedAgainWithoutZero() {
    var engine = Engine.reacting(.continueOnNewState)
    engine.newestSerial = EntryTag.last(.max).serial - 1
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: (1 << 44) - 1))),
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.eventTaken(.run((1 << 44) - 1)), .event(.reduce)),
    ])
  }
}
