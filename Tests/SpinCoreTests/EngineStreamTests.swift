import SpinCore
import Testing

struct EngineStreamTests {
  @Test func aReceiverCountsUntilItHasJoined() {
    var engine = Engine.one(.receiver)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.streamHanded(0)),
    ])
    #expect(!engine.isSettled && engine.liveFeedbacks == [0])
    engine.check([Row(.taken(.asked(taken: 1, by: 1)), .event(.nothing))])
    #expect(engine.isSettled && engine.liveFeedbacks == [])
    engine.check([
      Row(.taken(.run(1)), .event(.reduce)),
      Row(.taken(.finished(1)), .event(.retire)),
    ])
    #expect(engine.isSettled)
  }

  @Test(arguments: [FeedbackKind.source, .stream, .receiver])
  func aSourceStreamOrReceiverIsNeverStale(kind: FeedbackKind) {
    var engine = Engine.one(kind)
    engine.check([
      Row(.answered(0, .wanted), .call(true)),
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.answered(0, .wanted), .call(true)),
      Row(.answered(0, .declined), .call(false)),
      Row(.taken(.run(1)), .event(.reduce)),
    ])
  }

  @Test func aSourceDoesNotKeepTheLoopFromBeingSettled() {
    var engine = Engine.one(.source)
    engine.check([Row(.described(0, immediates: 1, parts: 2), .effect(.start(serial: 1)))])
    #expect(engine.isSettled)
    engine.check([
      Row(.taken(.finished(1)), .event(.sweep)),
      Row(.taken(.last(1)), .event(.reduceAndRetire)),
    ])
    #expect(engine.isSettled)
  }

  @Test func aSourceDoesNotQueueItsImmediateEvents() {
    var engine = Engine([FeedbackRecord(kind: .source, strategy: .queueNewState)])
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
    engine.check([Row(.taken(.asked(taken: 0, by: 1)), .event(.nothing))])
    #expect(!engine.isSettled)
    engine.check([Row(.taken(.asked(taken: 1, by: 1)), .event(.nothing))])
    #expect(engine.isSettled)
  }

  @Test func aStreamThatWasHandedMoreMeanwhileIsStillBusy() {
    var engine = Engine.one(.stream)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.streamHanded(0)),
      Row(.streamHanded(0)),
      Row(.taken(.asked(taken: 1, by: 1)), .event(.nothing)),
    ])
    #expect(!engine.isSettled)
    engine.check([Row(.taken(.asked(taken: 2, by: 1)), .event(.nothing))])
    #expect(engine.isSettled)
  }

  @Test func aStreamThatHasEndedIsNotBusy() {
    var engine = Engine.one(.stream)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.streamHanded(0)),
      Row(.taken(.finished(1)), .event(.retire)),
    ])
    #expect(engine.isSettled)
    engine.check([
      Row(.streamHanded(0)),
      Row(.taken(.asked(taken: 2, by: 1)), .event(.nothing)),
    ])
    #expect(engine.isSettled)
  }

  @Test func aStoppedStreamIsNotBusy() {
    var engine = Engine.one(.stream)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.streamHanded(0)),
      Row(.stopRequested, dooms: [.run(1)]),
      Row(.taken(.asked(taken: 1, by: 1)), .event(.nothing)),
    ])
    #expect(engine.isSettled)
  }

  /// Both lives take one state, and the second is asked about when it works on it.
  @Test(arguments: [FeedbackKind.stream, .receiver], [Answer.wantedAgain, .ended])
  func whatAnEarlierLifeAsksForSettlesNothing(kind: FeedbackKind, answer: Answer) {
    var engine = Engine.one(kind)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.streamHanded(0)),
      Row(.streamHanded(0)),
      Row(.answered(0, answer), .call(answer == .wantedAgain), dooms: [.run(1)]),
      Row(.described(0, parts: 1), .effect(.start(serial: 4))),
      Row(.streamHanded(0)),
    ])
    for taken in 0...3 {
      engine.check([Row(.taken(.asked(taken: UInt64(taken), by: 1)), .event(.nothing))])
      #expect(!engine.isSettled)
    }
    engine.check([Row(.taken(.asked(taken: 1, by: 4)), .event(.nothing))])
    #expect(engine.isSettled)
  }

  @Test(arguments: [Answer.wantedAgain, .ended])
  func aMessageOfAnEarlierLifeIsOnItsWayUntilItIsDelivered(answer: Answer) {
    var engine = Engine.one(.sender)
    engine.check([
      Row(.answered(0, .wanted), .call(true)),
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.answered(0, answer), .call(answer == .wantedAgain)),
    ])
    #expect(!engine.isSettled && engine.liveFeedbacks == [0])
    engine.check([Row(.taken(.finished(1)), .event(.retire))])
    #expect(engine.isSettled && engine.liveFeedbacks == [])
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 2))),
      Row(.stopRequested, dooms: [.run(2)]),
    ])
    #expect(engine.isSettled)
  }
}
