/// The cells of a ``Grid`` that span several columns, and the widths that they require.
struct GridSpans {
  /// The cells, those of the fewest columns first.
  private let cells: [(cell: any View, columns: Range<Int>)]
  private let spacing: Int

  /// - Parameters:
  ///   - cells: The cells, each with its columns.
  ///   - spacing: The number of cells between two columns.
  init(_ cells: [(cell: any View, columns: Range<Int>)], spacing: Int) {
    self.spacing = spacing.inCells
    self.cells = cells.enumerated().sorted { left, right in
      (left.element.columns.count, left.offset) < (right.element.columns.count, right.offset)
    }.map(\.element)
  }

  var isEmpty: Bool { cells.isEmpty }

  /// Returns widths of columns in which the cells fit, as far as there is room.
  ///
  /// The columns of a cell are widened by the same amount, but none beyond its maximum. A cell or
  /// column that fills or takes a ratio has no width of its own, so a cell that fills, or that
  /// spans such a column, widens nothing.
  ///
  /// - Parameters:
  ///   - widths: The width of each column by its own cells.
  ///   - total: The room for all columns and the spacing; `nil` if it is unbounded.
  ///   - constraints: The constraint of each column.
  ///   - environment: The environment of the cells.
  /// - Returns: The widths, none smaller than before.
  func widened(
    _ widths: [Int], in total: Int?, constraints: [Constraint], environment: ViewEnvironment
  ) -> [Int] {
    var widths = widths
    var room = total.map { $0 - width(of: widths[...]) } ?? Rectangle.bound
    for (cell, range) in cells where room > 0 {
      let constraints = constraints[range]
      if constraints.contains(where: \.takesRoom) { continue }
      if cell.constraint(along: .horizontal, in: environment).takesRoom { continue }
      let wanted = cell.measure(Proposal(columns: nil, rows: nil), in: environment).columns
      let missing = min(room, wanted - width(of: widths[range]))
      guard missing > 0 else { continue }
      let shares = Shares.divide(
        missing, by: constraints.map { _ in 1 }, floors: constraints.map { _ in 0 },
        caps: zip(constraints, widths[range]).map { max(0, $0.maximum - $1) })
      for (index, share) in zip(range, shares) { widths[index] += share }
      room -= shares.reduce(0, +)
    }
    return widths
  }

  private func width(of columns: ArraySlice<Int>) -> Int {
    columns.reduce(spacing * max(0, columns.count - 1), +)
  }
}
