/// The progress of a staged execution as a pure machine: facts in, orders out.
///
/// A staged execution is made of delays, timeouts, races, chains and retries.
///
/// Its nodes form trees, one for each part of the execution. It knows nodes by their places, and no
/// work, events or time. The ``Engine`` reports the entries that were taken from the mailbox, and
/// gives each running node a serial.
package struct StageMachine: Sendable {
  /// An order to the engine.
  package enum Order: Hashable, Sendable {
    /// Begin the work of a node.
    case begin(Int)
    /// Set the alarm of a node.
    case wait(Int)
    /// Cancel the work or the alarm of a node.
    case cancel(Int)
    /// A tree has ended.
    case end
  }

  /// Something that is left to do about a fact.
  private enum Task {
    case begin(Int32)
    case end(Int32)
  }

  package private(set) var nodes: [StageNode] = []

  package init() {}

  /// How many trees are open.
  package private(set) var open = 0

  /// Whether no tree is open.
  package var isOver: Bool { open == 0 }

  /// Sets the serial of the branch that a node runs as; 0 if it runs as none.
  package mutating func setSerial(_ serial: UInt64, of node: Int) {
    nodes[node].serial = serial
  }

  // MARK: Facts

  /// A tree begins.
  ///
  /// Its nodes refer to each other by the places that they get here.
  package mutating func began(_ tree: [StageNode], _ orders: inout [Order]) {
    let root = Int32(nodes.count)
    nodes += tree
    open += 1
    carryOut(.begin(root), &orders)
  }

  /// An event of a node was taken.
  ///
  /// The event decides all races that the node is in. If it is the event of a timeout, it closes the
  /// timeout's child.
  package mutating func eventTaken(_ node: Int, _ orders: inout [Order]) {
    var place = Int32(node)
    while let parent = parent(of: place) {
      switch self[parent].kind {
      case .race:
        if self[parent].left > 1 { closeChildren(of: parent, except: place, &orders) }
      case .timeout where self[parent].lastChild == place:
        close(self[parent].firstChild, &orders)
      case .work, .attempt, .delay, .timeout, .all, .chain: break
      }
      place = parent
    }
  }

  /// A node has ended.
  package mutating func ended(_ node: Int, _ orders: inout [Order]) {
    carryOut(.end(Int32(node)), &orders)
  }

  /// The alarm of a node was due.
  package mutating func due(_ node: Int, _ orders: inout [Order]) {
    nodes[node].isWaiting = false
    switch nodes[node].kind {
    case .delay:
      let child = nodes[node].firstChild
      carryOut(child == StageNode.none ? .end(Int32(node)) : .begin(child), &orders)
    case .attempt: orders.append(.begin(node))
    case .work, .timeout, .race, .all, .chain: carryOut(.end(Int32(node)), &orders)
    }
  }

  /// An attempt failed, and is made again after a delay.
  package mutating func failed(_ node: Int, _ orders: inout [Order]) {
    nodes[node].isWaiting = true
    orders.append(.wait(node))
  }

  // MARK: The tree

  private subscript(_ place: Int32) -> StageNode {
    get { nodes[Int(place)] }
    _modify { yield &nodes[Int(place)] }
  }

  private func parent(of place: Int32) -> Int32? {
    let parent = self[place].parent
    return parent == StageNode.none ? nil : parent
  }

  private func children(of place: Int32) -> [Int32] {
    var children: [Int32] = []
    var child = self[place].firstChild
    while child != StageNode.none {
      children.append(child)
      child = self[child].nextSibling
    }
    return children
  }

  /// Begins or ends a node, and all nodes that begin or end with it.
  ///
  /// NB: a list of tasks instead of recursion, because a chain may have any length.
  private mutating func carryOut(_ first: Task, _ orders: inout [Order]) {
    var tasks = [first]
    while let task = tasks.popLast() {
      switch task {
      case .begin(let place): begin(place, &tasks, &orders)
      case .end(let place): end(place, &tasks, &orders)
      }
    }
  }

  private mutating func begin(
    _ place: Int32, _ tasks: inout [Task], _ orders: inout [Order]
  ) {
    // A timeout whose child had nothing to do is over before its alarm was set.
    guard self[place].phase == .idle else { return }
    self[place].phase = .open
    switch self[place].kind {
    case .work, .attempt:
      orders.append(.begin(Int(place)))
    case .delay:
      self[place].isWaiting = true
      orders.append(.wait(Int(place)))
    case .timeout, .race, .all:
      let children = children(of: place)
      self[place].left = Int32(children.count)
      if children.isEmpty { tasks.append(.end(place)) }
      for child in children.reversed() { tasks.append(.begin(child)) }
    case .chain:
      let child = self[place].firstChild
      tasks.append(child == StageNode.none ? .end(place) : .begin(child))
    }
  }

  private mutating func end(_ place: Int32, _ tasks: inout [Task], _ orders: inout [Order]) {
    self[place].phase = .over
    guard let parent = parent(of: place) else {
      open -= 1
      return orders.append(.end)
    }
    switch self[parent].kind {
    case .all, .race:
      self[parent].left -= 1
      if self[parent].left == 0 { tasks.append(.end(parent)) }
    case .chain:
      let next = self[place].nextSibling
      tasks.append(next == StageNode.none ? .end(parent) : .begin(next))
    case .timeout:
      // The event of its alarm may have been dropped as a repeat; the timeout has expired all the
      // same.
      let isTimedOut = self[parent].lastChild == place
      close(isTimedOut ? self[parent].firstChild : self[parent].lastChild, &orders)
      tasks.append(.end(parent))
    case .work, .attempt, .delay:
      tasks.append(.end(parent))
    }
  }

  /// Decides a race: closes all children but one.
  private mutating func closeChildren(
    of race: Int32, except winner: Int32, _ orders: inout [Order]
  ) {
    self[race].left = 1
    for child in children(of: race) where child != winner { close(child, &orders) }
  }

  /// Closes a node and everything below it, and orders the engine to cancel the leaves that run.
  private mutating func close(_ place: Int32, _ orders: inout [Order]) {
    var places = [place]
    while let place = places.popLast() {
      let isOpen = self[place].phase == .open
      self[place].phase = .over
      guard isOpen else { continue }
      if self[place].isLeaf { orders.append(.cancel(Int(place))) }
      places += children(of: place).reversed()
    }
  }
}

extension StageNode {
  /// Whether it runs as a branch while it is open.
  package var isLeaf: Bool {
    switch kind {
    case .work, .attempt: true
    case .delay: isWaiting
    case .timeout, .race, .all, .chain: false
    }
  }
}
