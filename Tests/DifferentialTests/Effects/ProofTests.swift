import SpinCore
import SpinRecording
import Testing

/// That the differential test can fail, and that its cases reach what they are meant to.
struct ProofTests {
  private func plan(_ seed: UInt64) -> Plan {
    var generator = Generator(seed)
    return generator.plan()
  }

  @Test(arguments: 0..<3)
  func aRecordThatLacksALineIsRefused(seed: UInt64) async {
    let plan = plan(seed)
    let lines = await Proof.record(plan).lines
    let isRefused = Proof.differs(plan, lines)
    #expect(!isRefused)
    for index in lines.indices where lines[index].isTelling {
      let next = lines.dropFirst(index + 1).first
      // What dead work finishes changes nothing, nor what is durable without anything that waits for it, and a
      // stop may cut a step short: none is missed.
      let isIdle =
        ["taken finished", "opened"].contains(lines[index].kind) && next?.isHead != false
      let isCut =
        lines[index].isAnswer && lines.dropFirst(index + 1).first(where: \.isHead) == .stopped
      if isIdle || isCut || next == .stopped { continue }
      var fewer = lines
      fewer.remove(at: index)
      let isRefused = Proof.differs(plan, fewer)
      #expect(isRefused, "\(lines[index])")
    }
  }

  @Test(arguments: 0..<3)
  func aRecordInAnotherOrderIsRefused(seed: UInt64) async {
    let plan = plan(seed)
    let lines = await Proof.record(plan).lines
    for index in lines.indices.dropFirst() {
      let (first, second) = (lines[index - 1], lines[index])
      guard first.isTelling, second.isTelling, !first.isHead || !second.isHead else { continue }
      // Answers are compared feedback by feedback.
      if first.kind == "answer" || second.kind == "answer" { continue }
      var others = lines
      others.swapAt(index - 1, index)
      let isRefused = Proof.differs(plan, others)
      #expect(isRefused, "\(first), \(second)")
    }
  }

  /// A change of a plan, and the least share of runs, in hundredths, in which a rehearsal has to find it.
  struct Mutant: CustomStringConvertible, Sendable {
    let description: String
    let least: Int
    let change: @Sendable (inout Plan) -> Void
  }

  static let mutants = [
    Mutant(description: "another reducer", least: 90) { plan in
      let table = plan.spin.reducer?.table ?? []
      plan.spin.reducer?.table = table.map { $0.map { ($0 + 1) % Wheel.values } }
    },
    Mutant(description: "no filters and other selections", least: 40) { plan in
      plan.spin.changeOwnFeedbacks { feedback in
        feedback.passes = feedback.passes.map { !$0 }
        feedback.parts = feedback.parts.map { $0.map { ($0 + 1) % Wheel.values } ?? 0 }
      }
    },
    Mutant(description: "other strategies", least: 40) { plan in
      plan.spin.changeOwnFeedbacks { feedback in
        feedback.strategy =
          feedback.strategy == .cancelOnNewState ? .ignoreNewState : .cancelOnNewState
      }
    },
    Mutant(description: "other delays", least: 35) { plan in
      plan.spin.changeOwnFeedbacks { $0.effects = $0.effects.map(\.later) }
    },
    Mutant(description: "one event more in each description", least: 80) { plan in
      plan.spin.changeOwnFeedbacks { $0.effects = $0.effects.map { .merge([$0, .just(0)]) } }
    },
  ]

  @Test(arguments: mutants)
  func aRehearsalFindsChanges(_ mutant: Mutant) async throws {
    var (found, all) = (0, 0)
    for seed in 0..<120 as Range<UInt64> {
      let plan = plan(seed)
      guard plan.isMonitored, let log = await Proof.record(plan).log else { continue }
      var other = plan
      mutant.change(&other)
      let rig = Rig(other, Notebook())
      all += 1
      if try log.rehearse(rig.spin(other.spin, other.initial)) != nil { found += 1 }
      rig.stopLeading()
    }
    #expect(100 * found >= mutant.least * all, "\(found) of \(all)")
  }

  @Test func mailboxesLoseEventsOfManyKinds() async throws {
    var seen: Set<String> = []
    for seed in 0..<150 as Range<UInt64> {
      var generator = Generator(seed)
      let plan = generator.lossyPlan()
      let record = await Proof.record(plan)
      let log = try #require(record.log)
      if log.entries.contains(where: { $0.lostBefore > 0 }) { seen.insert("the log tells it") }
      for drop in record.drops where [.full, .coalesced].contains(drop.reason) {
        let origin = if case .outside = drop.origin { "outside" } else { "an effect" }
        seen.insert("\(drop.reason), from \(origin)")
      }
    }
    #expect(
      seen == [
        "the log tells it", "full, from outside", "full, from an effect", "coalesced, from outside",
        "coalesced, from an effect",
      ])
  }

  @Test func aLoopThatIsSettledWhileAStreamWorksIsRefused() async throws {
    for seed in 0..<40 as Range<UInt64> {
      let plan = plan(seed)
      let lines = await Proof.record(plan).lines
      for case .settled(let resting) in lines.prefix(while: { $0 != .stopped })
      where !resting.isEmpty {
        #expect(!Proof.differs(plan, lines))
        #expect(Proof.differs(plan, lines.map { $0 == .settled(resting) ? .settled([:]) : $0 }))
        #expect(Proof.differs(plan, lines.filter { $0.kind != "stream asked" }))
        return
      }
    }
    Issue.record("no case has a stream that rests")
  }

  @Test func theCasesReachEverythingThatCanHappen() async {
    let all: Set = [
      "taken from outside", "taken immediate", "taken delivered", "taken finished",
      "stream asked", "stream ended", "state left out", "handle dropped inside",
      "body returned", "compared", "dropped: stale", "dropped: stopped", "dropped: repeated",
      "last event repeated", "pulse answered", "pulse withdrawn", "reduced", "asked", "cancelled",
      "observed", "published", "called", "described", "waited", "posted", "started", "ended",
      "stopped", "settled", "refused: stale", "refused: stopped", "refused: finished",
      "registered", "observed late", "answer", "clock read", "held", "hold ended",
      "called for an element", "opened", "released", "an effect waits to be durable",
      "a stage waits to be durable", "what waits to be durable is cancelled",
      "a further attempt", "a further attempt of an element", "followed",
      "forwarded", "called for a selected value",
      "called of array", "called of dictionary", "called of set", "called of children",
      "sent", "answered", "not answered", "awaited in vain: repeated",
      "awaited in vain: stopped", "suspended inside",
      "delay passed", "timed out", "ended in time", "race won",
      "next part begun", "attempt failed", "attempt 1 ended", "attempt 2 ended",
      "last error mapped", "a retry goes first", "a subscription begins behind other steps",
    ]
    var seen: Set<String> = []
    // What a stream leaves out depends on its thread: until one has left out a state, more cases follow.
    for seed in 0..<3_000 as Range<UInt64> where !seen.isSuperset(of: all) {
      let plan = plan(seed)
      let feedbacks = plan.feedbacks
      let record = await Proof.record(plan)
      for line in record.lines { seen.insert(line.kind) }
      var replay = Replay(plan, record.lines)
      #expect(throws: Never.self, "seed \(seed)") { try replay.run() }
      seen.formUnion(replay.model.reached)
      for case .dropped(let reason) in record.emissions.values { seen.insert("refused: \(reason)") }
      for (line, next) in zip(record.lines, record.lines.dropFirst()) {
        if case .ended = line, next == .dropped(.repeated) { seen.insert("last event repeated") }
        if case .taken(.work(let name), _?) = line, feedbacks[name.slot].look == .following {
          seen.insert("followed")
        }
        if case .called(let slot, _) = line, feedbacks[slot].look == .elements {
          seen.insert("called of \(feedbacks[slot].form)")
        }
        if case .called(let slot, _) = line, feedbacks[slot].aspect == .selection {
          seen.insert("called for a selected value")
        }
        if let slot = line.slot, feedbacks[slot].look == .pulse {
          if case .called = line { seen.insert("pulse answered") }
          if case .cancelled = line { seen.insert("pulse withdrawn") }
        }
      }
      if !record.heard.isEmpty { seen.insert("forwarded") }
      if record.registrations.contains(1) { seen.insert("registered") }
      if record.latecomers.contains(where: { $0.count > 1 }) { seen.insert("observed late") }
      for outcome in record.outcomes.values {
        switch outcome {
        case .state: seen.insert("sent")
        case .answer: seen.insert("answered")
        case .noReply: seen.insert("not answered")
        case .dropped(let reason): seen.insert("awaited in vain: \(reason)")
        case .error: seen.insert("wrong")
        }
      }
      if plan.suspends != nil && record.resumptions.count > 1 { seen.insert("suspended inside") }
      if record.state == nil && plan.stop != nil { seen.insert("handle dropped inside") }
      for (slot, states) in record.streamed {
        let stream = feedbacks[slot].stream
        if states.count == stream.length { seen.insert("stream ended") }
        if zip(states, states.dropFirst()).contains(where: { $1.number > $0.number + 1 }) {
          seen.insert("state left out")
        }
      }
    }
    // That is rare, and has a test of its own.
    #expect(seen.subtracting(["a retry keeps its place"]) == all)
  }
}

extension EffectPlan {
  /// The same effect with longer times.
  fileprivate var later: EffectPlan {
    switch self {
    case .after(let delay, let kind): .after(delay + 1, kind)
    case .every(let period, let kind): .every(period + 1, kind)
    case .delayed(let delay, let inner): .delayed(delay + 1, inner.later)
    case .timeout(let delay, let kind, let inner): .timeout(delay + 1, kind, inner.later)
    case .merge(let parts): .merge(parts.map(\.later))
    case .race(let parts): .race(parts.map(\.later))
    case .then(let parts): .then(parts.map(\.later))
    default: self
    }
  }
}

extension Line {
  /// Whether the model knows of it, rather than being told.
  fileprivate var isTelling: Bool {
    switch self {
    case .bodyReturned, .settled, .taken(.stream, _): false
    default: true
    }
  }

  /// The feedback whose effect it is about.
  fileprivate var slot: Int? {
    switch self {
    case .called(let slot, _): slot
    case .cancelled(let name): name.slot
    default: nil
    }
  }

  fileprivate var kind: String {
    switch self {
    case .taken(.outside, _): "taken from outside"
    case .taken(.immediate, _): "taken immediate"
    case .taken(.work, let event): event == nil ? "taken finished" : "taken delivered"
    case .taken(.stream, _): "stream asked"
    case .taken(.hold, _): "hold ended"
    case .bodyReturned: "body returned"
    case .compared: "compared"
    case .dropped(let reason): "dropped: \(reason)"
    case .reduced: "reduced"
    case .asked: "asked"
    case .cancelled: "cancelled"
    case .observed: "observed"
    case .published: "published"
    case .called(_, let seen): seen.hasPrefix("item") ? "called for an element" : "called"
    case .clock: "clock read"
    case .held: "held"
    case .answered: "answer"
    case .described: "described"
    case .waited: "waited"
    case .posted: "posted"
    case .started: "started"
    case .released: "released"
    case .ended: "ended"
    case .opened: "opened"
    case .stopped: "stopped"
    case .settled: "settled"
    case .wrong: "wrong"
    }
  }
}
