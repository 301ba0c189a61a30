import SpinCore

/// How a generated feedback looks at states.
enum Look: CaseIterable, Sendable {
  case everyState, filtered, lens, lensAndFilter, selection, transitions
  case sideEffect, sideEffectOnSelection, source, stream, condition, elements, pulse

  /// Whether the loop calls a selector, lens or filter.
  var asks: Bool {
    switch self {
    case .filtered, .lens, .lensAndFilter, .selection, .sideEffectOnSelection, .condition: true
    case .elements, .pulse: true
    case .everyState, .transitions, .sideEffect, .source, .stream: false
    }
  }
}

/// A generated feedback.
struct FeedbackPlan: Sendable {
  var look: Look
  var strategy: ExecutionStrategy
  var hasExecutor: Bool
  /// For each value or part, whether it passes the filter.
  var passes: [Bool]
  /// For each value, the part or selection.
  var parts: [Int?]
  /// For each part, the effect.
  var effects: [EffectPlan]
  /// For each value, the elements.
  var collections: [[Item]] = []
  /// How many elements may be at work.
  var limit: Int?
  var throttle: ThrottlePlan?
  /// How it takes states, if it is a stream.
  var stream = StreamPlan()

  /// The lens, and the selector.
  func part(_ state: Wheel) -> Int? {
    state.key.flatMap { parts[$0] }
  }

  /// The collection.
  func items(_ state: Wheel) -> [Item] {
    state.key.map { collections[$0] } ?? []
  }

  /// What a feedback on transitions makes of one.
  func part(_ state: Wheel, previous: Wheel?, event: Nudge?) -> Int? {
    state.key.map { ($0 + 2 * (previous?.value ?? 0) + 3 * (event?.kind ?? 0)) % Plan.values }
  }

  /// The effect closure.
  func effect(_ part: Int?) -> EffectPlan {
    part.map { effects[$0] } ?? .none
  }
}

/// An element of a generated collection.
struct Item: Hashable, Identifiable, Sendable {
  var id: Int
  var version: Int

  /// What its effect is chosen by.
  var part: Int { (id + 2 * version) % Plan.values }
}

/// How often a generated feedback may start, in milliseconds.
struct ThrottlePlan: Hashable, Sendable {
  var period: Int
  var latest: Bool
}

/// How a generated stream takes the states that it answers.
struct StreamPlan: Sendable {
  /// How many states are kept for it; all of them without a limit.
  var limit: Int?
  /// After how many states it ends by itself.
  var length: Int?
  /// What the error is mapped to with which it ends, if it is one.
  var lastWord: Int?
}

/// A generated effect.
indirect enum EffectPlan: Sendable {
  case none
  case just(Int)
  case several([Int])
  /// An async closure that returns an event or nothing, perhaps by way of an error.
  case once(Int?, isStubborn: Bool, fails: Bool)
  /// An async closure with an emitter; stubborn ones pay no heed to being cancelled.
  case body(isStubborn: Bool)
  /// A registration, which may emit before it has returned, and when it is cancelled.
  case callback(atOnce: Int?, atEnd: Int?)
  /// An asynchronous sequence, which comes to its end by itself.
  case sequence([Int])
  case after(Int, Int)
  case every(Int, Int)
  case merge([EffectPlan])
  /// Another effect, each kind shifted by a number.
  case shift(Int, EffectPlan)
  case delayed(Int, EffectPlan)
  /// An effect that has so much time, and the event if that is not enough.
  case timeout(Int, Int, EffectPlan)
  case race([EffectPlan])
  case then([EffectPlan])
  /// An async closure that fails so often and is called so many times at most, with a delay between.
  case retry(Int, isStubborn: Bool, failures: Int, attempts: Int, delay: Int)

  /// What a stream says that answers a state with it.
  var answers: [Int] {
    switch self {
    case .sequence(let kinds): kinds
    case .once(let kind, _, _): kind.map { [$0] } ?? []
    default: []
    }
  }

  /// Whether it ends only when it is cancelled.
  var isEndless: Bool {
    switch self {
    case .every: true
    case .merge(let parts), .race(let parts), .then(let parts): parts.contains(where: \.isEndless)
    case .shift(_, let part), .delayed(_, let part): part.isEndless
    case .none, .just, .several, .once, .body, .callback, .sequence, .after, .timeout, .retry: false
    }
  }

  /// Whether it describes neither events nor work.
  var isNothing: Bool { shape.isNothing }
}
