import SpinCore
import SpinTesting

/// Makes a plan of a seed.
struct Generator {
  private var seed: SeededGenerator

  init(_ seed: UInt64) {
    self.seed = SeededGenerator(seed: seed)
  }

  mutating func plan() -> Plan {
    let fuel = seed.chance(70) ? 3 + seed.below(12) : 15 + seed.below(25)
    let initial = Node(wheel: Wheel(value: value(), fuel: fuel))
    var reducer = ReducerPlan(
      table: (0..<Wheel.values).map { value in
        (0..<Word.kinds).map { _ in seed.chance(15) ? value : self.value() }
      })
    var spin = SpinPlan()
    for _ in 0..<(1 + seed.below(5)) { spin.feedbacks.append(feedback()) }
    var plan = Plan(
      initial: initial, spin: spin, observers: 1 + seed.below(2), phases: [],
      ending: .burnt(first: seed.chance(50)))
    seed.addMonitors(to: &plan)
    for _ in 0..<seed.below(3) { plan.echoes[1 + seed.below(fuel)] = kind() }
    let stopsInside = seed.chance(15)
    if stopsInside { plan.stop = seed.stop(at: StopPlan.Place.allCases, before: fuel) }
    plan.drops = seed.chance(35)
    if seed.chance(20) { plan.suspends = 1 + seed.below(fuel) }
    plan.isGated = seed.chance(35)
    plan.phases.append([(0..<seed.below(3)).map { _ in beforeStart() }])
    for _ in 0..<(1 + seed.below(4)) { plan.phases.append(phase()) }
    if !stopsInside && seed.chance(30) { seed.addStop(to: &plan) }
    if seed.chance(35) {
      for _ in 0..<(1 + seed.below(2)) { plan.spin.repeats.append(seed.repeats()) }
    }
    if spin.feedbacks.contains(where: { $0.look == .pulse || $0.look == .sideEffectOnPulse }) {
      reducer.pulses = (0..<Word.kinds).map { _ in seed.pulse() }
    }
    if spin.feedbacks.contains(where: { $0.look == .attempt }) {
      reducer.attempts = seed.attempts()
    }
    plan.spin.reducer = reducer
    plan.spin.number()
    return plan
  }

  /// The same with a mailbox that is too small.
  mutating func lossyPlan() -> Plan {
    var plan = plan()
    seed.addBound(to: &plan)
    return plan
  }

  private mutating func value() -> Int { seed.value() }

  private mutating func kind() -> Int { seed.kind() }

  // MARK: Feedbacks

  private mutating func feedback() -> FeedbackPlan {
    let looks = Look.allCases
    let strategies: [ExecutionStrategy] = [
      .cancelOnNewState, .continueOnNewState, .ignoreNewState, .queueNewState,
    ]
    let look = looks[seed.weighted([4, 2, 2, 2, 8, 2, 1, 1, 2, 4, 4, 12, 4, 4, 2, 2, 3])]
    let strategy = strategies[seed.weighted([3, 3, 2, 3])]
    let canEndAll =
      look == .selection || look == .condition || look == .elements || look == .pulse
      || look == .attempt || (strategy == .cancelOnNewState && look != .source)
    let form = seed.form()
    let aspect = Aspect.allCases[look == .elements ? seed.weighted([3, 2, 2]) : 0]
    return FeedbackPlan(
      look: look, strategy: strategy, hasExecutor: seed.chance(15),
      passes: (0..<Wheel.values).map { _ in seed.chance(70) },
      parts: (0..<Wheel.values).map { _ in seed.chance(75) ? value() : nil },
      effects: (0..<Wheel.values).map { _ in
        let effect = effect(for: look)
        return effect.isEndless && !canEndAll ? .just(kind()) : effect
      },
      collections: look == .elements ? collections(aspect) : [],
      form: aspect == .whole || form != .set ? form : .array, aspect: aspect,
      keepsPrevious: seed.chance(50),
      limit: look == .elements && seed.chance(60) ? 1 + seed.below(3) : nil,
      throttle: ![.source, .stream, .following, .forwarding].contains(look) && seed.chance(20)
        ? seed.throttle() : nil,
      stream: look == .stream ? stream() : StreamPlan())
  }

  private mutating func effect(for look: Look) -> EffectPlan {
    switch look {
    case .sideEffect, .sideEffectOnSelection, .sideEffectOnPulse, .forwarding: .none
    case .stream: answer()
    default: effect(depth: 2)
    }
  }

  /// Collections of few ids, in some of which one comes twice.
  private mutating func collections(_ aspect: Aspect) -> [[Item]] {
    (0..<Wheel.values).map { _ in
      var items = (0..<seed.below(6)).map { _ in
        Item(id: seed.below(aspect == .attempt ? 3 : 7), version: version(aspect))
      }
      if seed.chance(95) {
        var ids: Set<Int> = []
        items = items.filter { ids.insert($0.id).inserted }
      }
      return items
    }
  }

  /// What decides about an element; most attempts are the first or the second of one start.
  private mutating func version(_ aspect: Aspect) -> Int {
    aspect == .attempt ? seed.weighted([1, 4, 4, 2, 1, 1]) : seed.below(2)
  }

  private mutating func stream() -> StreamPlan {
    StreamPlan(
      limit: seed.chance(40) ? 1 + seed.below(3) : nil,
      length: seed.chance(30) ? 1 + seed.below(6) : nil,
      lastWord: seed.chance(50) ? kind() : nil)
  }

  /// What a stream does about a state: nothing, or it says something, at once or later.
  private mutating func answer() -> EffectPlan {
    switch seed.weighted([5, 2, 3]) {
    case 0: .none
    case 1: .sequence((0..<(1 + seed.below(2))).map { _ in kind() })
    default: .once(seed.chance(70) ? kind() : nil, isStubborn: seed.chance(30), fails: false)
    }
  }

  private mutating func effect(depth: Int) -> EffectPlan {
    let (more, most) = (depth > 0 ? 2 : 0, depth > 0 ? 5 : 0)
    let weights = [4, 4, 2, 6, 4, 4, 3, 2, 1, most, more, more, more, most, most, 3, 3]
    switch seed.weighted(weights) {
    case 0: return .none
    case 1: return .just(kind())
    case 2: return .several((0..<seed.below(4)).map { _ in kind() })
    case 3:
      return .once(
        seed.chance(80) ? kind() : nil, isStubborn: seed.chance(30), fails: seed.chance(20))
    case 4: return .body(isStubborn: seed.chance(30))
    case 5:
      return .callback(
        atOnce: seed.chance(30) ? kind() : nil, atEnd: seed.chance(30) ? kind() : nil)
    case 6: return .after(1 + seed.below(9), kind())
    case 7: return .every(1 + seed.below(9), kind())
    case 8: return .sequence((0..<seed.below(3)).map { _ in kind() })
    case 9: return .merge((0..<seed.below(4)).map { _ in effect(depth: depth - 1) })
    case 10: return .shift(1 + seed.below(3), effect(depth: depth - 1))
    case 11: return .delayed(seed.below(9), effect(depth: depth - 1))
    case 12: return .timeout(1 + seed.below(9), kind(), effect(depth: depth - 1))
    case 13: return .race((0..<seed.below(4)).map { _ in effect(depth: depth - 1) })
    case 14: return .then((0..<seed.below(4)).map { _ in effect(depth: depth - 1) })
    case 15: return .subscription(seed.chance(70) ? kind() : nil)
    default:
      return .retry(
        kind(), isStubborn: seed.chance(30), failures: seed.below(4), attempts: 1 + seed.below(3),
        delay: seed.below(4))
    }
  }

  // MARK: Acts

  private mutating func beforeStart() -> Act {
    switch seed.below(6) {
    case 0: .observe
    case 1: .watch
    case 2: .send([], kind())
    case 3: .ask([], kind())
    default: .emit([], kind())
    }
  }

  private mutating func phase() -> [[Act]] {
    let threads = seed.chance(60) ? 1 : 2 + seed.below(2)
    return (0..<threads).map { _ in (0..<(1 + seed.below(5))).map { _ in act() } }
  }

  private mutating func act() -> Act {
    switch seed.weighted([6, 6, 5, 3, 3, 1, 1, 4, 4, 4, 2, 2, 1, 4]) {
    case 0: .emit([], kind())
    case 1: .release(seed.below(8))
    case 2: .emitFromEffect(seed.below(8), kind())
    case 3: .finishEffect(seed.below(8), bySaying: seed.chance(50))
    case 4: .advance(1 + seed.below(9))
    case 5: .observe
    case 6: .watch
    case 7: .barrier
    case 8: .send([], kind())
    case 9: .ask([], kind())
    case 10: .suspend
    case 11: .lead(kind())
    case 12: .resume
    default: .commit(seed.below(3))
    }
  }
}
