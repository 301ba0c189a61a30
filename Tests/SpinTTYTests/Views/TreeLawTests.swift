import SpinTesting
import Testing

@testable import SpinTTY

/// What holds for a tree whatever is done with it, against a plain array of the ids that are shown.
///
/// A failure prints its seed; `SPIN_SEED` repeats it, `SPIN_ROUNDS` tries more.
@Suite struct TreeLawTests {
  private struct Node: Identifiable, Equatable {
    let id: Int
    /// The children, those that are not loaded included.
    var all: [Node] = []
    var isLoaded = true

    /// The children that are shown if the node is open.
    var children: [Node] { isLoaded ? all : [] }
    var isLeaf: Bool { isLoaded && all.isEmpty }
  }

  /// A tree, and what the plainest code makes of it.
  private struct Machine {
    var random: SeededGenerator
    var roots: [Node] = []
    var model = Tree<Node>.Model()
    var open: Set<Int> = []
    var failed: Set<Int> = []
    var nextID = 0
    /// The id and the place of the row that is to be selected.
    var wanted: (id: Int?, index: Int) = (nil, 0)

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      for _ in 0..<random.number(0..<6) { roots.append(newNode(3)) }
    }

    mutating func newNode(_ depth: Int) -> Node {
      nextID += 1
      var node = Node(id: nextID)
      if depth > 0 {
        for _ in 0..<random.pick([0, 0, 1, 3]) { node.all.append(newNode(depth - 1)) }
      }
      node.isLoaded = !random.once(in: 4)
      return node
    }

    /// The rows that are shown, with their parents.
    var rows: [(id: Int, parent: Int?, node: Node)] {
      func rows(
        _ nodes: [Node], _ parent: Int?
      ) -> [(id: Int, parent: Int?, node: Node)] {
        nodes.flatMap { node in
          [(node.id, parent, node)]
            + (open.contains(node.id) ? rows(node.children, node.id) : [])
        }
      }
      return rows(roots, nil)
    }

    var wantedIndex: Int? {
      let rows = rows
      if rows.isEmpty { return nil }
      return rows.firstIndex { $0.id == wanted.id } ?? min(wanted.index, rows.count - 1)
    }

    mutating func select(_ id: Int) {
      guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
      wanted = (id, index)
    }

    mutating func step() {
      switch random.number(0..<9) {
      case 0: change()
      case 1:
        let waiting = waiting
        #expect(model.missing(in: roots) { $0.isLoaded ? $0.all : nil }.map(\.id) == waiting)
        // A row may also fail after it was closed.
        let closed = rows.filter { !open.contains($0.id) && !$0.node.isLoaded }.map(\.id)
        guard !(waiting + closed).isEmpty else { return }
        let id = random.pick(waiting + closed)
        model.fail(id, "no")
        if open.contains(id) { failed.insert(id) }
      default: act()
      }
    }

    /// The rows that wait for their children.
    private var waiting: [Int] {
      rows.filter { open.contains($0.id) && !$0.node.isLoaded && !failed.contains($0.id) }.map(\.id)
    }

    /// Another tree: nodes go, come, and change places.
    private mutating func change() {
      func changed(_ nodes: [Node], _ machine: inout Machine, _ depth: Int) -> [Node] {
        var nodes = nodes.filter { _ in !machine.random.once(in: 6) }
        for index in nodes.indices {
          nodes[index].all = changed(nodes[index].all, &machine, depth - 1)
          if machine.random.once(in: 3) { nodes[index].isLoaded = true }
        }
        if machine.random.once(in: 3) { nodes.append(machine.newNode(max(0, depth))) }
        if machine.random.once(in: 4) { nodes.shuffle(using: &machine.random) }
        return nodes
      }
      roots = changed(roots, &self, 3)
    }

    private mutating func act() {
      let page = random.number(1..<9)
      let rows = rows
      let current = wantedIndex
      let row = current.map { rows[$0] }
      switch random.number(0..<7) {
      case 0:
        let step = random.pick([-1, 1, 2, .min, .max])
        reduce(.rows(.move(step, of: page)))
        guard let current else { return }
        let place = step == .min ? 0 : step == .max ? rows.count - 1 : current + step
        select(rows[max(0, min(place, rows.count - 1))].id)
      case 1:
        reduce(.open(of: page))
        guard let row, !row.node.isLeaf else { return }
        if !open.contains(row.id) || failed.contains(row.id) && !row.node.isLoaded {
          toggle(row.id)
        } else if let first = row.node.children.first {
          select(first.id)
        }
      case 2:
        reduce(.close(of: page))
        guard let row else { return }
        if open.contains(row.id), !row.node.isLeaf {
          if !row.node.isLoaded { failed.remove(row.id) }
          toggle(row.id)
        } else if let parent = row.parent {
          select(parent)
        }
      case 3:
        reduce(.openSiblings)
        guard let row else { return }
        for other in rows where other.parent == row.parent && !open.contains(other.id) {
          if !other.node.isLeaf { toggle(other.id) }
        }
      case 4:
        let id = random.number(0..<nextID + 2)
        reduce(.toggle(id, of: page))
        toggle(id)
      case 5:
        let id = random.number(0..<nextID + 2)
        let outcome = reduce(.rows(.activate(id)))
        guard let row = rows.first(where: { $0.id == id }) else {
          #expect(outcome == .nothing)
          return
        }
        select(id)
        if row.node.isLeaf { #expect(outcome == .activated(id)) } else { toggle(id) }
      default:
        reduce(.toggle(of: page))
        if let row { toggle(row.id) }
      }
    }

    /// Opens or closes a row that is shown and has children.
    private mutating func toggle(_ id: Int) {
      let rows = rows
      guard let row = rows.first(where: { $0.id == id }), !row.node.isLeaf else { return }
      // What failed to load is tried again.
      if open.contains(id), !row.node.isLoaded, failed.remove(id) != nil { return }
      let current = wantedIndex.map { rows[$0].id }
      open.formSymmetricDifference([id])
      guard let current else { return }
      select(self.rows.contains { $0.id == current } ? current : id)
    }

    @discardableResult
    private mutating func reduce(_ action: Tree<Node>.Action) -> Tree<Node>.Outcome {
      model.reduce(action, in: roots) { $0.isLoaded ? $0.all : nil }
    }
  }

  @Test(arguments: Seeds.series(100))
  func theRowsAreThoseOfOpenNodesAndTheSelectionIsWhereTheUserLeftIt(seed: UInt64) throws {
    var machine = Machine(seed: seed)
    for step in 0..<40 {
      machine.step()
      let rows = machine.rows.map(\.id)
      let wanted = machine.wantedIndex.map { rows[$0] }
      let selected = machine.model.selected(in: machine.roots, children: \.children)
      #expect(machine.model.open == machine.open, "seed \(seed), step \(step)")
      #expect(selected?.id == wanted, "seed \(seed), step \(step)")
      if selected?.id != wanted || machine.model.open != machine.open { return }
      try check(&machine, rows, wanted, "seed \(seed), step \(step)")
    }
  }

  /// Draws the tree and compares the screen with the array.
  private func check(
    _ machine: inout Machine, _ rows: [Int], _ wanted: Int?, _ seed: String
  ) throws {
    let height = machine.random.number(0..<12)
    let shown = Picture(30, height) {
      Tree(machine.roots, machine.model) {
        $0.children
      } row: {
        Text("\($0.id)")
      }
      .scrollbar().id("tree")
    }
    let frame = shown.canvas.frame
    let seen = (0..<height).compactMap { row in
      frame.id(as: RowID<Int>.self, column: 27, row: row)?.id
    }
    #expect(seen.count == min(rows.count, height), "\(seed)")
    guard !seen.isEmpty else { return }
    let first = try #require(rows.firstIndex(of: seen[0]), "\(seed)")
    #expect(Array(rows[first..<first + seen.count]) == seen, "\(seed)")
    #expect(wanted.map(seen.contains) ?? true, "\(seed)")
    for (row, id) in seen.enumerated() {
      let written = shown.canvas.lines[row].split { !$0.isWholeNumber }
      #expect(written.first == "\(id)", "\(seed)")
    }
  }
}
