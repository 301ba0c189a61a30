/// The cells of one column, as wide as the widest; it is measured, and each row draws its cell.
struct GridColumn: View {
  /// The cells that have this column alone.
  let cells: [any View]
  /// What cells of several columns make of its width.
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
