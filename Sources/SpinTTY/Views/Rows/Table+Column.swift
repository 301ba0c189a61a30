extension Table {
  /// A column of a table: its title, its width, its order of the rows, and its cells.
  ///
  /// ```swift
  /// let columns: [Table<Process>.Column] = [
  ///   .init("PID", \.id, .fixed(7), .trailing),
  ///   .init("CPU%", \.cpu, .fixed(7), .trailing, descending: true) {
  ///     Text($0.percent).foreground($0.heat)
  ///   },
  ///   .init("COMMAND", \.command),
  /// ]
  /// ```
  ///
  /// The view and the reducer need the same columns, so keep them in a constant. The title
  /// identifies a column; if several have the same title, the first one counts.
  public struct Column: Sendable {
    /// The title, which also names the column.
    public let title: String
    /// The width of the column.
    public let width: Width
    /// The alignment of the title and the cells.
    public let alignment: HorizontalAlignment
    /// Whether the first sort by the column is descending.
    public let isDescending: Bool
    /// Which columns stay in a narrow table: those of higher priority.
    public private(set) var priority = 0
    /// Sorts rows by the column; `nil` if it has no order.
    let order: (@Sendable ([Row], _ isDescending: Bool) -> [Row])?
    @usableFromInline let cell: @Sendable (Row) -> Text

    /// Creates a column that shows a value of each row and sorts the rows by it.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - value: A closure or a key path that returns the value of a row.
    ///   - width: The width of the column.
    ///   - alignment: The alignment of the title and the cells.
    ///   - isDescending: Whether the first sort by the column is descending.
    @inlinable
    public init<Value: Comparable & CustomStringConvertible & SendableMetatype>(
      _ title: String, _ value: @escaping @Sendable (Row) -> Value, _ width: Width = .fill,
      _ alignment: HorizontalAlignment = .leading, descending isDescending: Bool = false
    ) {
      self.init(title, value, width, alignment, descending: isDescending) {
        Text(value($0).description)
      }
    }

    /// Creates a column that sorts the rows by a value and has custom cells.
    ///
    /// Values that are not equal to themselves, such as NaN, come last in both directions.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - value: A closure or a key path that returns the value of a row to sort by.
    ///   - width: The width of the column.
    ///   - alignment: The alignment of the title and the cells.
    ///   - isDescending: Whether the first sort by the column is descending.
    ///   - cell: A closure that returns the cell of a row, which is cut to one line.
    @inlinable
    public init<Value: Comparable & SendableMetatype>(
      _ title: String, _ value: @escaping @Sendable (Row) -> Value, _ width: Width = .fill,
      _ alignment: HorizontalAlignment = .leading, descending isDescending: Bool = false,
      cell: @escaping @Sendable (Row) -> Text
    ) {
      self.init(
        title, width, alignment, isDescending,
        order: { Column.sorted($0, by: $0.map(value), isDescending: $1) }, makingCells: cell)
    }

    /// Creates a column that shows a value that some rows have, and sorts the rows by it.
    ///
    /// The cell of a row without a value is blank. Such rows come last in both directions.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - value: A closure or a key path that returns the value of a row, or `nil`.
    ///   - width: The width of the column.
    ///   - alignment: The alignment of the title and the cells.
    ///   - isDescending: Whether the first sort by the column is descending.
    @_disfavoredOverload
    @inlinable
    public init<Value: Comparable & CustomStringConvertible & SendableMetatype>(
      _ title: String, _ value: @escaping @Sendable (Row) -> Value?, _ width: Width = .fill,
      _ alignment: HorizontalAlignment = .leading, descending isDescending: Bool = false
    ) {
      self.init(title, value, width, alignment, descending: isDescending) {
        Text(value($0)?.description ?? "")
      }
    }

    /// Creates a column that sorts the rows by a value that some rows have, with custom cells.
    ///
    /// Rows without a value come last in both directions.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - value: A closure or a key path that returns the value of a row to sort by, or `nil`.
    ///   - width: The width of the column.
    ///   - alignment: The alignment of the title and the cells.
    ///   - isDescending: Whether the first sort by the column is descending.
    ///   - cell: A closure that returns the cell of a row, which is cut to one line.
    @_disfavoredOverload
    @inlinable
    public init<Value: Comparable & SendableMetatype>(
      _ title: String, _ value: @escaping @Sendable (Row) -> Value?, _ width: Width = .fill,
      _ alignment: HorizontalAlignment = .leading, descending isDescending: Bool = false,
      cell: @escaping @Sendable (Row) -> Text
    ) {
      self.init(
        title, width, alignment, isDescending,
        order: { Column.sorted($0, byOptional: value, isDescending: $1) }, makingCells: cell)
    }

    /// Creates a column without an order.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - width: The width of the column.
    ///   - alignment: The alignment of the title and the cells.
    ///   - cell: A closure that returns the cell of a row, which is cut to one line.
    public init(
      _ title: String, _ width: Width = .fill, _ alignment: HorizontalAlignment = .leading,
      cell: @escaping @Sendable (Row) -> Text
    ) {
      self.init(title, width, alignment, false, order: nil, makingCells: cell)
    }

    @usableFromInline
    init(
      _ title: String, _ width: Width, _ alignment: HorizontalAlignment, _ isDescending: Bool,
      order: (@Sendable ([Row], _ isDescending: Bool) -> [Row])?,
      makingCells cell: @escaping @Sendable (Row) -> Text
    ) {
      self.title = title
      self.width = width
      self.alignment = alignment
      self.isDescending = isDescending
      self.order = order
      self.cell = cell
    }

    /// The column with a priority, by default 0.
    ///
    /// In a table too narrow for all columns, those of the lowest priority, from right to left, move
    /// behind the others to the right, where they are reached by scrolling.
    public func priority(_ priority: Int) -> Column {
      var column = self
      column.priority = priority
      return column
    }

    /// Returns rows sorted by a value, and then those without a value in their own order.
    @inlinable
    static func sorted<Value: Comparable & SendableMetatype>(
      _ rows: [Row], byOptional value: (Row) -> Value?, isDescending: Bool
    ) -> [Row] {
      var (kept, others): ([Row], [Row]) = ([], [])
      var values: [Value] = []
      for row in rows {
        if let value = value(row) {
          kept.append(row)
          values.append(value)
        } else {
          others.append(row)
        }
      }
      return sorted(kept, by: values, isDescending: isDescending) + others
    }

    /// Returns rows sorted by their values; rows with equal values keep their order in both
    /// directions.
    @inlinable
    static func sorted<Value: Comparable & SendableMetatype>(
      _ rows: [Row], by values: [Value], isDescending: Bool
    ) -> [Row] {
      var order = Array(rows.indices)
      order.sort { left, right in
        let (first, second) =
          isDescending ? (values[right], values[left]) : (values[left], values[right])
        if first < second { return true }
        if second < first { return false }
        // Neither is less: the values are equal, or one of them has no order.
        let (isOrdered, other) = (values[left] == values[left], values[right] == values[right])
        return isOrdered != other ? isOrdered : left < right
      }
      return order.map { rows[$0] }
    }
  }
}
