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
    engine.check([Row(.asked(taken: 1, by: 1), .event(.askState))])
    #expect(engine.isSettled && engine.liveFeedbacks == [])
    engine.check([
      Row(.taken(.run(1)), .event(.reduce(.nothing))),
      Row(.taken(.finished(1)), .event(.end(.execution))),
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
      Row(.taken(.run(1)), .event(.reduce(.nothing))),
    ])
  }

  @Test func aSourceDoesNotKeepTheLoopFromBeingSettled() {
    var engine = Engine.one(.source)
    engine.check([Row(.described(0, immediates: 1, parts: 2), .effect(.start(serial: 1)))])
    #expect(engine.isSettled)
    engine.check([
      Row(.taken(.finished(1)), .event(.end(.nothing))),
      Row(.taken(.last(1)), .event(.reduce(.execution))),
    ])
    #expect(engine.isSettled)
  }

  /// They have taken as many states as each other, and as the one before.
  @Test func theStreamsOfElementsAreToldApartByTheirExecutions() {
    var engine = Engine(
      [FeedbackRecord(kind: .stream, strategy: .cancelOnNewState, collection: 0)],
      collections: [ElementRecords()])
    engine.started()
    for element in 0...1 {
      #expect(engine.elementChanged(0, element, .wanted) == .call)
      let order = engine.effectDescribed(0, element: element, immediates: 0, parts: 1)
      #expect(order == .start(serial: UInt64(element + 1)))
      engine.streamHanded(0, element: element)
    }
    #expect(engine.liveFeedbacks == [0, 0] && engine.violations == [])
    let first = EntryTag(.streamAsked, feedback: 0, serial: 1)
    #expect(engine.entryTaken(first) == .askState)
    engine.streamAsked(first, taken: 1)
    #expect(engine.liveFeedbacks == [0] && !engine.isSettled)
    // A new state does not cancel what works, whatever the strategy.
    #expect(engine.elementChanged(0, 0, .wanted) == .call)
    #expect(engine.effectDescribed(0, immediates: 0, parts: 0) == .ignore)
    engine.streamHanded(0, element: 0)
    #expect(engine.doomed == [] && engine.liveFeedbacks == [0, 0])
    #expect(engine.elementChanged(0, 1, .left) == .nothing)
    #expect(engine.doomed.map(\.serial) == [2] && engine.liveFeedbacks == [0])
    engine.cancellationsTaken()
    engine.streamAsked(EntryTag(.streamAsked, feedback: 0, serial: 2), taken: 1)
    engine.streamAsked(first, taken: 1)
    #expect(!engine.isSettled)
    engine.streamAsked(first, taken: 2)
    #expect(engine.isSettled && engine.violations == [])
    engine.streamHanded(0, element: 0)
    engine.stopRequested()
    #expect(engine.isSettled && engine.violations == [])
  }

  @Test func aSourceDoesNotQueueItsImmediateEvents() {
    var engine = Engine([FeedbackRecord(kind: .source, strategy: .queueNewState)])
    engine.started()
    engine.check([
      Row(.described(0, immediates: 2), .effect(.post(serial: 0))),
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
    ])
  }

  @Test func aStreamCountsFromTheHandingOfAStateUntilItAsksForTheNext() {
    var engine = Engine.one(.stream)
    engine.check([Row(.described(0, parts: 1), .effect(.start(serial: 1)))])
    #expect(engine.isSettled)
    engine.check([Row(.streamHanded(0))])
    #expect(!engine.isSettled)
    engine.check([Row(.asked(taken: 0, by: 1), .event(.askState))])
    #expect(!engine.isSettled)
    engine.check([Row(.asked(taken: 1, by: 1), .event(.askState))])
    #expect(engine.isSettled)
  }

  @Test func aStreamThatWasHandedMoreMeanwhileIsStillBusy() {
    var engine = Engine.one(.stream)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.streamHanded(0)),
      Row(.streamHanded(0)),
      Row(.asked(taken: 1, by: 1), .event(.askState)),
    ])
    #expect(!engine.isSettled)
    engine.check([Row(.asked(taken: 2, by: 1), .event(.askState))])
    #expect(engine.isSettled)
  }

  @Test func aStreamThatHasEndedIsNotBusy() {
    var engine = Engine.one(.stream)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.streamHanded(0)),
      Row(.taken(.finished(1)), .event(.end(.execution))),
    ])
    #expect(engine.isSettled)
    engine.check([
      Row(.streamHanded(0)),
      Row(.asked(taken: 2, by: 1), .event(.askState)),
    ])
    #expect(engine.isSettled)
  }

  @Test func aStoppedStreamIsNotBusy() {
    var engine = Engine.one(.stream)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.streamHanded(0)),
      Row(.stopRequested, dooms: [.run(1)]),
      Row(.asked(taken: 1, by: 1), .event(.askState)),
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
      Row(.described(0, parts: 1), .effect(.start(serial: 2))),
      Row(.streamHanded(0)),
    ])
    for taken in 0...3 {
      engine.check([Row(.asked(taken: UInt64(taken), by: 1), .event(.askState))])
      #expect(!engine.isSettled)
    }
    engine.check([Row(.asked(taken: 1, by: 2), .event(.askState))])
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
    engine.check([Row(.taken(.finished(1)), .event(.end(.execution)))])
    #expect(engine.isSettled && engine.liveFeedbacks == [])
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 2))),
      Row(.stopRequested, dooms: [.run(2)]),
    ])
    #expect(engine.isSettled)
  }
}
