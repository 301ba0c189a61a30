/// A row of a ``Grid``, with its cells in the grid's columns.
struct GridLine: View {
  private let row: StackNode
  private let columns: GridColumns
  private let alignment: VerticalAlignment
  private let places: [(cell: any View, columns: Range<Int>)]

  init(_ row: StackNode, in columns: GridColumns, at alignment: VerticalAlignment) {
    self.row = row
    self.columns = columns
    self.alignment = alignment
    places = GridColumns.places(of: row.views)
  }

  /// A cell and its range of screen columns.
  private struct Cell {
    var view: any View
    var start: Int
    var length: Int
    var alignment: HorizontalAlignment
  }

  /// Returns the cells in the columns that are shown.
  private func cells(_ plan: StackPlan) -> [Cell] {
    var starts = Array(repeating: 0, count: plan.items.count)
    plan.forEachShown { starts[$0] = $1 }
    return places.compactMap { cell, place in
      let range = place.clamped(to: plan.items.indices)
      guard let first = range.first(where: plan.shows), let last = range.last(where: plan.shows)
      else { return nil }
      return Cell(
        view: cell, start: starts[first],
        length: starts[last] + plan.items[last].length - starts[first],
        alignment: columns.alignment(of: range.lowerBound))
    }
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let inner = environment.along(.horizontal)
    let plan = columns.plan(proposal.columns, in: inner)
    let rows = cells(plan).reduce(0) { rows, cell in
      let offer = Proposal(columns: cell.length, rows: proposal.rows)
      return max(rows, cell.view.measure(offer, in: inner).rows)
    }
    return Size(columns: plan.size.columns, rows: rows)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let inner = environment.along(.horizontal)
    for cell in cells(columns.plan(surface.size.columns, in: inner)) {
      let region = surface.region(
        Rectangle(column: cell.start, columns: cell.length, rows: surface.size.rows))
      let alignment = Alignment(horizontal: cell.alignment, vertical: alignment)
      cell.view.place(in: region, at: alignment, in: inner)
    }
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    let inner = environment.along(.horizontal)
    if axis == .horizontal { return columns.constraint(in: inner) }
    let fills = row.views.contains { $0.constraint(along: .vertical, in: inner).takesRoom }
    return fills ? .fill : .content
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    row.describe(into: &text, in: environment)
  }
}
