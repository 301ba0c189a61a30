import SpinCore
import SpinTesting
import Testing

/// A walk over everything that a loop may tell an engine, with a plain set as a second opinion.
struct EngineWalk {
  var random: SeededGenerator
  var engine: Engine
  /// The runs that were started and not ended, doomed or stopped, with their unfinished parts.
  var alive: [EntryTag: Int] = [:]
  /// Every run that ever was.
  var executions: [EntryTag] = []
  var reduced = 0
  var bodies = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let kinds: [FeedbackKind] = [.reacting, .reacting, .reacting, .sender, .source, .stream]
    let strategies: [ExecutionStrategy] = [
      .cancelOnNewState, .continueOnNewState, .ignoreNewState, .queueNewState,
    ]
    var feedbacks: [FeedbackRecord] = []
    for _ in 0...random.below(5) {
      let (kind, strategy) = (kinds[random.below(6)], strategies[random.below(4)])
      feedbacks.append(
        FeedbackRecord(kind: kind, strategy: kind == .sender ? .continueOnNewState : strategy))
    }
    engine = Engine(feedbacks, hasRepeats: seed % 3 == 0)
    engine.started()
  }

  /// Tells one fact that could be true.
  mutating func step() {
    let feedback = random.below(engine.records.count)
    switch random.below(12) {
    case 0: takeOutside()
    case 1, 2, 3: ask(feedback)
    case 4, 5, 6: deliver()
    case 7, 8: finish()
    case 9: if engine.records[feedback].kind == .stream { handOrAsk(feedback) }
    case 10: bodyStartedOrEnded()
    default: if random.below(40) == 0 { stop() }
    }
  }

  private mutating func takeOutside() {
    let (verdict, isRepeat) = take(.outside)
    if engine.isStopped {
      #expect(verdict == .drop(.stopped, .nothing))
    } else {
      #expect(verdict == (isRepeat ? .drop(.repeated, .nothing) : .reduce(.nothing)))
    }
    if verdict == .reduce(.nothing) { reduced += 1 }
  }

  /// Has an event taken, and compared if the engine says so; tells whether it was found to be a repeat.
  private mutating func take(_ tag: EntryTag) -> (Engine.Verdict, isRepeat: Bool) {
    let before = engine.nextNumber
    let verdict = engine.entryTaken(tag)
    guard verdict == .compare else { return (verdict, false) }
    #expect(engine.hasRepeats && engine.nextNumber == before)
    let isRepeat = random.below(3) == 0
    return (engine.eventCompared(tag, isRepeat: isRepeat), isRepeat)
  }

  private mutating func ask(_ feedback: Int) {
    let record = engine.records[feedback]
    // A source answers once, and a stream wants every state.
    if !record.kind.countsEffects && !record.executions.isEmpty { return }
    let answers: [Answer] = [
      .wanted, .wanted, .declined, .unchanged, .withdrawn, .ended, .wantedAgain,
    ]
    let answer = record.kind.countsEffects ? answers[random.below(answers.count)] : .wanted
    let isCalled = engine.feedbackAnswered(feedback, answer)
    if record.kind == .sender { #expect(engine.doomed == []) }
    for tag in engine.doomed {
      let parts = alive.removeValue(forKey: tag)
      #expect(parts != nil)
    }
    engine.cancellationsTaken()
    guard isCalled else { return }
    #expect(
      record.strategy != .ignoreNewState || record.kind != .reacting || record.executions.isEmpty
        || answer == .wantedAgain)
    let parts = random.below(3)
    let immediates = record.strategy == .queueNewState ? 0 : random.below(2)
    begin(
      feedback, engine.effectDescribed(feedback, immediates: immediates, parts: parts), parts: parts
    )
  }

  private mutating func begin(_ feedback: Int, _ order: Engine.Disposition, parts: Int) {
    guard case .start(let serial) = order else { return }
    #expect(!engine.isStopped)
    let tag = EntryTag(.delivered, feedback: feedback, serial: serial)
    alive[tag] = parts
    executions.append(tag)
  }

  private mutating func deliver() {
    guard !executions.isEmpty else { return }
    let tag = executions[random.below(executions.count)]
    let isLast = random.below(2) == 0
    let (verdict, isRepeat) = take(isLast ? tag.with(.deliveredLast) : tag)
    if engine.isStopped {
      #expect(verdict == .drop(.stopped, .nothing))
    } else if let parts = alive[tag] {
      let hasEnded = isLast && parts == 1
      if isRepeat {
        #expect(verdict == (hasEnded ? .drop(.repeated, .execution) : .drop(.repeated, .nothing)))
      } else {
        #expect(verdict == (hasEnded ? .reduce(.execution) : .reduce(.nothing)))
        reduced += 1
      }
      if isLast { part(of: tag) }
    } else {
      #expect(verdict == .drop(.stale, .nothing))
    }
    takeUpWaiting(tag.feedback)
  }

  private mutating func finish() {
    guard !executions.isEmpty else { return }
    let tag = executions[random.below(executions.count)]
    let verdict = engine.entryTaken(tag.with(.finished))
    #expect(verdict == (alive[tag] == 1 ? .end(.execution) : .end(.nothing)))
    if alive[tag] != nil { part(of: tag) }
    takeUpWaiting(tag.feedback)
  }

  private mutating func part(of tag: EntryTag) {
    alive[tag, default: 0] -= 1
    if alive[tag] == 0 { alive[tag] = nil }
  }

  private mutating func takeUpWaiting(_ feedback: Int) {
    while engine.nextReady(feedback) != nil {
      begin(feedback, engine.waitingEffectTaken(feedback, immediates: 0, parts: 1), parts: 1)
    }
  }

  private mutating func handOrAsk(_ feedback: Int) {
    if random.below(2) == 0 {
      engine.streamHanded(feedback)
    } else {
      let record = engine.records[feedback]
      for serial in record.executions.serials {
        let tag = EntryTag(.streamAsked, feedback: feedback, serial: serial)
        #expect(engine.entryTaken(tag) == .askState)
        engine.streamAsked(tag, taken: record.work.handed)
      }
      #expect(!engine.records[feedback].work.isBusy)
    }
  }

  private mutating func bodyStartedOrEnded() {
    if bodies > 0 && random.below(2) == 0 {
      #expect(engine.entryTaken(EntryTag(.bodyEnded)) == .nothing)
      bodies -= 1
    } else {
      engine.bodyStarted()
      bodies += 1
    }
  }

  private mutating func stop() {
    engine.stopRequested()
    #expect(Set(engine.doomed) == Set(alive.keys))
    engine.cancellationsTaken()
    alive = [:]
  }

  /// Compares the engine with the second opinion.
  func check() {
    #expect(engine.violations == [])
    #expect(engine.nextNumber == reduced + 1)
    #expect(engine.isFinished == (engine.isStopped && bodies == 0))
    let reacting = alive.keys.filter { engine.records[$0.feedback].kind.countsEffects }
    let waits = engine.records.contains { $0.work.waiting > 0 }
    let works = engine.records.contains(where: \.work.isBusy)
    #expect(engine.isSettled == (reacting.isEmpty && !waits && !works))
  }
}

struct EngineWalkTests {
  @Test(arguments: 0..<60)
  func whateverHappensTheEngineIsConsistent(seed: UInt64) {
    var walk = EngineWalk(seed: seed)
    for _ in 0..<300 {
      walk.step()
      walk.check()
    }
  }
}
