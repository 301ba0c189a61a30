import SpinCore
import Testing

struct EngineStopTests {
  @Test func stopDoomsEverythingInOrderOfDeclaration() {
    var engine = Engine([
      FeedbackRecord(kind: .source, strategy: .cancelOnNewState),
      FeedbackRecord(kind: .reacting, strategy: .queueNewState),
      FeedbackRecord(kind: .stream, strategy: .cancelOnNewState),
      FeedbackRecord(kind: .reacting, strategy: .continueOnNewState),
    ])
    for feedback in [3, 2, 1, 1, 0, 3] {
      _ = engine.effectDescribed(feedback, immediates: 0, parts: 1)
    }
    engine.check([
      Row(
        .stopRequested,
        dooms: [.run(4), .run(3, of: 1), .run(2, of: 2), .run(1, of: 3), .run(5, of: 3)]
      ),
      Row(.stopRequested),
    ])
    #expect(engine.isSettled)
  }

  @Test(
    arguments: [
      EntryTag.outside, .immediate(), .run(1), .last(1), EntryTag(.bodyEndedDelivering, serial: 1),
    ])
  func everyEventIsDroppedAsStopped(tag: EntryTag) {
    var engine = Engine.reacting(.continueOnNewState)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.bodyStarted),
      Row(.stopRequested, dooms: [.run(1)]),
      Row(.taken(tag), .event(.drop(.stopped, .nothing))),
    ])
    #expect(engine.nextNumber == 1)
  }

  /// The ticket may have the number of an execution, and has nothing to do with it.
  @Test(arguments: [EntryTag.Kind.awaited, .sent])
  func anEventWithATicketIsLookedUpWhateverRuns(_ kind: EntryTag.Kind) {
    var engine = Engine.reacting(.continueOnNewState)
    engine.check([
      Row(.taken(EntryTag(kind, serial: 1)), .event(.lookUp)),
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.taken(EntryTag(kind, serial: 1)), .event(.lookUp)),
      Row(.taken(.last(1)), .event(.reduce(.execution))),
    ])
    #expect(engine.nextNumber == 2)
  }

  @Test func nothingStartsAfterStop() {
    var engine = Engine.reacting(.cancelOnNewState, .queueNewState)
    engine.check([
      Row(.stopRequested),
      Row(.described(0, parts: 1), .effect(.ignore)),
      Row(.described(0, immediates: 1), .effect(.ignore)),
      Row(.described(1, immediates: 1, parts: 1), .effect(.ignore)),
    ])
    #expect(engine.newestSerial == 0)
  }

  @Test func aLoopHasFinishedWhenItIsStoppedAndTheLastBodyHasReturned() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.check([
      Row(.described(0, parts: 2), .effect(.start(serial: 1))),
      Row(.bodyStarted),
      Row(.bodyStarted),
      Row(.answered(0, .declined), .call(false), dooms: [.run(1)]),
    ])
    #expect(engine.isSettled)
    #expect(!engine.isFinished)
    engine.check([Row(.taken(EntryTag(.bodyEnded)), .event(.nothing)), Row(.stopRequested)])
    #expect(!engine.isFinished)
    engine.check([Row(.taken(EntryTag(.bodyEnded)), .event(.nothing))])
    #expect(engine.isFinished)
  }

  @Test func aLoopThatRunsHasNotFinished() {
    #expect(!Engine.reacting(.queueNewState).isFinished)
  }
}
