import SpinCore

/// A generated spin; its parts, if it has any, are generated spins.
struct SpinPlan: Sendable {
  /// A scope, and the feedbacks that are written before it.
  struct Group: Sendable {
    var feedbacks: [FeedbackPlan]
    var scope: ScopePlan
  }

  var groups: [Group] = []
  /// The feedbacks that are written behind all scopes.
  var feedbacks: [FeedbackPlan] = []
  /// The own reducer; a spin that has scopes needs none.
  var reducer: ReducerPlan?
  /// Whether the own reducer is written first, which runs last all the same.
  var writesReducerFirst = false

  /// What drops repeats.
  var repeats: [RepeatPlan] = []

  var scopes: [ScopePlan] { groups.map(\.scope) }

  /// The feedbacks in written order, without those of the parts.
  var ownFeedbacks: [FeedbackPlan] { groups.flatMap(\.feedbacks) + feedbacks }

  /// The feedbacks in written order, with those of the parts.
  var allFeedbacks: [FeedbackPlan] {
    groups.flatMap { $0.feedbacks + $0.scope.spin.allFeedbacks } + feedbacks
  }

  /// Changes the spin and those of its parts.
  mutating func changeSpins(_ change: (inout SpinPlan) -> Void) {
    change(&self)
    for index in groups.indices { groups[index].scope.spin.changeSpins(change) }
  }

  mutating func changeOwnFeedbacks(_ change: (inout FeedbackPlan) -> Void) {
    for index in groups.indices {
      for local in groups[index].feedbacks.indices { change(&groups[index].feedbacks[local]) }
    }
    for local in feedbacks.indices { change(&feedbacks[local]) }
  }

  /// Whether it or a part drops repeats.
  var hasRepeats: Bool { !repeats.isEmpty || scopes.contains(where: \.spin.hasRepeats) }
}

/// A generated scope.
struct ScopePlan: Sendable {
  var place: Place
  /// Which events belong to it; several scopes may answer to one.
  var mouth: Int
  /// Whether a part that is no element of a collection is another one if its id is.
  var livesByID: Bool
  /// Whether the part is found by a closure.
  var hasClosure: Bool
  /// The spin of the part; empty if that is the spin that has the scope.
  var spin: SpinPlan
  /// Whether the part is of the kind of the one that has it.
  var isRecursion = false
  /// Parts to begin with, and to put in.
  var seeds: [Node]

  /// The event of a part in one of the whole, and the key of the part.
  func from(_ word: Word) -> (key: Int?, word: Word)? {
    guard let hop = word.path.first, hop.mouth == mouth else { return nil }
    if !place.isKeyed { return (nil, word.entering()) }
    return hop.id.map { ($0, word.entering()) }
  }

  func hop(_ key: Int?) -> Hop { Hop(mouth: mouth, id: key) }

  /// The spin of the part, given the one that has the scope.
  func spin(in whole: SpinPlan) -> SpinPlan { isRecursion ? whole : spin }
}

/// A generated reducer.
struct ReducerPlan: Sendable {
  /// For each value, the next one by kind, first for the spin's own events and then for its parts'.
  var table: [[Int]]
  /// What events do to the parts and to the identity, by the same columns.
  var moves: [[Move]] = []
  /// For each kind of event, what it does to the pulse.
  var pulses: [PulsePlan] = []
  /// For each kind of event, what it does to the attempt.
  var attempts: [AttemptPlan] = []

  func reduce(_ node: inout Node, _ word: Word) {
    let column = word.kind + (word.path.isEmpty ? 0 : Word.kinds)
    node.number += 1
    node.wheel.value = table[node.wheel.value][column]
    let isDriven = node.wheel.fuel > 0
    if isDriven { node.wheel.fuel -= 1 }
    if !pulses.isEmpty {
      if node.wheel.fuel > 0 {
        node.wheel.heed(pulses[word.kind])
      } else if node.wheel.mirror.value != nil {
        node.wheel.assign(nil)
      }
    }
    if !attempts.isEmpty { node.wheel.heed(node.wheel.fuel > 0 ? attempts[word.kind] : .cancel) }
    if isDriven && !moves.isEmpty { for move in moves[column] { move.make(&node) } }
  }
}

/// Events that repeat each other.
struct RepeatPlan: Sendable {
  /// The interval, in milliseconds.
  var interval: Int
  /// For each kind of event, the key.
  var keys: [Int?]
  /// Whether all that have a key repeat each other.
  var isCondition: Bool

  func key(_ event: Word) -> Int? {
    isCondition ? keys[event.kind].map { _ in 0 } : keys[event.kind]
  }
}

/// Something that a reducer does to a node.
indirect enum Move: Sendable {
  /// It becomes another one.
  case become
  /// A part gets a value.
  case set(Place, Int?, Int)
  /// Something is done to a part.
  case within(Place, Int?, Move)
  /// A part is put in.
  case put(Place, Int?, Node, at: Int)
  case remove(Place, Int?)
  case shuffle(Place, Int)
  /// A part leaves and comes back with another value.
  case comeBack(Place, Int?, Int)

  /// Does it.
  ///
  /// What is put in has a number of its own, so that no two rows ever come to have one id. Of several with
  /// one id the first counts, which is left to other tests.
  func make(_ node: inout Node, fromAbove: Bool = false) {
    switch self {
    case .become: node.id = node.id % 100 + 100 * node.number
    case .set(let place, let key, let value):
      guard var part = node.part(place, key) else { return }
      part.wheel.value = value
      node.replace(place, key, with: part)
    case .within(let place, let key, let move):
      guard var part = node.part(place, key) else { return }
      move.make(&part, fromAbove: true)
      node.replace(place, key, with: part)
    case .put(let place, let key, var part, let position):
      // Parts that put in others of their kind would never come to rest with fuel of their own.
      if part.wheel.fuel < 0 { part.wheel.fuel = node.wheel.fuel / 2 }
      if place == .rows, let key {
        part.id = key
        part.number = 1000 * node.number + (fromAbove ? 500 : 0)
      }
      node.put(place, key, part, at: position)
    case .remove(let place, let key): node.remove(place, key)
    case .shuffle(let place, let seed): node.shuffle(place, by: seed)
    case .comeBack(let place, let key, let value):
      guard var part = node.part(place, key) else { return }
      part.wheel.value = value
      node.remove(place, key)
      node.put(place, key, part, at: 0)
    }
  }
}
