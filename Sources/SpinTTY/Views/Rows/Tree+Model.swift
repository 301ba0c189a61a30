extension Tree {
  /// The selected row, the open rows and the scroll position of a tree: a value in the state.
  ///
  /// ```swift
  /// case .files(let action):
  ///   if case .activated(let id) = files.reduce(action, in: roots, children: \.children) {
  ///     open(id)
  ///   }
  /// ```
  ///
  /// Nodes may be added, removed and moved at any time. The model stores ids, so a node that is
  /// removed and added again is open as before. If the selected node is gone, the row in its place
  /// is selected, as in ``Selection``.
  public struct Model: Hashable, Sendable {
    /// The selected row and the scroll position of the rows.
    public var selection: Selection<Node.ID>
    /// The ids of the nodes whose children are shown if the node is.
    public var open: Set<Node.ID>

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - selection: The selected row and the scroll position of the rows.
    ///   - open: The ids of the open nodes.
    public init(
      _ selection: Selection<Node.ID> = Selection(), open: Set<Node.ID> = []
    ) {
      self.selection = selection
      self.open = open
    }

    /// Reduces an action of the user on the tree.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - roots: The nodes at the top.
    ///   - children: A closure that returns the children of a node; empty for a leaf.
    /// - Returns: The result of the action.
    /// - Complexity: O(*n*) in the number of rows. The children of closed rows are not visited;
    ///   `children` is called only for the row of the action and, for `*`, its siblings.
    @discardableResult
    public mutating func reduce(
      _ action: Action, in roots: [Node], children: (Node) -> [Node]
    ) -> Outcome {
      let outline = TreeOutline(roots, open: open, children)
      let current = selection.index(in: outline.ids)
      switch action {
      case .rows(.activate(let id)):
        guard let row = row(id, current, outline) else { return .nothing }
        guard children(outline.rows[row].node).isEmpty else {
          select(row, in: outline, of: nil)
          return toggle(row, outline, roots, children, of: nil)
        }
        return Outcome(selection.reduce(.activate(id), in: outline.ids))
      case .rows(let action): return Outcome(selection.reduce(action, in: outline.ids))
      case .toggle(let id, let page):
        guard let row = row(id, current, outline) else { return .nothing }
        return toggle(row, outline, roots, children, of: page)
      case .open(let page):
        guard let row = current else { return .nothing }
        guard outline.rows[row].isOpen else {
          return toggle(row, outline, roots, children, of: page)
        }
        return select(row + 1, in: outline, of: page)
      case .close(let page):
        guard let row = current else { return .nothing }
        if outline.rows[row].isOpen { return toggle(row, outline, roots, children, of: page) }
        guard let parent = outline.rows[row].parent else { return .nothing }
        return select(parent, in: outline, of: page)
      case .openSiblings:
        guard let row = current else { return .nothing }
        let siblings = outline.rows[row].parent.map { children(outline.rows[$0].node) } ?? roots
        let closed = siblings.filter { !open.contains($0.id) && !children($0).isEmpty }.map(\.id)
        guard !closed.isEmpty else { return .nothing }
        change(outline, roots, children) { $0.formUnion(closed) }
        return .opened(closed)
      }
    }

    /// Returns the selected node.
    ///
    /// - Parameters:
    ///   - roots: The nodes at the top.
    ///   - children: A closure that returns the children of a node; empty for a leaf.
    /// - Returns: The node, or `nil` if there is none.
    /// - Complexity: O(*n*) in the number of rows: the roots and the children of open rows.
    public func selected(in roots: [Node], children: (Node) -> [Node]) -> Node? {
      let outline = TreeOutline(roots, open: open, children)
      return selection.index(in: outline.ids).map { outline.rows[$0].node }
    }

    /// Returns the row of an id, or the selected row without one; `nil` if the row of the id is
    /// gone.
    private func row(_ id: Node.ID?, _ current: Int?, _ outline: TreeOutline<Node>) -> Int? {
      guard let id else { return current }
      return outline.ids.find(id)
    }

    @discardableResult
    private mutating func select(
      _ row: Int, in outline: TreeOutline<Node>, of page: Int?
    ) -> Outcome {
      let id = outline.rows[row].node.id
      return Outcome(selection.reduce(.select(id, of: page), in: outline.ids))
    }

    /// Opens or closes a row; if the selection is inside a row that closes, that row is selected.
    private mutating func toggle(
      _ row: Int, _ outline: TreeOutline<Node>, _ roots: [Node], _ children: (Node) -> [Node],
      of page: Int?
    ) -> Outcome {
      let node = outline.rows[row].node
      guard outline.rows[row].isOpen else {
        guard !open.contains(node.id), !children(node).isEmpty else { return .nothing }
        change(outline, roots, children) { $0.insert(node.id) }
        return .opened([node.id])
      }
      let inside = outline.inside(row)
      if let current = selection.index(in: outline.ids), inside.contains(current) {
        select(row, in: outline, of: page)
      }
      change(outline, roots, children) { $0.remove(node.id) }
      return .closed(node.id)
    }

    /// Opens or closes rows and updates the position of the selected row.
    private mutating func change(
      _ outline: TreeOutline<Node>, _ roots: [Node], _ children: (Node) -> [Node],
      _ change: (inout Set<Node.ID>) -> Void
    ) {
      selection.pin(in: outline.ids)
      change(&open)
      selection.locate(in: TreeOutline(roots, open: open, children).ids)
    }
  }
}

extension Tree.Model: Encodable where Node.ID: Encodable {}
extension Tree.Model: Decodable where Node.ID: Decodable {}
