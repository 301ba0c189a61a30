extension Tree {
  /// The selected row, the open rows and the scroll position of a tree: a value in the state.
  ///
  /// ```swift
  /// case .tree(let action):
  ///   if case .activated(let id) = tree.reduce(action, in: roots, children: \.children) {
  ///     open = id
  ///   }
  /// ```
  ///
  /// Nodes may be added, removed and moved at any time. The model stores ids, so a node that is
  /// removed and added again is open as before. If the selected node is gone, the row in its place
  /// is selected, as in ``Selection``.
  ///
  /// Children may be loaded when their node is opened. The closure `children` returns `nil` for a node whose
  /// children are not there yet, and ``missing(in:children:)`` says which ones the user waits for, so that
  /// they are loaded by the state:
  ///
  /// ```swift
  /// Feedback(forEach: \.missing) { folder in .run { .loaded(folder.id, read(folder)) } }
  /// ```
  ///
  /// If that fails, ``fail(_:_:)`` shows why. Opening the row again tries again.
  public struct Model: Hashable, Sendable {
    /// The selected row and the scroll position of the rows.
    public var selection: Selection<Node.ID>
    /// The ids of the open nodes; the children of such a node are shown if the node itself is.
    public var open: Set<Node.ID> {
      didSet { if !failures.isEmpty { failures = failures.filter { open.contains($0.key) } } }
    }
    /// Why the children of nodes could not be loaded.
    public private(set) var failures: [Node.ID: String] = [:]

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
    ///   - children: A closure that returns the children of a node; empty for a leaf, and `nil` if they
    ///     are not loaded.
    /// - Returns: The result of the action.
    /// - Complexity: O(*n*) in the number of rows. The children of closed rows are not visited;
    ///   `children` is called only for the row of the action and, for `*`, its siblings.
    @discardableResult
    public mutating func reduce(
      _ action: Action, in roots: [Node], children: (Node) -> [Node]?
    ) -> Outcome {
      reduce(action, in: TreeOutline(roots, open: open, children), roots, children)
    }

    /// Reduces an action on rows that are known already.
    mutating func reduce(
      _ action: Action, in outline: TreeOutline<Node>, _ roots: [Node],
      _ children: (Node) -> [Node]?
    ) -> Outcome {
      let current = selection.index(in: outline.ids)
      switch action {
      case .rows(.activate(let id)):
        guard let row = row(id, current, outline) else { return .nothing }
        guard children(outline.rows[row].node)?.isEmpty ?? false else {
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
          if outline.rows[row].awaitsChildren, failures[outline.rows[row].node.id] == nil {
            return .nothing
          }
          return toggle(row, outline, roots, children, of: page)
        }
        return select(row + 1, in: outline, of: page)
      case .close(let page):
        guard let row = current else { return .nothing }
        if outline.rows[row].awaitsChildren { failures[outline.rows[row].node.id] = nil }
        if outline.rows[row].isOpen || outline.rows[row].awaitsChildren {
          return toggle(row, outline, roots, children, of: page)
        }
        guard let parent = outline.rows[row].parent else { return .nothing }
        return select(parent, in: outline, of: page)
      case .openSiblings:
        guard let row = current else { return .nothing }
        let siblings =
          outline.rows[row].parent.map { children(outline.rows[$0].node) ?? [] } ?? roots
        let closed = siblings.filter { !open.contains($0.id) && children($0)?.isEmpty != true }.map(
          \.id)
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
    public func selected(in roots: [Node], children: (Node) -> [Node]?) -> Node? {
      TreeOutline(roots, open: open, children).selected(by: selection)
    }

    /// Returns the nodes whose children the user waits for: the rows that are open, and whose children are
    /// neither loaded nor failed to load.
    ///
    /// - Parameters:
    ///   - roots: The nodes at the top.
    ///   - children: A closure that returns the children of a node; `nil` if they are not loaded.
    /// - Returns: The nodes, from top to bottom. If the user closes one, it is no longer among them.
    /// - Complexity: O(*n*) in the number of rows.
    public func missing(in roots: [Node], children: (Node) -> [Node]?) -> [Node] {
      TreeOutline(roots, open: open, children).missing(but: failures)
    }

    /// Notes that the children of an open node could not be loaded; opening the node again tries again.
    ///
    /// For a node that is closed, nothing is noted: opening it tries anyway.
    ///
    /// - Parameters:
    ///   - id: The id of the node.
    ///   - reason: What the row says in place of children.
    public mutating func fail(_ id: Node.ID, _ reason: String) {
      if open.contains(id) { failures[id] = reason }
    }

    /// Forgets why the children of a node could not be loaded, because the node is gone.
    mutating func forgetFailure(of id: Node.ID) { failures[id] = nil }

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
      _ row: Int, _ outline: TreeOutline<Node>, _ roots: [Node],
      _ children: (Node) -> [Node]?, of page: Int?
    ) -> Outcome {
      let node = outline.rows[row].node
      let isAwaited = outline.rows[row].awaitsChildren
      if isAwaited, failures.removeValue(forKey: node.id) != nil { return .opened([node.id]) }
      guard outline.rows[row].isOpen || isAwaited else {
        guard !open.contains(node.id), children(node)?.isEmpty != true else { return .nothing }
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
      _ outline: TreeOutline<Node>, _ roots: [Node], _ children: (Node) -> [Node]?,
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
