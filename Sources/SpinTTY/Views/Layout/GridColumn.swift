/// A column of a grid, as wide as its widest cell; it is only measured, and each row draws its
/// cell.
struct GridColumn: View {
  /// The cells that are in this column only.
  let cells: [any View]
  /// The width that cells of several columns require.
  var least = 0

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let offer = Proposal(columns: proposal.columns, rows: nil)
    let columns = cells.reduce(least) { max($0, $1.measure(offer, in: environment).columns) }
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
