extension Table {
  /// An action of the user on a table.
  public enum Action: Hashable, Sendable {
    /// Selects, scrolls, activates or marks rows.
    case rows(Selection<Row.ID>.Action)
    /// Sorts the rows by the column of this title, or reverses their order; for a click on the
    /// title.
    case sort(String)
    /// Scrolls right by a number of screen columns, or left if negative; `limit` is the last
    /// position.
    case scrollColumns(Int, limit: Int)

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
    /// The rows or the columns were scrolled.
    case scrolled
    /// A row was marked or unmarked.
    case marked
    /// A row was activated.
    case activated(Row.ID)
    /// The order changed; the reducer must sort the rows.
    case sorted

    init(_ outcome: Selection<Row.ID>.Outcome) {
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

extension Table.Action: ControlAction {
  /// Creates an action from the input of ``Selection/Action``, a click on a title or, if the table
  /// is wider than its room, the left and right arrow keys or the wheel.
  public init?(_ input: ControlInput) {
    if case .press(.left) = input.mouse?.action, let header = input.region(under: HeaderID.self) {
      self = .sort(header.title)
    } else if let action = Selection<Row.ID>.Action(input) {
      self = .rows(action)
    } else if case .scrollColumns(let step, let limit) = Scroll.Action(input) {
      // Columns are wide, so an arrow key scrolls about as far as a word.
      self = .scrollColumns(input.mouse == nil ? 8 * step : step, limit: limit)
    } else {
      return nil
    }
  }
}

/// An action of a view that shows which rows are marked.
protocol MarkAction {
  /// Whether the action marks or unmarks rows.
  var isMark: Bool { get }
}

extension Table.Action: MarkAction {}
extension Table.Action: Encodable where Row.ID: Encodable {}
extension Table.Action: Decodable where Row.ID: Decodable {}
