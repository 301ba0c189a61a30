extension Table {
  /// What the user does with a table.
  public enum Action: Hashable, Sendable {
    /// Something with its rows: select, scroll, activate, mark.
    case rows(Selection<Row.ID>.Action)
    /// The rows are sorted by the column of this title, or the other way round if they are; a click
    /// on the title.
    case sort(String)
    /// Some columns of the screen to the right, or to the left; the last place there is.
    case scrollColumns(Int, limit: Int)
  }

  /// What came of an action.
  public enum Outcome: Hashable, Sendable {
    /// Nothing.
    case nothing
    /// Another row is selected.
    case selected
    /// Other rows, or other columns of the screen, are shown.
    case scrolled
    /// A row was marked, or is not marked any more.
    case marked
    /// A row is wanted.
    case activated(Row.ID)
    /// The rows are to be in another order.
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
  /// What ``Selection/Action`` takes, clicks on titles, and to the left and right the arrows and the
  /// wheel, if the table is wider than the user saw.
  public init?(_ input: ControlInput) {
    if case .press(.left) = input.mouse?.action, let header = input.region(under: HeaderID.self) {
      self = .sort(header.title)
    } else if let action = Selection<Row.ID>.Action(input) {
      self = .rows(action)
    } else if case .scrollColumns(let step, let limit) = Scroll.Action(input) {
      // A column is many cells: an arrow goes as far as a word.
      self = .scrollColumns(input.mouse == nil ? 8 * step : step, limit: limit)
    } else {
      return nil
    }
  }
}

extension Table.Action: Encodable where Row.ID: Encodable {}
extension Table.Action: Decodable where Row.ID: Decodable {}
