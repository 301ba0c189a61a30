import SpinCore
import Testing

/// What an engine is told.
enum Fact: Sendable {
  case started
  case taken(EntryTag)
  case compared(EntryTag, isRepeat: Bool)
  case answered(Int, Answer)
  case described(Int, immediates: Int = 0, parts: Int = 0)
  case waitingTaken(Int, immediates: Int = 0, parts: Int = 0)
  case bodyStarted
  case streamHanded(Int)
  case asked(taken: UInt64, by: UInt64)
  case stopRequested
}

/// What an engine answers.
enum Order: Equatable, Sendable {
  case nothing
  case event(Engine.Verdict)
  case call(Bool)
  case effect(Engine.Disposition)
}

/// One line of a table: a fact, the order that answers it, and the runs that it dooms.
struct Row: Sendable {
  let fact: Fact
  let order: Order
  let doomed: [EntryTag]

  init(_ fact: Fact, _ order: Order = .nothing, dooms doomed: [EntryTag] = []) {
    self.fact = fact
    self.order = order
    self.doomed = doomed
  }
}

extension Engine {
  /// An engine with reacting feedbacks of these strategies, after transition 0.
  static func reacting(
    _ strategies: ExecutionStrategy..., hasRepeats: Bool = false
  ) -> Engine {
    var engine = Engine(
      strategies.map { FeedbackRecord(kind: .reacting, strategy: $0) }, hasRepeats: hasRepeats)
    engine.started()
    return engine
  }

  /// An engine with one feedback of a kind, after transition 0.
  static func one(_ kind: FeedbackKind) -> Engine {
    var engine = Engine([FeedbackRecord(kind: kind, strategy: .cancelOnNewState)])
    engine.started()
    return engine
  }

  /// Tells a fact and returns the order.
  mutating func tell(_ fact: Fact) -> Order {
    switch fact {
    case .started: started()
    case .taken(let tag): return .event(entryTaken(tag))
    case .compared(let tag, let isRepeat):
      return .event(eventCompared(tag, isRepeat: isRepeat))
    case .answered(let feedback, let answer): return .call(feedbackAnswered(feedback, answer))
    case .described(let feedback, let immediates, let parts):
      return .effect(effectDescribed(feedback, immediates: immediates, parts: parts))
    case .waitingTaken(let feedback, let immediates, let parts):
      return .effect(waitingEffectTaken(feedback, immediates: immediates, parts: parts))
    case .bodyStarted: bodyStarted()
    case .streamHanded(let feedback): streamHanded(feedback)
    case .asked(let taken, let serial):
      let tag = EntryTag(.streamAsked, feedback: 0, serial: serial)
      let verdict = entryTaken(tag)
      streamAsked(tag, taken: taken)
      return .event(verdict)
    case .stopRequested: stopRequested()
    }
    return .nothing
  }

  /// Tells one fact after another, and compares what is answered and doomed.
  mutating func check(_ rows: [Row], sourceLocation: SourceLocation = #_sourceLocation) {
    for (index, row) in rows.enumerated() {
      let place: Comment = "row \(index): \(row.fact)"
      let order = tell(row.fact)
      #expect(order == row.order, place, sourceLocation: sourceLocation)
      #expect(doomed == row.doomed, place, sourceLocation: sourceLocation)
      #expect(violations == [], place, sourceLocation: sourceLocation)
      cancellationsTaken()
      #expect(violations == [], place, sourceLocation: sourceLocation)
    }
  }
}

extension EntryTag {
  /// A run, as an engine dooms it.
  static func run(_ serial: UInt64, of feedback: Int = 0) -> EntryTag {
    EntryTag(.delivered, feedback: feedback, serial: serial)
  }

  /// The last event of a part of a run.
  static func last(_ serial: UInt64, of feedback: Int = 0) -> EntryTag {
    EntryTag(.deliveredLast, feedback: feedback, serial: serial)
  }

  /// The fact that a part of a run has finished.
  static func finished(_ serial: UInt64, of feedback: Int = 0) -> EntryTag {
    EntryTag(.finished, feedback: feedback, serial: serial)
  }

  /// An immediate event; of a run, if a queue waits for it.
  static func immediate(_ serial: UInt64 = 0, of feedback: Int = 0) -> EntryTag {
    EntryTag(.immediate, feedback: feedback, serial: serial)
  }
}
