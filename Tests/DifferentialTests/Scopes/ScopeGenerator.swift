import SpinCore
import SpinTesting

/// Makes a spin of spins of a seed, and what happens to it.
struct ScopeGenerator {
  private var seed: SeededGenerator

  init(_ seed: UInt64) {
    self.seed = SeededGenerator(seed: seed)
  }

  mutating func plan() -> Plan {
    var spin = spin(depth: 2 + seed.below(2), isRoot: true)
    spin.number()
    var initial = node(spin, id: 0)
    initial.wheel.fuel = 6 + seed.below(18)
    var phases = [[(0..<seed.below(3)).map { _ in emit(spin) }]]
    for _ in 0..<(2 + seed.below(4)) { phases.append(phase(spin)) }
    let ending = seed.chance(70) ? Plan.Ending.settled : .stopped
    var plan = Plan(
      initial: initial, spin: spin, observers: 1 + seed.below(2), drops: seed.chance(30),
      phases: phases, ending: ending)
    seed.addMonitors(to: &plan)
    plan.isGated = seed.chance(35)
    // The whole burns no fuel without a reducer of its own.
    if spin.reducer != nil {
      if seed.chance(20) { plan.suspends = 1 + seed.below(initial.wheel.fuel) }
      for _ in 0..<seed.below(3) { plan.echoes[1 + seed.below(initial.wheel.fuel)] = kind() }
    }
    switch seed.below(8) {
    case 0:
      // Selectors of parts know nothing of the fuel of the whole.
      let places = StopPlan.Place.allCases.filter { $0 != .selector }
      plan.stop = seed.stop(at: places, before: initial.wheel.fuel)
    case 1: seed.addStop(to: &plan)
    default: break
    }
    return plan
  }

  /// The same with a mailbox that is too small.
  mutating func lossyPlan() -> Plan {
    var plan = plan()
    seed.addBound(to: &plan)
    return plan
  }

  mutating func below(_ limit: Int) -> Int { seed.below(limit) }

  /// The way to a spin, or to one of its parts.
  mutating func way(_ spin: SpinPlan) -> [Hop] { seed.chance(30) ? [] : path(spin.scopes) }

  // MARK: Spins

  /// A spin with so many levels of parts at most.
  ///
  /// The elements of a part that is one of several have no limit. A part may contain others of its
  /// kind, in one or two scopes.
  mutating func spin(
    depth: Int, isRoot: Bool = false, mayLimit: Bool = true, mayContainItsKind: Bool = false
  ) -> SpinPlan {
    var plan = SpinPlan()
    var recursions: Set<Int> = []
    if mayContainItsKind && seed.chance(20) {
      recursions = Set((0...seed.below(2)).map { _ in seed.below(3) })
    }
    let mayLimit = mayLimit && recursions.isEmpty
    let count = depth == 0 ? 0 : isRoot ? 1 + seed.below(3) : seed.below(3)
    var places = Place.allCases
    for index in 0..<max(count, recursions.count) {
      if recursions.contains(index) || index >= count {
        // A part that is always there would contain others without end.
        places.removeAll { !$0.isKeyed && !$0.isOptional }
        addRecursion(places.remove(at: seed.below(places.count)), index, to: &plan)
        continue
      }
      let place = places.remove(at: seed.below(places.count))
      let inner = spin(
        depth: max(0, depth - 1), mayLimit: mayLimit && !place.isKeyed, mayContainItsKind: true)
      add(place, inner, index, to: &plan)
    }
    let shared = plan.scopes.filter { $0.place != .rows && !$0.isRecursion }
    if !shared.isEmpty && seed.chance(15) {
      // Another scope of the same part, which needs no parts of it, and may answer to the same events.
      let other = shared[seed.below(shared.count)]
      let inner = spin(depth: 0, mayLimit: mayLimit && !other.place.isKeyed)
      add(other.place, inner, plan.groups.count, to: &plan)
      if seed.chance(50) { plan.groups[plan.groups.count - 1].scope.mouth = other.mouth }
    }
    addSeeds(&plan)
    let mayHaveNone = isRoot || !plan.scopes.contains { $0.place == .rows }
    let hasReducer = plan.groups.isEmpty || !mayHaveNone || seed.chance(85)
    let scopes = plan.scopes
    if hasReducer { plan.reducer = reducer(scopes, depth) }
    plan.writesReducerFirst = seed.chance(20)
    for index in plan.groups.indices {
      plan.groups[index].feedbacks = feedbacks(seed.below(2), plan, mayLimit)
    }
    let mayHaveNoFeedback = depth > 0 && recursions.isEmpty
    plan.feedbacks = feedbacks((mayHaveNoFeedback ? 0 : 1) + seed.below(3), plan, mayLimit)
    if seed.chance(20) { plan.repeats = (0...seed.below(2)).map { _ in seed.repeats() } }
    if plan.ownFeedbacks.contains(where: { $0.look == .attempt }) {
      plan.reducer?.attempts = seed.attempts()
    }
    if plan.ownFeedbacks.contains(where: { $0.look == .pulse || $0.look == .sideEffectOnPulse }) {
      plan.reducer?.pulses = (0..<Word.kinds).map { _ in seed.pulse() }
    }
    return plan
  }

  private mutating func add(_ place: Place, _ spin: SpinPlan, _ index: Int, to plan: inout SpinPlan)
  {
    let mouth = seed.chance(85) ? index : seed.below(3)
    let seeds = (0..<2).map { _ in node(spin, id: id()) }
    let scope = ScopePlan(
      place: place, mouth: mouth, livesByID: seed.chance(60), hasClosure: seed.chance(25),
      spin: spin, seeds: seeds)
    plan.groups.append(SpinPlan.Group(feedbacks: [], scope: scope))
  }

  private mutating func addRecursion(_ place: Place, _ index: Int, to plan: inout SpinPlan) {
    var scope = ScopePlan(
      place: place, mouth: 5 + index, livesByID: seed.chance(60), hasClosure: seed.chance(25),
      spin: SpinPlan(), seeds: [])
    scope.isRecursion = true
    plan.groups.append(SpinPlan.Group(feedbacks: [], scope: scope))
  }

  /// Makes parts to put in of the kind of the one that has them, which get their fuel there.
  private mutating func addSeeds(_ plan: inout SpinPlan) {
    for index in plan.groups.indices where plan.groups[index].scope.isRecursion {
      plan.groups[index].scope.seeds = (0..<2).map { _ in
        var seed = node(plan, id: id(), depth: Self.deepest)
        seed.wheel.fuel = -1
        return seed
      }
    }
  }

  /// How deep parts of a kind are in each other at first.
  private static var deepest: Int { 2 }

  /// A state that has what the scopes of a spin need.
  mutating func node(_ plan: SpinPlan, id: Int, depth: Int = 0) -> Node {
    var node = Node(id: id, wheel: Wheel(value: value(), fuel: 2 + seed.below(6)))
    // The first scope of a place knows what the others need.
    var places: Set<Place> = []
    for scope in plan.scopes where places.insert(scope.place).inserted {
      fill(scope, scope.spin(in: plan), &node, scope.isRecursion ? depth + 1 : depth)
    }
    return node
  }

  private mutating func fill(
    _ scope: ScopePlan, _ spin: SpinPlan, _ node: inout Node, _ depth: Int
  ) {
    let place = scope.place
    if depth > Self.deepest { return node.remove(place, nil) }
    if !place.isKeyed {
      if !place.isOptional && node.plains.isEmpty { node.plains = [Node(), Node()] }
      if place.isOptional && seed.chance(40) { return node.remove(place, nil) }
      return node.put(place, nil, self.node(spin, id: self.id(), depth: depth), at: 0)
    }
    for key in 1...4 where seed.chance(depth == 0 ? 50 : 20) {
      let part = self.node(spin, id: place == .rows ? key : self.id(), depth: depth)
      node.put(place, key, part, at: seed.below(4))
    }
  }

  // MARK: Reducers

  private mutating func reducer(_ scopes: [ScopePlan], _ depth: Int) -> ReducerPlan {
    let columns = 2 * Word.kinds
    return ReducerPlan(
      table: (0..<Wheel.values).map { value in
        (0..<columns).map { column in
          seed.chance(column < Word.kinds ? 20 : 60) ? value : self.value()
        }
      },
      moves: (0..<columns).map { column in
        let count = seed.weighted(column < Word.kinds ? [3, 4, 2] : [6, 2, 1])
        return (0..<count).compactMap { _ in move(scopes) }
      })
  }

  private mutating func move(_ scopes: [ScopePlan]) -> Move? {
    if scopes.isEmpty { return seed.chance(40) ? .become : nil }
    let scope = scopes[seed.below(scopes.count)]
    let (place, key) = (scope.place, key(scope))
    switch seed.weighted([1, 5, 5, 6, 4, 3, 2]) {
    case 0: return .become
    case 1: return .set(place, key, value())
    case 2:
      return move(scope.isRecursion ? scopes : scope.spin.scopes).map { .within(place, key, $0) }
    case 3:
      let first = scopes.first { $0.place == place } ?? scope
      return .put(place, key, first.seeds[seed.below(2)], at: seed.below(4))
    case 4: return .remove(place, key)
    case 5: return .shuffle(place, seed.below(4))
    default: return .comeBack(place, key, value())
    }
  }

  // MARK: Feedbacks

  private mutating func feedbacks(
    _ count: Int, _ spin: SpinPlan, _ mayLimit: Bool
  ) -> [FeedbackPlan] {
    (0..<count).map { _ in feedback(spin, mayLimit) }
  }

  private mutating func feedback(_ spin: SpinPlan, _ mayLimit: Bool) -> FeedbackPlan {
    let (scopes, hasReducer) = (spin.scopes, spin.reducer != nil)
    let strategies: [ExecutionStrategy] = [
      .cancelOnNewState, .continueOnNewState, .ignoreNewState, .queueNewState,
    ]
    let looks: [Look] = [
      .everyState, .filtered, .lens, .selection, .condition, .transitions, .elements, .source,
      .pulse, .attempt, .lensAndFilter, .sideEffect, .sideEffectOnSelection, .following,
      .sideEffectOnPulse, .forwarding,
    ]
    let look = looks[seed.weighted([3, 2, 2, 6, 2, 3, 6, 2, 3, 2, 1, 1, 1, 1, 1, 2])]
    let strategy = strategies[seed.weighted([3, 3, 2, 3])]
    let canEndAll =
      [.selection, .condition, .elements, .pulse, .attempt].contains(look)
      || (strategy == .cancelOnNewState && look != .source)
    let form = seed.form()
    let aspect = Aspect.allCases[look == .elements ? seed.weighted([3, 2, 2]) : 0]
    return FeedbackPlan(
      look: look, strategy: strategy, hasExecutor: seed.chance(10),
      passes: (0..<Wheel.values).map { _ in seed.chance(70) },
      parts: (0..<Wheel.values).map { _ in seed.chance(75) ? value() : nil },
      effects: (0..<Wheel.values).map { _ in effect(for: look, hasReducer, canEndAll) },
      collections: (0..<Wheel.values).map { _ in items(aspect) },
      form: aspect == .whole || form != .set ? form : .array, aspect: aspect,
      keepsPrevious: seed.chance(50),
      limit: look == .elements && mayLimit && seed.chance(50) ? 1 + seed.below(2) : nil,
      throttle: ![.source, .following, .forwarding].contains(look) && seed.chance(25)
        ? seed.throttle() : nil,
      addresses: (0..<Word.kinds).map { _ in seed.chance(75) ? [] : path(scopes) })
  }

  private mutating func effect(
    for look: Look, _ hasReducer: Bool, _ canEndAll: Bool
  ) -> EffectPlan {
    if [.sideEffect, .sideEffectOnSelection, .sideEffectOnPulse].contains(look) { return .none }
    // What no reducer sees burns no fuel.
    if !hasReducer { return .callback(atOnce: nil, atEnd: nil) }
    if look == .source && seed.chance(50) {
      return .merge([.just(kind()), .callback(atOnce: nil, atEnd: nil)])
    }
    let effect = effect()
    return effect.isEndless && !canEndAll ? .just(kind()) : effect
  }

  private mutating func effect(depth: Int = 2) -> EffectPlan {
    let more = depth > 0 ? 1 : 0
    let weights = [
      6, 8, 2, 8, 9, 3 * more, 5, 2 * more, 2 * more, 2 * more, 2 * more, 3, 2, 1, more, 2, 3,
    ]
    return switch seed.weighted(weights) {
    case 0: .none
    case 1: .just(kind())
    case 2: .several((0..<seed.below(4)).map { _ in kind() })
    case 3:
      .once(seed.chance(80) ? kind() : nil, isStubborn: seed.chance(30), fails: seed.chance(20))
    case 4:
      .callback(atOnce: seed.chance(15) ? kind() : nil, atEnd: seed.chance(15) ? kind() : nil)
    case 5: .merge((0..<seed.below(4)).map { _ in effect(depth: depth - 1) })
    case 6: .after(1 + seed.below(9), kind())
    case 7: .delayed(seed.below(9), effect(depth: depth - 1))
    case 8: .timeout(1 + seed.below(9), kind(), effect(depth: depth - 1))
    case 9: .race((0..<(1 + seed.below(3))).map { _ in effect(depth: depth - 1) })
    case 10: .then((0..<(1 + seed.below(3))).map { _ in effect(depth: depth - 1) })
    case 11: .body(isStubborn: seed.chance(30))
    case 12: .sequence((0..<seed.below(3)).map { _ in kind() })
    case 13: .every(1 + seed.below(9), kind())
    case 14: .shift(1 + seed.below(3), effect(depth: depth - 1))
    case 15: .subscription(seed.chance(70) ? kind() : nil)
    default:
      .retry(
        kind(), isStubborn: seed.chance(30), failures: seed.below(4), attempts: 1 + seed.below(3),
        delay: seed.below(4))
    }
  }

  private mutating func items(_ aspect: Aspect) -> [Item] {
    var ids: Set<Int> = []
    let items = (0..<seed.below(4)).map { _ in
      Item(id: seed.below(4), version: seed.below(aspect == .attempt ? 6 : 2))
    }
    return items.filter { ids.insert($0.id).inserted }
  }

  // MARK: Acts

  private mutating func phase(_ spin: SpinPlan) -> [[Act]] {
    let threads = seed.chance(60) ? 1 : 2 + seed.below(2)
    return (0..<threads).map { _ in (0..<(2 + seed.below(5))).map { _ in act(spin) } }
  }

  private mutating func act(_ spin: SpinPlan) -> Act {
    switch seed.weighted([16, 10, 10, 6, 2, 10, 6, 2, 2, 1, 3, 4, 2, 3]) {
    case 0: emit(spin)
    case 1: .release(seed.below(8))
    case 2: .emitFromEffect(seed.below(8), kind())
    case 3: .finishEffect(seed.below(8), bySaying: seed.chance(50))
    case 4: .watch
    case 5: .advance(1 + seed.below(9))
    case 6: .barrier
    case 7: .suspend
    case 8: .resume
    case 9: .observe
    case 10: .send(way(spin), kind())
    case 11: .commit(seed.below(3))
    case 12: .lead(kind())
    // A spin without a reducer of its own answers nothing.
    default: spin.reducer == nil ? emit(spin) : .ask(way(spin), kind())
    }
  }

  private mutating func emit(_ spin: SpinPlan) -> Act {
    .emit(way(spin), kind())
  }

  /// The way to a part of a part, or to none.
  private mutating func path(_ scopes: [ScopePlan]) -> [Hop] {
    if scopes.isEmpty { return [] }
    if seed.chance(4) { return [Hop(mouth: 9, id: 1)] }
    let scope = scopes[seed.below(scopes.count)]
    return [scope.hop(key(scope))]
      + (seed.chance(60) ? path(scope.isRecursion ? scopes : scope.spin.scopes) : [])
  }

  private mutating func key(_ scope: ScopePlan) -> Int? {
    scope.place.isKeyed ? 1 + seed.below(4) : nil
  }

  private mutating func id() -> Int { 1 + seed.below(3) }

  private mutating func value() -> Int { seed.value() }

  private mutating func kind() -> Int { seed.kind() }
}

extension SpinPlan {
  /// Numbers the feedbacks in written order, those of a part in the place of its scope.
  mutating func number() {
    var next = 0
    number(from: &next)
  }

  private mutating func number(from next: inout Int) {
    for index in groups.indices {
      for local in groups[index].feedbacks.indices {
        groups[index].feedbacks[local].slot = next
        next += 1
      }
      groups[index].scope.spin.number(from: &next)
    }
    for local in feedbacks.indices {
      feedbacks[local].slot = next
      next += 1
    }
  }
}
