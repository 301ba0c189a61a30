/// The columns of a ``Grid``, which all of its rows share.
final class GridColumns {
  private let stack: StackNode
  private let alignments: [HorizontalAlignment]

  /// - Parameters:
  ///   - rows: The cells of each row.
  ///   - spacing: The cells of the screen between two columns.
  ///   - alignments: Where cells stand in their column, from the first column on.
  init(_ rows: [[any View]], spacing: Int, alignments: [HorizontalAlignment]) {
    self.alignments = alignments
    let places = rows.flatMap { GridColumns.places(of: $0) }
    // A wide cell that is the last one makes no columns that no other row has.
    let count = places.reduce(0) { max($0, $1.columns.lowerBound + 1) }
    var columns: [[any View]] = Array(repeating: [], count: count)
    for (cell, place) in places where place.count == 1 { columns[place.lowerBound].append(cell) }
    let isEmpty = columns.map(\.isEmpty)
    for (cell, place) in places where place.count > 1 {
      // Nobody else says how wide these columns are.
      let own = place.clamped(to: 0..<count)
      if own.allSatisfy({ isEmpty[$0] }) { columns[own.lowerBound].append(cell) }
    }
    stack = StackNode(
      .horizontal, spacing: spacing, distribution: .start,
      views: columns.map { GridColumn(cells: $0) })
  }

  /// More columns than any screen shows, so that data cannot make a grid of any width.
  private static let limit = 1_000

  /// The cells of a row, each with the columns that it has.
  static func places(of row: [any View]) -> [(cell: any View, columns: Range<Int>)] {
    var places: [(any View, Range<Int>)] = []
    var start = 0
    for cell in row where start < limit {
      let count = (cell as? WideCell)?.count ?? 1
      let end = start + min(count, limit - start)
      places.append((cell, start..<end))
      start = end
    }
    return places
  }

  func plan(_ columns: Int?, in environment: ViewEnvironment) -> StackPlan {
    stack.plan(Proposal(columns: columns, rows: nil), in: environment)
  }

  func constraint(in environment: ViewEnvironment) -> Constraint {
    stack.constraint(along: .horizontal, in: environment)
  }

  func alignment(of column: Int) -> HorizontalAlignment {
    alignments.indices.contains(column) ? alignments[column] : .leading
  }
}

/// The cells of one column, as wide as the widest; it is measured, and each row draws its cell.
private struct GridColumn: View {
  let cells: [any View]

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let offer = Proposal(columns: proposal.columns, rows: nil)
    let columns = cells.reduce(0) { max($0, $1.measure(offer, in: environment).columns) }
    return Size(columns: columns, rows: 0)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {}

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    for cell in cells {
      let constraint = cell.constraint(along: axis, in: environment)
      if constraint != .content { return constraint }
    }
    return .content
  }
}
