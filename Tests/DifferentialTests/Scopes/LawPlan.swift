import SpinChildren
import SpinCore

/// A generated spin, and what happens to it alone or in another spin.
struct LawPlan: Sendable {
  /// A spin around it, which has it in this place.
  struct Wrap: Sendable {
    var place: Place
    var livesByID: Bool
    var hasReducer: Bool

    var hop: Hop { Hop(mouth: 0, id: place.isKeyed ? 3 : nil) }
  }

  enum Act: Sendable {
    case emit([Hop], Int)
    case emitFromEffect(Int, Int)
    case finishEffect(Int, bySaying: Bool)
    /// Lets time pass.
    case advance(Int)
    /// Something that is no business of the part: each of the spins around it hears of an event.
    case noise
    /// An event with a reply, which the loop forgets; `nil` if it is of the spins around the part.
    case ask([Hop]?, Int)
  }

  var spin: SpinPlan
  var initial: Node
  var acts: [Act]
  /// In what it runs, one after another, the innermost spin first.
  var wraps: [[Wrap]]
}

extension ScopeGenerator {
  /// Makes a spin, and what happens to it.
  mutating func law() -> LawPlan {
    // The elements of a part that is one of several have no limit.
    let mayLimit = below(3) == 0
    var spin = spin(depth: below(3), mayLimit: mayLimit)
    // A part that becomes another one is no more the same spin.
    for column in 0..<(spin.reducer?.moves.count ?? 0) {
      spin.reducer?.moves[column].removeAll { if case .become = $0 { true } else { false } }
    }
    // Some parts hold many events, which a question to the whole must leave alone.
    let holdsEvents = below(3) == 0
    // Work does something only when it is told to.
    spin.changeSpins { spin in
      spin.changeOwnFeedbacks { feedback in
        feedback.effects = feedback.effects.map(\.withCallbacks)
        if feedback.look == .following { feedback.look = .source }
        if feedback.look == .forwarding { feedback.look = .transitions }
        feedback.hasExecutor = false
        if holdsEvents && [.everyState, .filtered, .lens, .transitions].contains(feedback.look) {
          feedback.look = .transitions
          feedback.throttle = ThrottlePlan(period: 20, latest: true)
        }
      }
    }
    spin.number()
    var initial = node(spin, id: 3)
    initial.wheel.fuel = 30
    let acts = (0..<16).map { _ in lawAct(spin) }
    let wraps = (0..<4).map { _ in
      (0..<(1 + below(3))).map { _ in wrap(mayBeOneOfSeveral: !mayLimit) }
    }
    return LawPlan(spin: spin, initial: initial, acts: acts, wraps: wraps)
  }

  private mutating func lawAct(_ spin: SpinPlan) -> LawPlan.Act {
    switch below(11) {
    case 0, 1, 2: .emit(way(spin), below(Word.kinds))
    case 3, 4: .emitFromEffect(below(8), below(Word.kinds))
    case 5: .finishEffect(below(8), bySaying: below(2) == 0)
    case 6, 7: .advance(1 + below(9))
    case 8: .ask(below(3) == 0 ? way(spin) : nil, below(Word.kinds))
    default: .noise
    }
  }

  private mutating func wrap(mayBeOneOfSeveral: Bool) -> LawPlan.Wrap {
    let places = [.left, .guest] + (mayBeOneOfSeveral ? [Place.rows, .children, .shelf] : [])
    return LawPlan.Wrap(
      place: places[below(places.count)], livesByID: below(2) == 0, hasReducer: below(3) > 0)
  }
}

extension EffectPlan {
  fileprivate var withCallbacks: EffectPlan {
    switch self {
    case .once, .retry, .body, .sequence, .callback: .callback(atOnce: nil, atEnd: nil)
    case .merge(let parts): .merge(parts.map(\.withCallbacks))
    case .race(let parts): .race(parts.map(\.withCallbacks))
    case .then(let parts): .then(parts.map(\.withCallbacks))
    case .shift(let by, let part): .shift(by, part.withCallbacks)
    case .delayed(let delay, let part): .delayed(delay, part.withCallbacks)
    case .timeout(let delay, let kind, let part): .timeout(delay, kind, part.withCallbacks)
    case .backedOff(let part): .backedOff(part.withCallbacks)
    case .none, .just, .several, .after, .every, .subscription: self
    }
  }
}
