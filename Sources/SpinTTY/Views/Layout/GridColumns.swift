/// The columns of a ``Grid``, shared by its rows.
final class GridColumns {
  private let columns: [GridColumn]
  private let stack: StackNode
  private let spans: GridSpans
  private let spacing: Int
  private var plans: [(columns: Int?, environment: ViewEnvironment, plan: StackPlan)] = []
  private let alignments: [HorizontalAlignment]

  /// - Parameters:
  ///   - rows: The cells of each row.
  ///   - spacing: The number of cells between two columns.
  ///   - alignments: The positions of cells in their columns, from the first column on.
  init(_ rows: [[any View]], spacing: Int, alignments: [HorizontalAlignment]) {
    self.alignments = alignments
    let places = rows.flatMap { GridColumns.places(of: $0) }
    // A wide cell at the end of a row adds no columns that no other row has.
    let count = places.reduce(0) { max($0, $1.columns.lowerBound + 1) }
    var columns: [[any View]] = Array(repeating: [], count: count)
    for (cell, place) in places where place.count == 1 { columns[place.lowerBound].append(cell) }
    let isEmpty = columns.map(\.isEmpty)
    var wide: [(cell: any View, columns: Range<Int>)] = []
    for (cell, place) in places where place.count > 1 {
      let own = place.clamped(to: 0..<count)
      if own.allSatisfy({ isEmpty[$0] }) {
        // No other cell determines the width of these columns.
        columns[own.lowerBound].append(cell)
      } else {
        wide.append((cell, own))
      }
    }
    self.columns = columns.map { GridColumn(cells: $0) }
    self.spacing = spacing
    spans = GridSpans(wide, spacing: spacing)
    stack = StackNode(.horizontal, spacing: spacing, views: self.columns)
  }

  /// The largest number of columns, more than a screen shows, so that data cannot make a grid of
  /// any width.
  private static let limit = 1_000

  /// Returns the cells of a row, each with its range of columns.
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

  /// The largest number of cached plans, more than a frame asks for.
  private static let planLimit = 16

  /// Returns the plan of the grid's columns in a width in cells.
  func plan(_ columns: Int?, in environment: ViewEnvironment) -> StackPlan {
    guard !spans.isEmpty else { return ownPlan(columns, in: environment) }
    let known = plans.last { $0.columns == columns && $0.environment == environment }
    if let known { return known.plan }
    let plan = widenedPlan(columns, in: environment)
    if plans.count == GridColumns.planLimit { plans.removeAll() }
    plans.append((columns, environment, plan))
    return plan
  }

  /// Returns the plan by the cells of single columns.
  private func ownPlan(_ columns: Int?, in environment: ViewEnvironment) -> StackPlan {
    stack.plan(Proposal(columns: columns, rows: nil), in: environment)
  }

  /// Returns the plan with columns widened for cells of several columns, at the expense of free
  /// room and of columns that fill.
  private func widenedPlan(_ room: Int?, in environment: ViewEnvironment) -> StackPlan {
    let plan = ownPlan(room, in: environment)
    guard plan.leftOut.isEmpty else { return plan }
    let constraints = columns.map { $0.constraint(along: .horizontal, in: environment) }
    let nothing = Proposal(columns: 0, rows: nil)
    let least = columns.indices.map { index in
      guard constraints[index].isFill, room != nil else { return plan.items[index].length }
      let floor = columns[index].measure(nothing, in: environment).columns
      return max(constraints[index].minimum, floor)
    }
    let widths = spans.widened(least, in: room, constraints: constraints, environment: environment)
    guard widths != least else { return plan }
    let views = columns.indices.map { index in
      GridColumn(cells: columns[index].cells, least: constraints[index].isFill ? 0 : widths[index])
    }
    let wider = StackNode(.horizontal, spacing: spacing, views: views)
    return wider.plan(Proposal(columns: room, rows: nil), in: environment)
  }

  func constraint(in environment: ViewEnvironment) -> Constraint {
    stack.constraint(along: .horizontal, in: environment)
  }

  func alignment(of column: Int) -> HorizontalAlignment {
    alignments.indices.contains(column) ? alignments[column] : .leading
  }
}
