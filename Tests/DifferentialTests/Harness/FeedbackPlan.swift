import SpinChildren
import SpinCore

/// How a generated feedback looks at states.
enum Look: CaseIterable, Sendable {
  case everyState, filtered, lens, lensAndFilter, selection, transitions
  case sideEffect, sideEffectOnSelection, source, stream, condition, elements, pulse
  case attempt, following, sideEffectOnPulse, forwarding

  /// Whether the loop calls a selector, lens or filter.
  var asks: Bool {
    switch self {
    case .filtered, .lens, .lensAndFilter, .selection, .sideEffectOnSelection, .condition: true
    case .elements, .pulse, .sideEffectOnPulse, .attempt: true
    case .everyState, .transitions, .sideEffect, .source, .stream, .following, .forwarding: false
    }
  }
}

/// How the elements of a generated feedback are kept.
enum SetForm: CaseIterable, Sendable { case array, dictionary, set, children }

/// What of an element the effect of a generated feedback depends on.
enum Aspect: CaseIterable, Sendable { case whole, selection, attempt }

/// A generated feedback.
struct FeedbackPlan: Sendable {
  /// Its place in the loop, in written order.
  var slot = 0
  var look: Look
  var strategy: ExecutionStrategy
  var hasExecutor = false
  /// For each value or part, whether it passes the filter.
  var passes: [Bool]
  /// For each value, the part or selection.
  var parts: [Int?]
  /// For each part, the effect.
  var effects: [EffectPlan]
  /// For each value, the elements.
  var collections: [[Item]] = []
  var form = SetForm.array
  var aspect = Aspect.whole
  /// Whether it sees the state before, if it answers transitions.
  var keepsPrevious = true
  /// How many elements may be at work.
  var limit: Int?
  var throttle: ThrottlePlan?
  /// How it takes states, if it is a stream.
  var stream = StreamPlan()
  /// For each kind of event, through which scopes of its spin it goes; all are its spin's own if empty.
  var addresses: [[Hop]] = []

  var name: String { "f\(slot)" }

  /// The lens, and the selector.
  func part(_ wheel: Wheel) -> Int? {
    wheel.key.flatMap { parts[$0] }
  }

  /// The collection, if it is an array.
  func items(_ wheel: Wheel) -> [Item] {
    wheel.key.map { collections[$0] } ?? []
  }

  /// The elements that count, in the order in which the form has them: of several with an id the first.
  func elements(_ wheel: Wheel) -> [Item] {
    var all: [Item] = []
    for item in items(wheel) where !all.contains(where: { $0.id == item.id }) { all.append(item) }
    switch form {
    case .array, .children: return all
    case .dictionary: return all.sorted { $0.id < $1.id }
    // A member of a set is there or not, and never becomes another one.
    case .set: return all.map { Item(id: $0.id, version: 0) }.sorted { $0.id < $1.id }
    }
  }

  /// What the effect of an element depends on, if that is a value of it.
  func selection(_ item: Item) -> Int? { parts[item.part].map { $0 / 2 } }

  /// Whether it forwards an event.
  func forwards(_ event: Word) -> Bool { passes[event.kind % Wheel.values] }

  /// What a feedback on transitions makes of one.
  func part(_ wheel: Wheel, previous: Wheel?, event: Word?) -> Int? {
    wheel.key.map { ($0 + 2 * (previous?.value ?? 0) + 3 * (event?.kind ?? 0)) % Wheel.values }
  }

  /// The effect closure.
  func effect(_ part: Int?) -> EffectPlan {
    part.map { effects[$0] } ?? .none
  }

  /// The event of a kind, as the spin of the feedback knows it.
  func word(_ kind: Int, id: Int = 0, isLast: Bool = false) -> Word {
    Word(path: addresses.isEmpty ? [] : addresses[kind], kind: kind, id: id, isLast: isLast)
  }

  /// Whether it has elements, or counts as having one.
  var hasElements: Bool { look == .elements || throttle != nil }

  /// Whether its effect starts once, so that it has no use for a strategy.
  var startsOnce: Bool { look == .source || look == .stream || look == .following }

  /// How it treats the effects before.
  var effectiveStrategy: ExecutionStrategy {
    startsOnce || look == .forwarding ? .continueOnNewState : strategy
  }
}

/// An element of a generated collection.
struct Item: Hashable, Identifiable, Sendable {
  var id: Int
  var version: Int

  /// What its effect is chosen by.
  var part: Int { (id + 2 * version) % Wheel.values }

  /// An attempt that the version stands for: of none, of the first start, or of another one.
  var attempt: Attempt<Int, Int> {
    var attempt = Attempt<Int, Int>()
    if version == 0 { return attempt }
    attempt.start(retrying: .constant(.milliseconds(1 + id), attempts: 3))
    if version > 3 { attempt.start(retrying: .constant(.milliseconds(2), attempts: 3)) }
    if version == 2 || version == 3 { attempt.retryOrFail(0) }
    if version == 3 { attempt.retryOrFail(0) }
    if version == 5 { attempt.succeed(0) }
    return attempt
  }

  /// What an effect closure sees of it.
  var seen: String { "item \(id) version \(version)" }
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
  /// A registration that may emit an immediate event before it has returned.
  case subscription(Int?)
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

  /// The effect of a further attempt, which the loop delays.
  case backedOff(EffectPlan)

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
    case .shift(_, let part), .delayed(_, let part), .backedOff(let part): part.isEndless
    case .none, .just, .several, .once, .body, .callback, .subscription, .sequence, .after,
      .timeout,
      .retry:
      false
    }
  }

  /// Whether it describes neither events nor work.
  var isNothing: Bool { shape.isNothing }
}
