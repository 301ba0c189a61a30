import SpinCore
import Testing

struct EngineLifeTests {
  @Test func aRunEndsWithItsLastPart() {
    var engine = Engine.reacting(.continueOnNewState)
    engine.check([
      Row(.described(0, immediates: 2, parts: 3), .effect(.start(serial: 1))),
      Row(.taken(.last(1)), .event(.reduce(.nothing))),
      Row(.taken(.finished(1)), .event(.end(.nothing))),
      Row(.taken(.run(1)), .event(.reduce(.nothing))),
      Row(.taken(.finished(1)), .event(.end(.execution))),
      Row(.taken(.finished(1)), .event(.end(.nothing))),
    ])
    #expect(engine.isSettled)
  }

  @Test func theLastEventOfAOneShotEndsItsRun() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.taken(.last(1)), .event(.reduce(.execution))),
      // In the step of that event it no longer runs, so there is nothing to cancel.
      Row(.answered(0, .wanted), .call(true)),
    ])
  }

  @Test func whatADeadRunFinishesIsOfNoAccount() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.bodyStarted),
      Row(.answered(0, .declined), .call(false), dooms: [.run(1)]),
      Row(.taken(.finished(1)), .event(.end(.nothing))),
      Row(.taken(.last(1)), .event(.drop(.stale, .nothing))),
      Row(.taken(EntryTag(.bodyEndedDelivering, serial: 1)), .event(.drop(.stale, .nothing))),
    ])
  }

  @Test func immediateEventsAreNeverStale() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.check([
      Row(.described(0, immediates: 2, parts: 1), .effect(.start(serial: 1))),
      Row(.taken(.immediate()), .event(.reduce(.nothing))),
      Row(.answered(0, .wanted), .call(true), dooms: [.run(1)]),
      Row(.taken(.immediate()), .event(.reduce(.nothing))),
    ])
  }

  @Test func reducedEventsAreNumberedAndDroppedOnesAreNot() {
    var engine = Engine([FeedbackRecord(kind: .reacting, strategy: .cancelOnNewState)])
    #expect(engine.nextNumber == 0)
    engine.check([Row(.started), Row(.taken(.outside), .event(.reduce(.nothing)))])
    #expect(engine.nextNumber == 2)
    engine.check([Row(.taken(.run(7)), .event(.drop(.stale, .nothing)))])
    #expect(engine.nextNumber == 2)
    engine.check([Row(.taken(.immediate()), .event(.reduce(.nothing)))])
    #expect(engine.nextNumber == 3)
  }

  @Test func aLoopIsSettledWhenNothingReactingIsAliveOrWaits() {
    var engine = Engine.reacting(.queueNewState, .cancelOnNewState)
    #expect(engine.isSettled)
    _ = engine.effectDescribed(0, immediates: 0, parts: 1)
    _ = engine.effectDescribed(0, immediates: 0, parts: 1)
    #expect(!engine.isSettled)
    engine.check([Row(.taken(.finished(1)), .event(.end(.execution)))])
    #expect(!engine.isSettled)
    _ = engine.waitingEffectTaken(0, immediates: 0, parts: 1)
    #expect(!engine.isSettled)
    engine.check([Row(.taken(.finished(2)), .event(.end(.execution)))])
    #expect(engine.isSettled)
    #expect(engine.violations == [])
  }

  @Test func immediateEventsDoNotCountAsAlive() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.check([Row(.described(0, immediates: 5), .effect(.post(serial: 0)))])
    #expect(engine.isSettled)
  }

  @Test func serialsAreUsedAgainWithoutZero() {
    var engine = Engine.reacting(.continueOnNewState)
    engine.newestSerial = EntryTag.last(.max).serial - 1
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: (1 << 44) - 1))),
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.taken(.run((1 << 44) - 1)), .event(.reduce(.nothing))),
    ])
  }
}
