import SpinTesting
import Testing

@testable import SpinCore

/// A walk over everything that a loop may tell an engine about staged executions.
///
/// The second opinion is what the orders have said: a branch begins once, is alive until it ends or is
/// doomed, and an execution lives as long as something of it is alive.
struct StageWalk {
  var random: SeededGenerator
  var engine: Engine
  /// The branches alive, with what they are.
  var branches: [UInt64: Engine.BranchBegin] = [:]
  var gone: [UInt64] = []
  var executions: Set<UInt64> = []
  var reduced = 0
  var wins = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    engine = Engine([
      FeedbackRecord(kind: .reacting, strategy: .continueOnNewState),
      FeedbackRecord(kind: .reacting, strategy: .cancelOnNewState),
      FeedbackRecord(kind: .source, strategy: .cancelOnNewState),
    ])
    engine.started()
  }

  mutating func step() {
    switch random.below(10) {
    case 0, 1: start(random.below(2))
    case 2: if random.below(8) == 0 { answer(random.below(2)) }
    case 3: stale()
    default: act()
    }
  }

  private mutating func tree(_ depth: Int) -> Tree {
    let kind = random.below(depth > 0 ? 9 : 3)
    func children(_ random: inout SeededGenerator) -> Int { 1 + random.below(3) }
    switch kind {
    case 0, 1: return .work
    case 2: return .attempt
    case 3: return .delay(random.below(4) == 0 ? nil : tree(depth - 1))
    case 4: return .timeout(tree(depth - 1))
    case 5, 6: return .race((0..<children(&random)).map { _ in tree(depth - 1) })
    case 7: return .chain((0..<children(&random)).map { _ in tree(depth - 1) })
    default: return .all((0..<children(&random)).map { _ in tree(depth - 1) })
    }
  }

  private mutating func start(_ feedback: Int) {
    let parts = 1 + random.below(2)
    _ = engine.feedbackAnswered(feedback, .wanted)
    takeDoomed()
    guard
      case .start(let serial) = engine.effectDescribed(feedback, immediates: 0, parts: parts)
    else { return }
    executions.insert(serial)
    let tag = EntryTag(.delivered, feedback: feedback, serial: serial)
    for _ in 0..<parts {
      let nodes = tree(3).nodes(from: engine.nextNode(of: tag))
      begin(engine.stageStarted(tag, nodes))
    }
  }

  private mutating func begin(_ begins: [Engine.BranchBegin]) {
    for begin in begins {
      guard let serial = engine.branchBegan(begin) else {
        Issue.record("a node that was just ordered to begin may not")
        continue
      }
      #expect(branches[serial] == nil)
      branches[serial] = begin
    }
  }

  /// Tells a fact about a branch that is alive.
  private mutating func act() {
    guard !branches.isEmpty else { return }
    let serial = branches.keys.sorted()[random.below(branches.count)]
    guard let branch = branches[serial] else { return }
    let tag = EntryTag(.delivered, feedback: branch.execution.feedback, serial: serial)
    let choices = kinds(of: branch)
    let kind = choices[random.below(choices.count)]
    if kind == .attemptFailed { engine.bodyStarted() }
    let verdict = engine.entryTaken(tag.with(kind))
    switch verdict {
    case .reduce(let ending):
      #expect(kind == .delivered || kind == .deliveredLast)
      reduced += 1
      end(serial, ending, kind != .delivered)
    case .end(let ending):
      #expect(kind != .delivered && kind != .deliveredLast)
      end(serial, ending, true)
    default: Issue.record("\(verdict) of \(kind)")
    }
    takeDoomed()
    begin(engine.branchBeginsTaken())
  }

  /// What a branch may say.
  private func kinds(of branch: Engine.BranchBegin) -> [EntryTag.Kind] {
    if branch.isAlarm { return [.stageDue] }
    let nodes = engine.machine(of: branch.execution.serial)?.nodes ?? []
    let node = nodes[branch.node]
    let isTimeout =
      node.parent != StageNode.none && nodes[Int(node.parent)].kind == .timeout
      && Int(nodes[Int(node.parent)].lastChild) == branch.node
    if isTimeout { return [.deliveredLast] }
    return [.delivered, .deliveredLast, .finished] + (node.kind == .attempt ? [.attemptFailed] : [])
  }

  private mutating func end(_ serial: UInt64, _ ending: Engine.Ending, _ hasEnded: Bool) {
    switch ending {
    case .nothing: #expect(!hasEnded)
    case .execution: Issue.record("A branch was taken for a plain execution.")
    case .leaf(let branch), .both(let branch):
      #expect(hasEnded)
      branches[serial] = nil
      gone.append(serial)
      if case .both = ending { #expect(executions.remove(branch.execution) != nil) }
    }
  }

  private mutating func takeDoomed() {
    for tag in engine.doomed {
      if executions.remove(tag.serial) != nil { continue }
      #expect(branches.removeValue(forKey: tag.serial) != nil)
      gone.append(tag.serial)
      wins += 1
    }
    engine.cancellationsTaken()
  }

  private mutating func answer(_ feedback: Int) {
    _ = engine.feedbackAnswered(feedback, .withdrawn)
    takeDoomed()
  }

  private mutating func stale() {
    guard !gone.isEmpty else { return }
    let tag = EntryTag(.delivered, serial: gone[random.below(gone.count)])
    #expect(engine.entryTaken(tag) == .drop(.stale, .nothing))
    #expect(engine.entryTaken(tag.with(.deliveredLast)) == .drop(.stale, .nothing))
    #expect(engine.entryTaken(tag.with(.stageDue)) == .end(.nothing))
  }

  func check() {
    #expect(engine.violations == [])
    #expect(engine.nextNumber == reduced + 1)
    #expect(Set(engine.branches.keys) == Set(branches.keys))
    #expect(Set(branches.values.map(\.execution.serial)) == executions)
    #expect(engine.isSettled == executions.isEmpty)
    #expect(Set(engine.stages.serials) == executions)
  }

  mutating func stop() {
    engine.stopRequested()
    takeDoomed()
    #expect(branches.isEmpty && executions.isEmpty && engine.stages.isEmpty)
    #expect(engine.violations == [])
  }
}

struct StageWalkTests {
  @Test(arguments: 0..<40)
  func whateverHappensStagedExecutionsAreConsistent(seed: UInt64) {
    var walk = StageWalk(seed: seed)
    for _ in 0..<200 {
      walk.step()
      walk.check()
    }
    #expect(walk.reduced > 10 && walk.wins > 3)
    walk.stop()
  }
}
