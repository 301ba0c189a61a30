extension Tree {
  /// What the user does with a tree.
  ///
  /// The numbers of rows that are shown at once come from the frame; nil if there was none.
  public enum Action: Hashable, Sendable {
    /// Something with its rows: select, scroll, activate, mark. A row that has children is not
    /// activated but opened or closed.
    case rows(Selection<Node.ID>.Action)
    /// A row is opened, or closed if it is open; the selected one if it has no id. A click on the
    /// mark, and space.
    case toggle(Node.ID? = nil, of: Int? = nil)
    /// The selected row is opened; if it is open, its first child is selected. The right arrow.
    case open(of: Int? = nil)
    /// The selected row is closed; if it is not open, its parent is selected. The left arrow.
    case close(of: Int? = nil)
    /// The selected row and all others of its parent are opened; `*`.
    case openSiblings
  }

  /// What came of an action.
  public enum Outcome: Hashable, Sendable {
    /// Nothing.
    case nothing
    /// Another row is selected.
    case selected
    /// Other rows are shown.
    case scrolled
    /// A row was marked, or is not marked any more.
    case marked
    /// Rows were opened.
    case opened([Node.ID])
    /// A row was closed.
    case closed(Node.ID)
    /// A row without children is wanted.
    case activated(Node.ID)

    init(_ outcome: Selection<Node.ID>.Outcome) {
      switch outcome {
      case .nothing: self = .nothing
      case .selected: self = .selected
      case .scrolled: self = .scrolled
      case .marked: self = .marked
      case .activated(let id): self = .activated(id)
      }
    }
  }
}

extension Tree.Action: ControlAction {
  /// What ``Selection/Action`` takes; the arrows to the left and right, space, `*`, and clicks on
  /// marks.
  public init?(_ input: ControlInput) {
    let page = input.region.map { max(1, $0.page.rows) }
    if case .press(.left) = input.mouse?.action,
      let mark = input.region(under: TreeMarkID<Node.ID>.self)
    {
      self = .toggle(mark.id, of: page)
      return
    }
    let keys: [(KeyChord, Tree.Action)] = [
      (.right, .open(of: page)), (.left, .close(of: page)), (.space, .toggle(of: page)),
      ("*", .openSiblings),
    ]
    if let action = keys.first(where: { input.isPress(of: $0.0) })?.1 {
      self = action
    } else if let action = Selection<Node.ID>.Action(input) {
      self = .rows(action)
    } else {
      return nil
    }
  }
}

extension Tree.Action: Encodable where Node.ID: Encodable {}
extension Tree.Action: Decodable where Node.ID: Decodable {}
