import SpinCore

/// A generated spin, whose parts are generated spins.
struct SpinPlan: Sendable {
  static let values = 4
  static let kinds = 4

  /// A scope, and the feedbacks that are written before it.
  struct Group: Sendable {
    var feedbacks: [PartFeedbackPlan]
    var scope: ScopePlan
  }

  var groups: [Group] = []
  /// The feedbacks that are written behind all scopes.
  var feedbacks: [PartFeedbackPlan] = []
  /// The own reducer; a spin that has scopes needs none.
  var reducer: ReducerPlan?
  /// Whether the own reducer is written first, which runs last all the same.
  var writesReducerFirst = false

  var scopes: [ScopePlan] { groups.map(\.scope) }

  /// The feedbacks in written order, without those of the parts.
  var ownFeedbacks: [PartFeedbackPlan] { groups.flatMap(\.feedbacks) + feedbacks }
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
  var spin: SpinPlan
  /// Parts to begin with, and to put in.
  var seeds: [Node]

  /// The event of a part in one of the whole, and the key of the part.
  func from(_ word: Word) -> (key: Int?, word: Word)? {
    guard let hop = word.path.first, hop.mouth == mouth else { return nil }
    if !place.isKeyed { return (nil, word.entering()) }
    return hop.id.map { ($0, word.entering()) }
  }

  func hop(_ key: Int?) -> Hop { Hop(mouth: mouth, id: key) }
}

/// A generated reducer.
struct ReducerPlan: Sendable {
  /// For each value, the next one by kind, first for the spin's own events and then for its parts'.
  var table: [[Int]]
  /// What events do to the parts and to the identity.
  var moves: [[Move]]

  func reduce(_ node: inout Node, _ word: Word) {
    let column = word.kind + (word.path.isEmpty ? 0 : SpinPlan.kinds)
    node.number += 1
    guard node.fuel > 0 else { return }
    node.fuel -= 1
    node.value = table[node.value][column]
    for move in moves[column] { move.make(&node) }
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
      part.value = value
      node.replace(place, key, with: part)
    case .within(let place, let key, let move):
      guard var part = node.part(place, key) else { return }
      move.make(&part, fromAbove: true)
      node.replace(place, key, with: part)
    case .put(let place, let key, var part, let position):
      if place == .rows, let key {
        part.id = key
        part.number = 1000 * node.number + (fromAbove ? 500 : 0)
      }
      node.put(place, key, part, at: position)
    case .remove(let place, let key): node.remove(place, key)
    case .shuffle(let place, let seed): node.shuffle(place, by: seed)
    case .comeBack(let place, let key, let value):
      guard var part = node.part(place, key) else { return }
      part.value = value
      node.remove(place, key)
      node.put(place, key, part, at: 0)
    }
  }
}

/// How a generated feedback of a spin of spins looks at states.
enum PartLook: CaseIterable, Sendable {
  case everyState, filtered, lens, selection, condition, transitions, elements, source
}

/// A generated feedback of a spin of spins.
struct PartFeedbackPlan: Sendable {
  /// Its place in the loop, in written order.
  var slot = 0
  var look: PartLook
  var strategy: ExecutionStrategy
  /// For each value, whether it passes the filter.
  var passes: [Bool]
  /// For each value, the part or selection.
  var parts: [Int?]
  /// For each part, the effect.
  var effects: [EffectPlan]
  /// For each value, the elements.
  var collections: [[Item]]
  /// For each kind of event, through which scopes of its spin it goes.
  var addresses: [[Hop]]

  func part(_ node: Node) -> Int? { node.key.flatMap { parts[$0] } }

  func items(_ node: Node) -> [Item] { node.key.map { collections[$0] } ?? [] }

  /// What a feedback on transitions makes of one.
  func part(_ node: Node, previous: Node?, event: Word?) -> Int? {
    node.key.map { ($0 + 2 * (previous?.value ?? 0) + 3 * (event?.kind ?? 0)) % SpinPlan.values }
  }

  func effect(_ part: Int?) -> EffectPlan { part.map { effects[$0 % SpinPlan.values] } ?? .none }

  /// The event of a kind, as the spin of the feedback knows it.
  func word(_ kind: Int) -> Word { Word(path: addresses[kind], kind: kind) }

  var name: String { "f\(slot)" }
}

/// A generated case.
struct ScopeCase: Sendable {
  var initial: Node
  var spin: SpinPlan
  /// What outside threads do, one phase after another, the threads of a phase at once.
  var phases: [[[ScopeAct]]]
  /// Whether the effects are let go in the end, or the loop is stopped while they are alive.
  var endsSettled: Bool
  /// Whether whoever stops the loop does so by dropping its handle.
  var drops: Bool
}

/// Something that an outside thread does.
enum ScopeAct: Sendable {
  case emit([Hop], Int)
  /// Lets an async body go on; the next one to come if there is none.
  case release(Int)
  /// Emits an event with the emitter of an effect, alive or not, whatever it belongs to.
  case emitFromEffect(Int, Int)
  /// Finishes an effect by dropping its emitter, or by saying so.
  case finishEffect(Int, bySaying: Bool)
  /// Has the loop write down when it is settled next.
  case watch
  /// Waits until an event of its own was taken.
  case barrier
}
