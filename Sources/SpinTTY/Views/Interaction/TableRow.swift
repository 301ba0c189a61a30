/// A row of a table, which draws its cells itself: a stack of views takes three times as long.
struct TableRow<Row: Identifiable & SendableMetatype>: View where Row.ID: Sendable {
  let row: Row
  let columns: [Table<Row>.Column]
  let layout: TableLayout
  /// The columns of which something can be seen.
  let shown: Range<Int>

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Size(columns: proposal.columns ?? layout.width, rows: 1)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    for number in shown {
      let column = columns[number]
      column.cell(row).inCell(column.alignment)
        .draw(into: surface.region(layout.rectangle(number)), in: environment)
    }
  }
}
