extension Table {
  /// The selection, the order and the scroll position of a table: a value in the state.
  ///
  /// ```swift
  /// case .table(let action):
  ///   switch table.reduce(action, in: rows, by: columns) {
  ///   case .sorted: table.sort(&rows, by: columns)
  ///   case .activated(let id): open = id
  ///   default: break
  ///   }
  /// case .sampled(let sample): rows = table.sorted(sample, by: columns)
  /// ```
  ///
  /// The selection stays with its id while rows are sorted, added and removed, as in ``Selection``.
  /// The model only describes the order of the rows; the reducer keeps the rows in that order.
  public struct Model: Hashable, Sendable {
    /// The selected row and the scroll position of the rows.
    public var selection: Selection<Row.ID>
    /// The title of the column that the rows are sorted by; `nil` leaves them in their own order.
    public var sortColumn: String?
    /// Whether the rows are sorted in descending order.
    public var isDescending: Bool
    /// The first screen column shown of a table wider than its room.
    public var columnOffset: Int

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - selection: The selected row and the scroll position of the rows.
    ///   - sortColumn: The title of the column to sort by; `nil` for none.
    ///   - isDescending: Whether the rows are sorted in descending order.
    ///   - columnOffset: The first screen column shown.
    public init(
      _ selection: Selection<Row.ID> = Selection(), sort sortColumn: String? = nil,
      descending isDescending: Bool = false, columnOffset: Int = 0
    ) {
      self.selection = selection
      self.sortColumn = sortColumn
      self.isDescending = isDescending
      self.columnOffset = columnOffset
    }

    /// Reduces an action of the user on the table.
    ///
    /// If the outcome is ``Outcome/sorted``, sort the rows with ``sort(_:by:)``.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - rows: The rows of the table, in the order shown.
    ///   - columns: The columns of the table.
    /// - Returns: The result of the action.
    /// - Complexity: O(1), or O(*n*) in the number of rows if the selected row is not where it was
    ///   last seen.
    @discardableResult
    public mutating func reduce<Data: RandomAccessCollection>(
      _ action: Action, in rows: Data, by columns: [Column]
    ) -> Outcome where Data.Element == Row {
      switch action {
      case .rows(let action): return Outcome(selection.reduce(action, in: rows))
      case .sort(let title):
        guard let column = columns.first(where: { $0.title == title }), column.order != nil
        else { return .nothing }
        isDescending = sortColumn == title ? !isDescending : column.isDescending
        sortColumn = title
        return .sorted
      case .scrollColumns(let step, let limit):
        var scroll = Scroll(column: columnOffset)
        let isScrolled = scroll.reduce(.scrollColumns(step, limit: limit))
        columnOffset = scroll.column
        return isScrolled ? .scrolled : .nothing
      }
    }

    /// Returns the rows in the order of the model.
    ///
    /// Rows with equal values keep their order in both directions.
    ///
    /// - Parameters:
    ///   - rows: The rows, in any order.
    ///   - columns: The columns of the table.
    /// - Returns: The sorted rows; unchanged if the model has no sort column, or one that is not
    ///   among `columns`.
    /// - Complexity: O(*n* log *n*); the value of each row is read once.
    public func sorted(_ rows: some Sequence<Row>, by columns: [Column]) -> [Row] {
      let rows = Array(rows)
      guard let sortColumn, let column = columns.first(where: { $0.title == sortColumn }),
        let order = column.order
      else { return rows }
      return order(rows, isDescending)
    }

    /// Sorts rows like ``sorted(_:by:)`` and updates the position of the selected row.
    ///
    /// Without that update, each frame would search for the selected row until the next action
    /// selects one.
    ///
    /// - Parameters:
    ///   - rows: The rows, in any order.
    ///   - columns: The columns of the table.
    public mutating func sort(_ rows: inout [Row], by columns: [Column]) {
      rows = sorted(rows, by: columns)
      selection.locate(in: Rows(rows) { $0.id })
    }

    /// Returns the selected row, or `nil` if there is none.
    public func selected<Data: RandomAccessCollection>(in rows: Data) -> Row?
    where Data.Element == Row {
      selection.selected(in: rows)
    }

    /// Returns the rows that are marked; if there are none, the selected row.
    ///
    /// - Complexity: O(*n*) in the number of rows.
    public func chosen<Data: RandomAccessCollection>(in rows: Data) -> [Row]
    where Data.Element == Row {
      let marked = rows.filter { selection.marked.contains($0.id) }
      return marked.isEmpty ? selected(in: rows).map { [$0] } ?? [] : marked
    }
  }
}

extension Table.Model: Encodable where Row.ID: Encodable {}
extension Table.Model: Decodable where Row.ID: Decodable {}
