/// The rows of a tree: its roots, and the children of open rows.
///
/// `children` is called only for open rows, so making the rows is linear in their number.
struct TreeOutline<Node: Identifiable & SendableMetatype> where Node.ID: Sendable {
  struct Row {
    let node: Node
    let depth: Int
    /// The number of the parent's row.
    let parent: Int?
    let isOpen: Bool
    /// Whether the row was opened, and its children are not loaded.
    let awaitsChildren: Bool
    /// Whether the row is the last child of its parent.
    let isLast: Bool
  }

  private(set) var rows: [Row] = []

  init(_ roots: [Node], open: Set<Node.ID>, _ children: (Node) -> [Node]?) {
    var levels = [Level(nodes: roots[...], parent: nil)]
    // A node that contains itself would never end.
    var path: Set<Node.ID> = []
    while let level = levels.last {
      guard let node = level.nodes.first else {
        levels.removeLast()
        if let parent = level.parent { path.remove(rows[parent].node.id) }
        continue
      }
      levels[levels.count - 1].nodes.removeFirst()
      let mayOpen = open.contains(node.id) && !path.contains(node.id)
      let loaded = mayOpen ? children(node) : []
      let inside = loaded ?? []
      rows.append(
        Row(
          node: node, depth: levels.count - 1, parent: level.parent, isOpen: !inside.isEmpty,
          awaitsChildren: loaded == nil, isLast: level.nodes.count == 1))
      guard !inside.isEmpty else { continue }
      path.insert(node.id)
      levels.append(Level(nodes: inside[...], parent: rows.count - 1))
    }
  }

  private struct Level {
    var nodes: ArraySlice<Node>
    let parent: Int?
  }

  /// The rows by number, with their ids.
  var ids: Rows<Node.ID> {
    Rows(count: rows.count, id: { rows[$0].node.id }) { id in
      rows.firstIndex { $0.node.id == id }
    }
  }

  /// Returns the node of the selected row.
  func selected(by selection: Selection<Node.ID>) -> Node? {
    selection.index(in: ids).map { rows[$0].node }
  }

  /// Returns the nodes whose children are neither loaded nor failed to load, from top to bottom.
  func missing(but failures: [Node.ID: String]) -> [Node] {
    rows.filter { $0.awaitsChildren && failures[$0.node.id] == nil }.map(\.node)
  }

  /// Returns the descendants of an open row.
  func inside(_ row: Int) -> Range<Int> {
    let end = rows[(row + 1)...].firstIndex { $0.depth <= rows[row].depth } ?? rows.count
    return row + 1..<end
  }

  /// Returns, for each level from the second to the row's, whether other rows follow.
  func lines(_ row: Int) -> [Bool] {
    var lines: [Bool] = []
    var next = row
    while let parent = rows[next].parent {
      lines.append(!rows[next].isLast)
      next = parent
    }
    return lines.reversed()
  }
}

extension TreeOutline: Sendable where Node: Sendable {}
extension TreeOutline.Row: Sendable where Node: Sendable {}
