import Testing

@testable import SpinCore

/// A tree of nodes, written as a value.
indirect enum Tree {
  case work, attempt
  case delay(Tree?)
  case timeout(Tree)
  case race([Tree])
  case all([Tree])
  case chain([Tree])

  /// The nodes in the order of the tree, those of a timeout with its alarm last.
  func nodes(from base: Int = 0) -> [StageNode] {
    var nodes: [StageNode] = []
    add(to: &nodes, parent: StageNode.none, base)
    return nodes
  }

  private func add(to nodes: inout [StageNode], parent: Int32, _ base: Int) {
    let place = nodes.count
    nodes.append(StageNode(kind: kind, parent: parent))
    for child in children {
      let childPlace = nodes.count
      child.add(to: &nodes, parent: Int32(base + place), base)
      if nodes[place].firstChild == StageNode.none {
        nodes[place].firstChild = Int32(base + childPlace)
      } else {
        nodes[Int(nodes[place].lastChild) - base].nextSibling = Int32(base + childPlace)
      }
      nodes[place].lastChild = Int32(base + childPlace)
    }
  }

  private var kind: StageNode.Kind {
    switch self {
    case .work: .work
    case .attempt: .attempt
    case .delay: .delay
    case .timeout: .timeout
    case .race: .race
    case .all: .all
    case .chain: .chain
    }
  }

  private var children: [Tree] {
    switch self {
    case .work, .attempt: []
    case .delay(let child): child.map { [$0] } ?? []
    case .timeout(let child): [child, .work]
    case .race(let children), .all(let children), .chain(let children): children
    }
  }
}

/// The machine of staged executions, by tables.
struct StageMachineTests {
  enum Fact: Sendable {
    case event(Int)
    case last(Int)
    case ended(Int)
    case due(Int)
    case failed(Int)
  }

  /// One line of a table: a fact, and the orders that answer it.
  struct Row {
    let fact: Fact
    let orders: [StageMachine.Order]

    init(_ fact: Fact, _ orders: [StageMachine.Order] = []) {
      self.fact = fact
      self.orders = orders
    }
  }

  private func check(
    _ tree: Tree, begins first: [StageMachine.Order], _ rows: [Row],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var machine = StageMachine()
    var orders: [StageMachine.Order] = []
    machine.began(tree.nodes(), &orders)
    #expect(orders == first, sourceLocation: sourceLocation)
    #expect(machine.violations == [], sourceLocation: sourceLocation)
    for (index, row) in rows.enumerated() {
      orders = []
      machine.tell(row.fact, &orders)
      #expect(orders == row.orders, "row \(index): \(row.fact)", sourceLocation: sourceLocation)
      #expect(machine.violations == [], "row \(index)", sourceLocation: sourceLocation)
      #expect(machine.isOver == orders.contains(.end), sourceLocation: sourceLocation)
    }
  }

  @Test func aDelayWaitsAndThenBegins() {
    check(.delay(.work), begins: [.wait(0)], [Row(.due(0), [.begin(1)]), Row(.last(1), [.end])])
    check(.delay(nil), begins: [.wait(0)], [Row(.due(0), [.end])])
    check(
      .delay(.all([.work, .work])), begins: [.wait(0)],
      [Row(.due(0), [.begin(2), .begin(3)]), Row(.ended(3)), Row(.ended(2), [.end])])
  }

  @Test func aTimeoutEndsWhateverIsLeft() {
    let tree = Tree.timeout(.all([.work, .chain([.work, .delay(.work)])]))
    let begins: [StageMachine.Order] = [.begin(2), .begin(4), .begin(7)]
    check(tree, begins: begins, [Row(.last(7), [.cancel(2), .cancel(4), .end])])
    check(
      tree, begins: begins,
      [
        Row(.last(2)), Row(.event(4)), Row(.last(4), [.wait(5)]),
        Row(.last(7), [.cancel(5), .end]),
      ])
  }

  @Test func whatEndsInTimeCancelsItsTimeout() {
    check(
      .timeout(.work), begins: [.begin(1), .begin(2)],
      [Row(.event(1)), Row(.last(1), [.cancel(2), .end])])
    check(.timeout(.work), begins: [.begin(1), .begin(2)], [Row(.ended(1), [.cancel(2), .end])])
  }

  @Test func theFirstEventDecidesARace() {
    let tree = Tree.race([.work, .all([.work, .work]), .delay(.work)])
    let begins: [StageMachine.Order] = [.begin(1), .begin(3), .begin(4), .wait(5)]
    check(
      tree, begins: begins,
      [
        Row(.event(1), [.cancel(3), .cancel(4), .cancel(5)]), Row(.event(1)), Row(.last(1), [.end]),
      ])
    check(
      tree, begins: begins,
      [Row(.last(4), [.cancel(1), .cancel(5)]), Row(.event(3)), Row(.ended(3), [.end])])
    check(
      tree, begins: begins,
      [Row(.due(5), [.begin(6)]), Row(.last(6), [.cancel(1), .cancel(3), .cancel(4), .end])])
  }

  @Test func whatEndsWithoutAnEventDoesNotWinARace() {
    check(
      .race([.work, .work, .work]), begins: [.begin(1), .begin(2), .begin(3)],
      [Row(.ended(2)), Row(.event(3), [.cancel(1)]), Row(.ended(3), [.end])])
    check(
      .race([.work, .work]), begins: [.begin(1), .begin(2)],
      [Row(.ended(1)), Row(.ended(2), [.end])])
  }

  @Test func anEventDecidesAllRacesThatItIsIn() {
    check(
      .race([.chain([.race([.work, .work]), .work]), .work]),
      begins: [.begin(3), .begin(4), .begin(6)],
      [
        Row(.last(4), [.cancel(3), .cancel(6), .begin(5)]), Row(.event(5)), Row(.last(5), [.end]),
      ])
  }

  @Test func theEventOfATimeoutDecidesARace() {
    check(
      .race([.timeout(.work), .work]), begins: [.begin(2), .begin(3), .begin(4)],
      [Row(.last(3), [.cancel(2), .cancel(4), .end])])
  }

  @Test func aChainBeginsOneAfterTheOther() {
    check(
      .chain([.work, .all([.work, .work]), .timeout(.work)]), begins: [.begin(1)],
      [
        Row(.ended(1), [.begin(3), .begin(4)]), Row(.last(4)),
        Row(.last(3), [.begin(6), .begin(7)]),
        Row(.last(7), [.cancel(6), .end]),
      ])
  }

  @Test func anAttemptThatFailsWaitsAndBeginsAgain() {
    check(
      .chain([.attempt, .work]), begins: [.begin(1)],
      [
        Row(.failed(1), [.wait(1)]), Row(.due(1), [.begin(1)]), Row(.event(1)),
        Row(.failed(1), [.wait(1)]), Row(.due(1), [.begin(1)]), Row(.last(1), [.begin(2)]),
        Row(.ended(2), [.end]),
      ])
    check(
      .timeout(.attempt), begins: [.begin(1), .begin(2)],
      [Row(.failed(1), [.wait(1)]), Row(.last(2), [.cancel(1), .end])])
  }

  @Test func whatHasNothingToDoEndsAtOnce() {
    check(.chain([.all([]), .race([]), .chain([]), .timeout(.all([]))]), begins: [.end], [])
    check(.race([.all([]), .work]), begins: [.begin(2)], [Row(.event(2)), Row(.ended(2), [.end])])
  }

  @Test func aLongChainAndDeepTreesNeedNoStack() {
    var machine = StageMachine()
    var orders: [StageMachine.Order] = []
    let empty = Array(repeating: Tree.all([]), count: 100_000)
    machine.began(Tree.chain(empty + [.work]).nodes(), &orders)
    #expect(orders == [.begin(100_001)])
    // Each one in the next, written as nodes.
    var nodes = (0..<100_000).map { place in
      var node = StageNode(kind: .chain, parent: Int32(place - 1))
      (node.firstChild, node.lastChild) = (Int32(place + 1), Int32(place + 1))
      return node
    }
    nodes.append(StageNode(kind: .work, parent: 99_999))
    var deep = StageMachine()
    orders = []
    deep.began(nodes, &orders)
    deep.eventTaken(100_000, &orders)
    deep.ended(100_000, &orders)
    #expect(orders == [.begin(100_000), .end])
  }

  @Test func severalTreesAreSeveralParts() {
    var machine = StageMachine()
    var orders: [StageMachine.Order] = []
    machine.began(Tree.delay(.work).nodes(), &orders)
    machine.began(Tree.race([.work, .work]).nodes(from: 2), &orders)
    machine.ended(4, &orders)
    machine.ended(3, &orders)
    #expect(orders == [.wait(0), .begin(3), .begin(4), .end])
    #expect(!machine.isOver && machine.violations == [])
  }
}

extension StageMachine {
  mutating func tell(_ fact: StageMachineTests.Fact, _ orders: inout [Order]) {
    switch fact {
    case .event(let node): eventTaken(node, &orders)
    case .last(let node):
      eventTaken(node, &orders)
      ended(node, &orders)
    case .ended(let node): ended(node, &orders)
    case .due(let node): due(node, &orders)
    case .failed(let node): failed(node, &orders)
    }
  }
}
