extension Tree {
  /// An action of the user on a tree.
  ///
  /// The argument `of` is the number of rows on the page that the user saw; `nil` if there was no
  /// frame.
  public enum Action: Hashable, Sendable {
    /// Selects, scrolls, activates or marks rows. Activating a row with children opens or closes
    /// it.
    case rows(Selection<Node.ID>.Action)
    /// Opens or closes a row, or the selected row without an id; for a click on the mark, and
    /// space.
    case toggle(Node.ID? = nil, of: Int? = nil)
    /// Opens the selected row or, if it is open, selects its first child; for the right arrow key.
    case open(of: Int? = nil)
    /// Closes the selected row or, if it is not open, selects its parent; for the left arrow key.
    case close(of: Int? = nil)
    /// Opens the selected row and its siblings; for `*`.
    case openSiblings

    /// Whether the action marks or unmarks rows.
    public var isMark: Bool { if case .rows(let action) = self { action.isMark } else { false } }
  }

  /// The result of an action.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Outcome: Hashable, Sendable {
    /// Nothing changed.
    case nothing
    /// Another row was selected.
    case selected
    /// The rows were scrolled.
    case scrolled
    /// A row was marked or unmarked.
    case marked
    /// Rows were opened.
    case opened([Node.ID])
    /// A row was closed.
    case closed(Node.ID)
    /// A row without children was activated.
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
  /// Creates an action from the input of ``Selection/Action``, the left and right arrow keys,
  /// space, `*`, or a click on a mark.
  public init?(_ input: ControlInput) {
    let page = input.region.map { max(1, $0.page.rows) }
    if case .press(.left) = input.mouse?.action,
      let mark = input.region(under: TreeMarkID<Node.ID>.self)
    {
      self = .toggle(mark.id, of: page)
      return
    }
    let keys: [(chord: KeyChord, action: Tree.Action)] = [
      (.right, .open(of: page)), (.left, .close(of: page)), (.space, .toggle(of: page)),
      ("*", .openSiblings),
    ]
    if let action = input.action(of: keys) {
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
