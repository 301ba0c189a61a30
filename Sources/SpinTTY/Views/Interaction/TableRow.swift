/// A row of a table, which draws its cells itself because a stack would take three times as long.
struct TableRow<Row: Identifiable & SendableMetatype>: View where Row.ID: Sendable {
  let row: Row
  let columns: [Table<Row>.Column]
  let layout: TableLayout
  /// The columns that are at least partly visible.
  let shown: Range<Int>

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Size(columns: proposal.columns ?? layout.width, rows: 1)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    for number in shown {
      let column = columns[number]
      column.cell(row).inCell(column.alignment)
        .drawCell(in: layout.rectangle(number), of: surface, in: environment)
    }
  }
}

extension Text {
  /// Draws the text as a cell of one row, with an ellipsis where the edge of the surface cuts it.
  func drawCell(in place: Rectangle, of surface: Surface, in environment: ViewEnvironment) {
    draw(into: surface.region(place), in: environment)
    let edge = surface.size.columns
    let seen = max(0, place.column)..<max(0, place.column, min(place.endColumn, edge))
    guard !seen.isEmpty, seen.count < place.size.columns else { return }
    let text = span(in: place.size.columns, in: environment)
    guard !text.isEmpty else { return }
    let mark = String(environment.ellipsis.prefix(seen.count))
    if place.column + text.lowerBound < seen.lowerBound {
      surface.put(mark, column: seen.lowerBound, style: runs[0].style)
    }
    if place.column + text.upperBound > seen.upperBound {
      let start = seen.upperBound - mark.count
      surface.put(mark, column: start, style: runs[runs.count - 1].style)
    }
  }
}
