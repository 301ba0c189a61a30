import SpinCore
import SpinTesting
import Testing

/// A walk over everything that a loop may tell an engine, with a plain set as a second opinion.
struct EngineWalk {
  var random: SeededGenerator
  var engine: Engine
  /// The runs that were started and not ended, doomed or stopped, with their unfinished parts.
  var alive: [Tag: Int] = [:]
  /// Every run that ever was.
  var runs: [Tag] = []
  var reduced = 0
  var bodies = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let kinds: [FeedbackKind] = [.reacting, .reacting, .reacting, .source, .stream]
    let strategies: [ExecutionStrategy] = [.cancelOnNewState, .continueOnNewState, .ignore, .queue]
    var feedbacks: [(kind: FeedbackKind, strategy: ExecutionStrategy)] = []
    for _ in 0...random.below(5) {
      feedbacks.append((kinds[random.below(5)], strategies[random.below(4)]))
    }
    engine = Engine(feedbacks)
    engine.started()
  }

  /// Tells one fact that could be true.
  mutating func step() {
    let slot = random.below(engine.slots.count)
    switch random.below(12) {
    case 0: takeOutside()
    case 1, 2, 3: ask(slot)
    case 4, 5, 6: deliver()
    case 7, 8: finish()
    case 9: if engine.slots[slot].kind == .stream { handOrAsk(slot) }
    case 10: bodyStartedOrEnded()
    default: if random.below(40) == 0 { stop() }
    }
  }

  private mutating func takeOutside() {
    let verdict = engine.eventTaken(.outside)
    #expect(verdict == (engine.isStopped ? .drop(.stopped) : .reduce))
    if verdict == .reduce { reduced += 1 }
  }

  private mutating func ask(_ slot: Int) {
    let feedback = engine.slots[slot]
    // A source answers once, and a stream wants every state.
    if feedback.kind != .reacting && !feedback.runs.isEmpty { return }
    let answers: [Answer] = [.wanted, .wanted, .declined, .unchanged, .withdrawn]
    let answer = feedback.kind == .reacting ? answers[random.below(5)] : .wanted
    let isCalled = engine.feedbackAnswered(slot, answer)
    for tag in engine.doomed {
      let parts = alive.removeValue(forKey: tag)
      #expect(parts != nil)
    }
    engine.cancellationsTaken()
    guard isCalled else { return }
    #expect(feedback.strategy != .ignore || feedback.kind != .reacting || feedback.runs.isEmpty)
    let parts = random.below(3)
    let immediates = feedback.strategy == .queue ? 0 : random.below(2)
    begin(
      slot, engine.effectDescribed(slot, immediates: immediates, parts: parts), parts: parts)
  }

  private mutating func begin(_ slot: Int, _ order: Engine.Disposition, parts: Int) {
    guard case .start(let serial) = order else { return }
    #expect(!engine.isStopped)
    let tag = Tag(.delivered, slot: slot, serial: serial)
    alive[tag] = parts
    runs.append(tag)
  }

  private mutating func deliver() {
    guard !runs.isEmpty else { return }
    let tag = runs[random.below(runs.count)]
    let isLast = random.below(2) == 0
    let verdict = engine.eventTaken(isLast ? tag.with(.deliveredLast) : tag)
    if engine.isStopped {
      #expect(verdict == .drop(.stopped))
    } else if let parts = alive[tag] {
      #expect(verdict == (isLast && parts == 1 ? .reduceAndRetire : .reduce))
      reduced += 1
      if isLast { part(of: tag) }
    } else {
      #expect(verdict == .drop(.stale))
    }
    takeUpWaiting(tag.slot)
  }

  private mutating func finish() {
    guard !runs.isEmpty else { return }
    let tag = runs[random.below(runs.count)]
    let hasEnded = engine.partFinished(tag.with(.finished))
    #expect(hasEnded == (alive[tag] == 1))
    if alive[tag] != nil { part(of: tag) }
    takeUpWaiting(tag.slot)
  }

  private mutating func part(of tag: Tag) {
    alive[tag, default: 0] -= 1
    if alive[tag] == 0 { alive[tag] = nil }
  }

  private mutating func takeUpWaiting(_ slot: Int) {
    while engine.slots[slot].isReady {
      begin(slot, engine.waitingEffectTaken(slot, immediates: 0, parts: 1), parts: 1)
    }
  }

  private mutating func handOrAsk(_ slot: Int) {
    if random.below(2) == 0 {
      engine.streamHanded(slot)
    } else {
      engine.streamAsked(slot, taken: engine.slots[slot].handed)
      #expect(!engine.slots[slot].isBusy)
    }
  }

  private mutating func bodyStartedOrEnded() {
    if bodies > 0 && random.below(2) == 0 {
      engine.bodyEnded()
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
    let reacting = alive.keys.filter { engine.slots[$0.slot].kind == .reacting }
    let waits = engine.slots.contains { $0.waiting > 0 }
    let works = engine.slots.contains(where: \.isBusy)
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
