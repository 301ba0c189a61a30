import SpinCore
import Testing

struct EngineStreamTests {
  @Test(arguments: [FeedbackKind.source, .stream])
  func aSourceOrStreamIsNeverStale(kind: FeedbackKind) {
    var engine = Engine.one(kind)
    engine.check([
      Row(.answered(0, .wanted), .call(true)),
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.answered(0, .wanted), .call(true)),
      Row(.answered(0, .declined), .call(false)),
      Row(.eventTaken(.run(1)), .event(.reduce)),
    ])
  }

  @Test func aSourceDoesNotKeepTheLoopFromBeingSettled() {
    var engine = Engine.one(.source)
    engine.check([Row(.described(0, immediates: 1, parts: 2), .effect(.start(serial: 1)))])
    #expect(engine.isSettled)
    engine.check([
      Row(.partFinished(.finished(1)), .ended(false)),
      Row(.eventTaken(.last(1)), .event(.reduceAndRetire)),
    ])
    #expect(engine.isSettled)
  }

  @Test func aSourceDoesNotQueueItsImmediateEvents() {
    var engine = Engine([(kind: .source, strategy: .queue)])
    engine.started()
    engine.check([
      Row(.described(0, immediates: 2), .effect(.post)),
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
    ])
  }

  @Test func aStreamCountsFromTheHandingOfAStateUntilItAsksForTheNext() {
    var engine = Engine.one(.stream)
    engine.check([Row(.described(0, parts: 1), .effect(.start(serial: 1)))])
    #expect(engine.isSettled)
    engine.check([Row(.streamHanded(0))])
    #expect(!engine.isSettled)
    engine.check([Row(.streamAsked(0, taken: 0))])
    #expect(!engine.isSettled)
    engine.check([Row(.streamAsked(0, taken: 1))])
    #expect(engine.isSettled)
  }

  @Test func aStreamThatWasHandedMoreMeanwhileIsStillBusy() {
    var engine = Engine.one(.stream)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.streamHanded(0)),
      Row(.streamHanded(0)),
      Row(.streamAsked(0, taken: 1)),
    ])
    #expect(!engine.isSettled)
    engine.check([Row(.streamAsked(0, taken: 2))])
    #expect(engine.isSettled)
  }

  @Test func aStreamThatHasEndedIsNotBusy() {
    var engine = Engine.one(.stream)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.streamHanded(0)),
      Row(.partFinished(.finished(1)), .ended(true)),
    ])
    #expect(engine.isSettled)
    engine.check([Row(.streamHanded(0)), Row(.streamAsked(0, taken: 2))])
    #expect(engine.isSettled)
  }

  @Test func aStoppedStreamIsNotBusy() {
    var engine = Engine.one(.stream)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.streamHanded(0)),
      Row(.stopRequested, dooms: [.run(1)]),
      Row(.streamAsked(0, taken: 1)),
    ])
    #expect(engine.isSettled)
  }
}
