import SpinAsync
import SpinCore
import SpinTestSupport
import SpinTesting

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
  func lines(on runtime: RuntimeUnderTest) async -> [Line] {
    let (spin, node) = wrapped
    let notebook = Notebook()
    let rig = Rig(Plan(initial: node, spin: spin, phases: [], ending: .stopped), notebook)
    let running = rig.spin(spin, node).start(
      on: runtime(scheduler: rig.autopilot), options: rig.options)
    await running.idle()
    for act in plan.acts {
      // One after the other, because what waits in the mailbox is another order of events.
      switch act {
      case .emit(let path, let kind): running.emit(rig.word(kind, to: hops + path))
      case .emitFromEffect(let number, let kind):
        if let emit = rig.puppets.emitter(number, for: kind) { emit(rig.word(kind)) }
      case .finishEffect(let number, let bySaying): rig.puppets.finish(number, bySaying: bySaying)
      case .advance(let delay): await advance(by: .milliseconds(delay), rig, running)
      case .noise: for level in hops.indices { running.emit(noise(level)) }
      case .ask(let path?, let kind): await ask(rig.word(kind, to: hops + path), running)
      case .ask(nil, _): for level in hops.indices { await ask(noise(level), running) }
      }
      await running.idle()
    }
    await running.end()
    let lines = notebook.record.withLock { $0.lines }
    rig.puppets.open()
    return lines.withoutAnswers.asPart(hops)
  }

  /// Lets time pass, from one alarm to the next.
  ///
  /// The loop takes nothing while several alarms ring at one instant, so that all of them do.
  private func advance(
    by duration: Duration, _ rig: Rig, _ running: RunningSpin<Node, Word>
  ) async {
    let end = rig.autopilot.now + duration
    while let delay = rig.autopilot.nextAlarm, rig.autopilot.now + delay <= end {
      running.suspend()
      rig.autopilot.advance(by: delay)
      running.resume()
      await running.idle()
    }
    rig.autopilot.advance(by: end - rig.autopilot.now)
  }

  /// Emits an event with a reply that nobody answers.
  private func ask(_ word: Word, _ running: RunningSpin<Node, Word>) async {
    _ = try? await running.ask { (_: Reply<Int>) in word }
  }

  private func noise(_ level: Int) -> Word {
    Word(path: Array(hops.prefix(level)), kind: 1, id: -1)
  }

  /// The spin within others, which do nothing of their own.
  private var wrapped: (SpinPlan, Node) {
    wraps.reduce((plan.spin, plan.initial)) { inner, wrap in
      var (spin, node) = (SpinPlan(), Node(id: 3, wheel: Wheel(fuel: 1_000)))
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
    table: (0..<Wheel.values).map { Array(repeating: $0, count: 2 * Word.kinds) },
    moves: Array(repeating: [], count: 2 * Word.kinds))
}

extension [Line] {
  /// What is about a part of all that happened, as the part would tell it, with runs in order of start.
  fileprivate func asPart(_ hops: [Hop]) -> [Line] {
    var names: [RunName: RunName] = [:]
    var isOwn = true
    return withoutReadings.flatMap { line -> [Line] in
      if let name = line.begun {
        names[name] = RunName(slot: name.slot, serial: UInt64(names.count))
      }
      // A queue also runs an effect that has only immediate events, which starts no work.
      if case .ended(let name) = line, names[name] == nil {
        return [.ended(RunName(slot: name.slot, serial: .max))]
      }
      switch line.renamed(names) {
      case .taken(let source, let word?):
        isOwn = word.path.starts(with: hops)
        return isOwn ? [.taken(source, word.within(hops))] : []
      case .compared: return isOwn ? [line] : []
      case .observed(_, let sight):
        if let word = sight.event, !word.path.starts(with: hops) { return [] }
        let seen = Sight(
          number: sight.number == 0 ? 0 : 1, event: sight.event?.within(hops), origin: "",
          state: sight.state.part(at: hops))
        return [.observed(by: 0, seen)]
      case .reduced, .published, .settled, .bodyReturned: return []
      case let other: return [other]
      }
    }.inOneOrder
  }
}

extension Line {
  /// The run that begins with it.
  fileprivate var begun: RunName? {
    switch self {
    case .started(let name), .held(let name): name
    default: nil
    }
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
