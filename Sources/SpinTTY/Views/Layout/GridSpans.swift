/// The cells of several columns of a ``Grid``, and what they add to the widths of these.
struct GridSpans {
  /// Those of the fewest columns first.
  private let cells: [(cell: any View, columns: Range<Int>)]
  private let spacing: Int

  /// - Parameters:
  ///   - cells: The cells, each with its columns.
  ///   - spacing: The cells of the screen between two columns.
  init(_ cells: [(cell: any View, columns: Range<Int>)], spacing: Int) {
    self.spacing = spacing.inCells
    self.cells = cells.enumerated().sorted { left, right in
      (left.element.columns.count, left.offset) < (right.element.columns.count, right.offset)
    }.map(\.element)
  }

  var isEmpty: Bool { cells.isEmpty }

  /// Widens columns so that the cells fit, as far as there is room.
  ///
  /// The columns of a cell are widened by the same amount, but none beyond its maximum. What fills or takes
  /// a ratio has no width of its own: such a cell adds nothing, nor does one over such a column.
  ///
  /// - Parameters:
  ///   - widths: The width of each column, as its own cells want it.
  ///   - total: The room for all of them and the spacing; nil has no bound.
  ///   - constraints: That of each column.
  ///   - environment: Where the cells are shown.
  /// - Returns: The widths, none below what it was.
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
