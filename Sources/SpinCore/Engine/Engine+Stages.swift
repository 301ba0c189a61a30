/// Staged executions: those with delays, timeouts, races, chains or retries.
///
/// Each of their leaves runs as a branch, whose serial distinguishes its entries from those of
/// other branches. The execution counts as one until all of its parts have ended.
extension Engine {
  /// An order to begin a node, or to set its alarm.
  package struct BranchBegin: Hashable, Sendable {
    /// The execution.
    package let execution: EntryTag
    package let node: Int
    /// Whether to set the node's alarm.
    package let isAlarm: Bool
    /// Whether a delay has just ended, so that the events of the node come before all other waiting entries.
    package var followsDelay = false
  }

  /// The execution and the node that a branch belongs to.
  package struct Branch: Hashable, Sendable {
    package let execution: UInt64
    package let node: Int
  }

  /// A fact about a leaf.
  enum LeafFact {
    case event(isLast: Bool)
    case ended
    case due
    case failed
  }

  /// The machine of an execution that has staged parts.
  package func machine(of execution: UInt64) -> StageMachine? {
    stages.index(of: execution).map { stages[$0] }
  }

  /// Changes the machine of an execution, if it has one.
  private mutating func update(_ execution: UInt64, _ change: (inout StageMachine) -> Void) {
    guard let place = stages.index(of: execution) else { return }
    madeExtras.stages.update(at: place, change)
  }

  /// The place of the first node of the next staged part of an execution.
  package func nextNode(of execution: EntryTag) -> Int {
    machine(of: execution.serial)?.nodes.count ?? 0
  }

  /// A staged part of an execution was started.
  ///
  /// - Returns: The nodes that begin at once.
  package mutating func stageStarted(_ execution: EntryTag, _ tree: [StageNode]) -> [BranchBegin] {
    var orders: [StageMachine.Order] = []
    if stages.index(of: execution.serial) == nil {
      madeExtras.stages.append(StageMachine(), serial: execution.serial)
    }
    update(execution.serial) { $0.began(tree, &orders) }
    if orders.contains(.end) { unreachable("a staged effect has ended before it has begun") }
    // The nodes that other executions made ready begin when the step is complete.
    let others = branchBeginsTaken()
    defer { madeExtras.branchBegins = others }
    _ = obey(orders, of: execution)
    return madeExtras.branchBegins
  }

  /// The nodes that must begin were taken.
  package mutating func branchBeginsTaken() -> [BranchBegin] {
    defer { madeExtras.branchBegins = [] }
    return madeExtras.branchBegins
  }

  /// A node is about to begin, unless it was cancelled in the meantime.
  ///
  /// - Returns: The serial of its branch; `nil` if the node was cancelled.
  package mutating func branchBegan(_ begin: BranchBegin) -> UInt64? {
    let execution = begin.execution.serial
    guard machine(of: execution)?.nodes[begin.node].phase == .open else { return nil }
    let serial = nextSerial()
    update(execution) { $0.setSerial(serial, of: begin.node) }
    madeExtras.branches[serial] = Branch(execution: execution, node: begin.node)
    return serial
  }

  /// An event of a branch, or a fact about it, was taken.
  ///
  /// - Returns: What has ended; `nil` if there is no such branch.
  mutating func branchTaken(_ tag: EntryTag, _ fact: LeafFact) -> Ending? {
    guard let branch = branch(tag.serial) else { return nil }
    var orders: [StageMachine.Order] = []
    var followsDelay = false
    let hasEnded = if case .event(isLast: false) = fact { false } else { true }
    if hasEnded { madeExtras.branches[tag.serial] = nil }
    update(branch.execution) { machine in
      if hasEnded { machine.setSerial(0, of: branch.node) }
      switch fact {
      case .event(let isLast):
        machine.eventTaken(branch.node, &orders)
        if isLast { machine.ended(branch.node, &orders) }
      case .ended: machine.ended(branch.node, &orders)
      case .due:
        followsDelay = machine.nodes[branch.node].kind == .delay
        machine.due(branch.node, &orders)
      case .failed: machine.failed(branch.node, &orders)
      }
    }
    let execution = EntryTag.execution(feedback: tag.feedback, serial: branch.execution)
    let executionHasEnded = obey(orders, of: execution, followsDelay: followsDelay)
    if !hasEnded { return .nothing }
    return executionHasEnded ? .both(branch) : .leaf(branch)
  }

  /// Carries out the orders of a machine and returns whether the execution has ended.
  private mutating func obey(
    _ orders: [StageMachine.Order], of execution: EntryTag, followsDelay: Bool = false
  ) -> Bool {
    var hasEnded = false
    for order in orders {
      switch order {
      case .begin(let node):
        madeExtras.branchBegins.append(
          BranchBegin(
            execution: execution, node: node, isAlarm: false, followsDelay: followsDelay))
      case .wait(let node):
        madeExtras.branchBegins.append(BranchBegin(execution: execution, node: node, isAlarm: true))
      case .cancel(let node): doomBranch(node, of: execution)
      case .end: hasEnded = treeEnded(execution)
      }
    }
    return hasEnded
  }

  private mutating func treeEnded(_ execution: EntryTag) -> Bool {
    if let place = stages.index(of: execution.serial), stages[place].isOver {
      madeExtras.stages.remove(at: place)
    }
    guard let index = records[execution.feedback].executions.index(of: execution.serial) else {
      unreachable("a branch has outlived its execution")
    }
    return count(execution.feedback, index) { $0.parts -= 1 }
  }

  private mutating func doomBranch(_ node: Int, of execution: EntryTag) {
    guard let serial = machine(of: execution.serial)?.nodes[node].serial, serial != 0 else {
      return
    }
    madeExtras.branches[serial] = nil
    update(execution.serial) { $0.setSerial(0, of: node) }
    doomed.append(EntryTag.execution(feedback: execution.feedback, serial: serial))
  }

  /// Dooms the branches of a doomed execution.
  mutating func doomBranches(of execution: EntryTag) {
    guard let place = stages.index(of: execution.serial) else { return }
    for node in madeExtras.stages.remove(at: place).nodes where node.serial != 0 {
      madeExtras.branches[node.serial] = nil
      doomed.append(EntryTag.execution(feedback: execution.feedback, serial: node.serial))
    }
  }
}
