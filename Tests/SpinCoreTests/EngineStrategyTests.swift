import SpinCore
import Testing

struct EngineStrategyTests {
  @Test func cancelOnNewStateLetsTheLatestWin() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.check([
      Row(.answered(0, .wanted), .call(true)),
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.taken(.outside), .event(.reduce(.nothing))),
      Row(.answered(0, .wanted), .call(true), dooms: [.run(1)]),
      Row(.described(0, parts: 1), .effect(.start(serial: 2))),
      Row(.taken(.run(1)), .event(.drop(.stale, .nothing))),
      Row(.taken(.run(2)), .event(.reduce(.nothing))),
    ])
  }

  @Test func aDeclinedStateCancelsLikeAnEffectThatDoesNothing() {
    var engine = Engine.reacting(.cancelOnNewState)
    engine.check([
      Row(.described(0, parts: 2), .effect(.start(serial: 1))),
      Row(.answered(0, .declined), .call(false), dooms: [.run(1)]),
      Row(.answered(0, .declined), .call(false)),
    ])
  }

  @Test(arguments: [ExecutionStrategy.continueOnNewState, .ignoreNewState, .queueNewState])
  func aDeclinedStateCancelsNothingWithAnotherStrategy(strategy: ExecutionStrategy) {
    var engine = Engine.reacting(strategy)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.answered(0, .declined), .call(false)),
      Row(.taken(.run(1)), .event(.reduce(.nothing))),
    ])
  }

  @Test(
    arguments: [
      ExecutionStrategy.cancelOnNewState, .continueOnNewState, .ignoreNewState, .queueNewState,
    ])
  func anEqualSelectionKeepsWhatRuns(strategy: ExecutionStrategy) {
    var engine = Engine.reacting(strategy)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.answered(0, .unchanged), .call(false)),
      Row(.taken(.run(1)), .event(.reduce(.nothing))),
    ])
  }

  @Test(
    arguments: [
      ExecutionStrategy.cancelOnNewState, .continueOnNewState, .ignoreNewState, .queueNewState,
    ])
  func aWithdrawnSelectionCancelsWithEveryStrategy(strategy: ExecutionStrategy) {
    var engine = Engine.reacting(strategy)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.answered(0, .withdrawn), .call(false), dooms: [.run(1)]),
      Row(.taken(.run(1)), .event(.drop(.stale, .nothing))),
    ])
    #expect(engine.isSettled)
  }

  @Test func continueOnNewStateLetsEverythingRun() {
    var engine = Engine.reacting(.continueOnNewState)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.answered(0, .wanted), .call(true)),
      Row(.described(0, parts: 1), .effect(.start(serial: 2))),
      Row(.taken(.run(2)), .event(.reduce(.nothing))),
      Row(.taken(.last(1)), .event(.reduce(.execution))),
      Row(.taken(.run(1)), .event(.drop(.stale, .nothing))),
      Row(.taken(.run(2)), .event(.reduce(.nothing))),
      Row(.answered(0, .withdrawn), .call(false), dooms: [.run(2)]),
    ])
  }

  @Test func ignoreSkipsTheClosureWhileAnEffectRuns() {
    var engine = Engine.reacting(.ignoreNewState)
    engine.check([
      Row(.answered(0, .wanted), .call(true)),
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.answered(0, .wanted), .call(false)),
      Row(.taken(.last(1)), .event(.reduce(.execution))),
      Row(.answered(0, .wanted), .call(true)),
    ])
  }

  @Test func immediateEventsAloneDoNotMakeIgnoreSkip() {
    var engine = Engine.reacting(.ignoreNewState)
    engine.check([
      Row(.answered(0, .wanted), .call(true)),
      Row(.described(0, immediates: 3), .effect(.post(serial: 0))),
      Row(.answered(0, .wanted), .call(true)),
    ])
  }

  @Test func anEffectThatDoesNothingIsIgnored() {
    var engine = Engine.reacting(.cancelOnNewState, .queueNewState)
    engine.check([
      Row(.described(0), .effect(.ignore)),
      Row(.described(1), .effect(.ignore)),
    ])
    #expect(engine.isSettled)
    #expect(engine.newestSerial == 0)
  }

  @Test func feedbacksDoNotTouchEachOther() {
    var engine = Engine.reacting(.cancelOnNewState, .cancelOnNewState)
    engine.check([
      Row(.described(0, parts: 1), .effect(.start(serial: 1))),
      Row(.described(1, parts: 1), .effect(.start(serial: 2))),
      Row(.answered(0, .wanted), .call(true), dooms: [.run(1)]),
      Row(.taken(.run(2, of: 1)), .event(.reduce(.nothing))),
      Row(.taken(.run(2, of: 0)), .event(.drop(.stale, .nothing))),
    ])
  }

  @Test func whatIsDoomedIsInOrderOfDeclaration() {
    var engine = Engine.reacting(.continueOnNewState, .cancelOnNewState)
    for feedback in [1, 0, 0] { _ = engine.effectDescribed(feedback, immediates: 0, parts: 1) }
    _ = engine.feedbackAnswered(0, .withdrawn)
    _ = engine.feedbackAnswered(1, .wanted)
    #expect(engine.doomed == [.run(2), .run(3), .run(1, of: 1)])
    #expect(engine.violations == [])
  }
}
