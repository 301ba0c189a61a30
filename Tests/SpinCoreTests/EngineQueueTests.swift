import SpinCore
import Testing

struct EngineQueueTests {
  @Test func anEffectWaitsForTheOneBeforeIt() {
    var engine = Engine.reacting(.queueNewState)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.answered(0, .wanted), .call(true)),
      Row(.described(0, immediates: 1, parts: 1), .effect(.wait)),
      Row(.described(0, immediates: 1), .effect(.wait)),
    ])
    #expect(!engine.records[0].work.isReady)
    engine.check([Row(.taken(.last(1)), .event(.reduce(.execution)))])
    #expect(engine.records[0].work.isReady)
    engine.check([
      Row(.waitingTaken(0, immediates: 1, parts: 1), .effect(.start(serial: 2)))
    ])
    #expect(!engine.records[0].work.isReady)
  }

  @Test func anEffectOfImmediateEventsRunsUntilTheLastOfThemIsReduced() {
    var engine = Engine.reacting(.queueNewState)
    engine.check([
      Row(.described(0, immediates: 2), .effect(.start(serial: 1))),
      Row(.described(0, parts: 1), .effect(.wait)),
      Row(.taken(.immediate(1)), .event(.reduce(.nothing))),
    ])
    #expect(!engine.records[0].work.isReady)
    #expect(!engine.isSettled)
    engine.check([Row(.taken(.immediate(1)), .event(.reduce(.execution)))])
    #expect(engine.records[0].work.isReady)
  }

  @Test func anEffectDescribedWhileOthersWaitGoesBehindThem() {
    var engine = Engine.reacting(.queueNewState)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.described(0, parts: 1), .effect(.wait)),
      Row(.taken(.finished(1)), .event(.end(.execution))),
      Row(.described(0, parts: 1), .effect(.wait)),
    ])
    #expect(engine.records[0].work.waiting == 2)
  }

  @Test func workThatEndsWhileImmediateEventsWaitDoesNotEndTheRun() {
    var engine = Engine.reacting(.queueNewState)
    engine.check([
      Row(.described(0, immediates: 1, parts: 1), .effect(.start(serial: 1))),
      Row(.taken(.finished(1)), .event(.end(.nothing))),
      Row(.taken(.immediate(1)), .event(.reduce(.execution))),
    ])
  }

  @Test func nilForgetsWhatRunsAndWhatWaits() {
    var engine = Engine.reacting(.queueNewState)
    engine.check([
      Row(.described(0, immediates: 1, parts: 1), .effect(.start(serial: 1))),
      Row(.described(0, parts: 1), .effect(.wait)),
      Row(.answered(0, .withdrawn), .call(false), dooms: [.run(1)]),
      // Its immediate event is a fact all the same.
      Row(.taken(.immediate(1)), .event(.reduce(.nothing))),
      Row(.described(0, parts: 1), .effect(.start(serial: 2))),
    ])
    #expect(!engine.records[0].work.isReady)
  }

  @Test func onlyItsOwnFeedbackIsQueued() {
    var engine = Engine.reacting(.queueNewState, .queueNewState)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.described(1, parts: 1), .effect(.start(serial: 2))),
      Row(.described(1, parts: 1), .effect(.wait)),
      Row(.taken(.finished(1)), .event(.end(.execution))),
    ])
    #expect(!engine.records[0].work.isReady)
    #expect(!engine.records[1].work.isReady)
  }
}
