import SpinAsync
import SpinCore
import SpinTestSupport
import SpinTesting
import Testing

/// The law of scopes, without a model: a part behaves as its spin does alone, given the same events.
///
/// A generated spin runs alone, and as the part of others at several depths. Each is given the same
/// events, and what it does about them must be the same to the line: transitions, drops, and the effects
/// that are described, started, cancelled and ended.
@Suite(.fewAtOnce)
struct LawTests {
  @Test(.timeLimit(.minutes(15)), arguments: DifferentialTests.runtimes)
  func aPartBehavesAsItsSpinDoesAlone(runtime: RuntimeUnderTest) async {
    for number in 0..<(DifferentialTests.cases(inDebug: 40) + 3) / 4 {
      let seed = DifferentialTests.seed &+ UInt64(number)
      var generator = ScopeGenerator(seed)
      let plan = generator.law()
      let alone = await LawRig(plan, []).lines(on: runtime)
      for wraps in plan.wraps {
        let part = await LawRig(plan, wraps).lines(on: runtime)
        if part == alone { continue }
        let index = zip(part, alone).prefix { $0 == $1 }.count
        Issue.record(
          """
          To run this case again: SPIN_SEED=\(seed) SPIN_CASES=1 SPIN_RUNTIME="\(runtime)"
          \(plan.spin.text("  "))
          \(plan.acts)
          within \(wraps), they differ at line \(index)
          before: \(part.prefix(index).suffix(12))
          as a part: \(part.dropFirst(index).prefix(4))
          alone: \(alone.dropFirst(index).prefix(4))
          """)
        return
      }
    }
  }
}

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
    /// Something that is no business of the part: each of the spins around it hears of an event.
    case noise
  }

  var spin: SpinPlan
  var initial: Node
  var acts: [Act]
  /// In what it runs, one after another, the innermost spin first.
  var wraps: [[Wrap]]
}

/// One run of such a spin.
struct LawRig {
  private let plan: LawPlan
  private let wraps: [LawPlan.Wrap]
  /// The way to the part.
  private let hops: [Hop]

  init(_ plan: LawPlan, _ wraps: [LawPlan.Wrap]) {
    self.plan = plan
    self.wraps = wraps
    hops = wraps.reversed().map(\.hop)
  }

  /// Runs it; returns what the part did, in its own words.
  func lines(on runtime: RuntimeUnderTest) async -> [ScopeLine] {
    let (spin, node) = wrapped
    let notebook = ScopeNotebook()
    let rig = ScopeRig(
      ScopeCase(initial: node, spin: spin, phases: [], endsSettled: false, drops: false), notebook)
    let running = rig.spin(spin, node).start(on: runtime(), options: rig.options)
    await running.idle()
    for act in plan.acts {
      // One after the other, because what waits in the mailbox is another order of events.
      switch act {
      case .emit(let path, let kind): running.emit(rig.word(hops + path, kind))
      case .emitFromEffect(let number, let kind):
        if let emit = rig.puppets.emitter(number, for: kind) { emit(rig.word([], kind)) }
      case .finishEffect(let number, let bySaying): rig.puppets.finish(number, bySaying: bySaying)
      case .noise: for level in hops.indices { running.emit(noise(level)) }
      }
      await running.idle()
    }
    await running.end()
    let lines = notebook.record.withLock { $0.lines }
    rig.puppets.open()
    return lines.asPart(hops)
  }

  private func noise(_ level: Int) -> Word {
    Word(path: Array(hops.prefix(level)), kind: 1, id: -1)
  }

  /// The spin within others, which do nothing of their own.
  private var wrapped: (SpinPlan, Node) {
    wraps.reduce((plan.spin, plan.initial)) { inner, wrap in
      var (spin, node) = (SpinPlan(), Node(id: 3, fuel: 1_000))
      if wrap.hasReducer { spin.reducer = .idle }
      spin.groups = [
        SpinPlan.Group(
          feedbacks: [],
          scope: ScopePlan(
            place: wrap.place, mouth: 0, livesByID: wrap.livesByID, hasClosure: false,
            spin: inner.0, seeds: []))
      ]
      node.plains = [Node(), Node()]
      node.put(wrap.place, wrap.hop.id, inner.1, at: 0)
      return (spin, node)
    }
  }
}

extension ReducerPlan {
  /// Counts, and does nothing else.
  fileprivate static let idle = ReducerPlan(
    table: (0..<SpinPlan.values).map { Array(repeating: $0, count: 2 * SpinPlan.kinds) },
    moves: Array(repeating: [], count: 2 * SpinPlan.kinds))
}

extension [ScopeLine] {
  /// What is about a part of all that happened, as the part would tell it, with runs in order of start.
  fileprivate func asPart(_ hops: [Hop]) -> [ScopeLine] {
    var names: [RunName: RunName] = [:]
    return flatMap { line -> [ScopeLine] in
      if case .started(let name) = line {
        names[name] = RunName(slot: name.slot, serial: UInt64(names.count))
      }
      switch line.renamed(names) {
      case .taken(let source, let word?):
        return word.path.starts(with: hops) ? [.taken(source, word.within(hops))] : []
      case .observed(let number, let word, _, let node):
        if let word, !word.path.starts(with: hops) { return [] }
        return [
          .observed(
            number: number == 0 ? 0 : 1, word?.within(hops), origin: "", node.part(at: hops))
        ]
      case .reduced, .published, .settled, .bodyReturned: return []
      case let other: return [other]
      }
    }.inOneOrder
  }
}

extension Word {
  fileprivate func within(_ hops: [Hop]) -> Word {
    var word = self
    word.path.removeFirst(hops.count)
    return word
  }
}

extension Node {
  /// The part of one that has nothing else.
  fileprivate func part(at hops: [Hop]) -> Node {
    guard let hop = hops.first else { return self }
    let part = Place.allCases.lazy.compactMap { place in
      place == .right || place.isKeyed != (hop.id != nil) ? nil : self.part(place, hop.id)
    }.first { $0 != Node() }
    return part?.part(at: Array(hops.dropFirst())) ?? Node()
  }
}

extension ScopeGenerator {
  /// Makes a spin, and what happens to it.
  mutating func law() -> LawPlan {
    var spin = spin(depth: below(3))
    // A part that becomes another one is no more the same spin.
    for column in 0..<(spin.reducer?.moves.count ?? 0) {
      spin.reducer?.moves[column].removeAll { if case .become = $0 { true } else { false } }
    }
    spin.useCallbacks()
    spin.number()
    var initial = node(spin, id: 3)
    initial.fuel = 30
    let acts = (0..<12).map { _ in lawAct(spin) }
    let wraps = (0..<4).map { _ in (0..<(1 + below(3))).map { _ in wrap() } }
    return LawPlan(spin: spin, initial: initial, acts: acts, wraps: wraps)
  }

  private mutating func lawAct(_ spin: SpinPlan) -> LawPlan.Act {
    switch below(7) {
    case 0, 1, 2: .emit(way(spin), below(SpinPlan.kinds))
    case 3, 4: .emitFromEffect(below(8), below(SpinPlan.kinds))
    case 5: .finishEffect(below(8), bySaying: below(2) == 0)
    default: .noise
    }
  }

  private mutating func wrap() -> LawPlan.Wrap {
    let places: [Place] = [.left, .guest, .rows, .children, .shelf]
    return LawPlan.Wrap(
      place: places[below(places.count)], livesByID: below(2) == 0, hasReducer: below(3) > 0)
  }
}

extension SpinPlan {
  /// Has all work of effects be callbacks, which do something only when they are told to.
  fileprivate mutating func useCallbacks() {
    for index in groups.indices {
      groups[index].feedbacks = groups[index].feedbacks.map(\.withCallbacks)
      groups[index].scope.spin.useCallbacks()
    }
    feedbacks = feedbacks.map(\.withCallbacks)
  }
}

extension PartFeedbackPlan {
  fileprivate var withCallbacks: PartFeedbackPlan {
    var plan = self
    plan.effects = effects.map(\.withCallbacks)
    return plan
  }
}

extension EffectPlan {
  fileprivate var withCallbacks: EffectPlan {
    switch self {
    case .once: .callback(atOnce: nil, atEnd: nil)
    case .merge(let parts): .merge(parts.map(\.withCallbacks))
    default: self
    }
  }
}
