extension Table {
  /// Which row of a table is selected, the order of the rows, and how far the table is scrolled: a
  /// value in the state.
  ///
  /// ```swift
  /// case .table(let action):
  ///   switch table.reduce(action, in: rows, by: columns) {
  ///   case .sorted: table.sort(&rows, by: columns)
  ///   case .activated(let id): open(id)
  ///   default: break
  ///   }
  /// case .sampled(let sample): rows = table.sorted(sample, by: columns)
  /// ```
  ///
  /// The selection stays with its id while rows are sorted, come and go, as in ``Selection``. The
  /// model says in which order the rows are to be; the state keeps them in that order.
  public struct Model: Hashable, Sendable {
    /// Which row is selected, and how far the rows are scrolled.
    public var selection: Selection<Row.ID>
    /// The title of the column that the rows are sorted by; nil leaves them in their own order.
    public var sortColumn: String?
    /// Whether the rows begin with the largest value.
    public var isDescending: Bool
    /// The first column of the screen that is shown of a table wider than its room.
    public var columnOffset: Int

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - selection: Which row is selected.
    ///   - sortColumn: The title of the column to sort by; nil for none.
    ///   - isDescending: Whether the rows begin with the largest value.
    ///   - columnOffset: The first column of the screen that is shown.
    public init(
      _ selection: Selection<Row.ID> = Selection(), sort sortColumn: String? = nil,
      descending isDescending: Bool = false, columnOffset: Int = 0
    ) {
      self.selection = selection
      self.sortColumn = sortColumn
      self.isDescending = isDescending
      self.columnOffset = columnOffset
    }

    /// Reduces what the user did with a table.
    ///
    /// If the outcome is ``Outcome/sorted``, the rows are to be sorted: see ``sort(_:by:)``.
    ///
    /// - Parameters:
    ///   - action: What the user did.
    ///   - rows: The rows of the table, in the order in which they are shown.
    ///   - columns: The columns of the table.
    /// - Returns: What came of it.
    /// - Complexity: O(1), but O(*rows*) if the selected row is not where it was last.
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

    /// The rows in the order of the model.
    ///
    /// Rows of equal values keep their order, in both directions.
    ///
    /// - Parameters:
    ///   - rows: The rows, in any order.
    ///   - columns: The columns of the table.
    /// - Returns: The rows, sorted; as they are if the model has no sort column, or one that is not
    ///   among `columns`.
    /// - Complexity: O(*n* log *n*), and one value a row.
    public func sorted(_ rows: some Sequence<Row>, by columns: [Column]) -> [Row] {
      let rows = Array(rows)
      guard let sortColumn, let column = columns.first(where: { $0.title == sortColumn }),
        let order = column.order
      else { return rows }
      return order(rows, isDescending)
    }

    /// Sorts rows as ``sorted(_:by:)`` does, and notes where the selected one is now.
    ///
    /// Otherwise each frame looks for the selected row, up to the next action that selects one.
    ///
    /// - Parameters:
    ///   - rows: The rows, in any order.
    ///   - columns: The columns of the table.
    public mutating func sort(_ rows: inout [Row], by columns: [Column]) {
      rows = sorted(rows, by: columns)
      selection.locate(in: Rows(rows) { $0.id })
    }

    /// The selected row; nil if there is none.
    public func selected<Data: RandomAccessCollection>(in rows: Data) -> Row?
    where Data.Element == Row {
      selection.selected(in: rows)
    }
  }
}

extension Table.Model: Encodable where Row.ID: Encodable {}
extension Table.Model: Decodable where Row.ID: Decodable {}
