/// A row of a table, which draws its cells itself: a stack of views takes three times as long.
///
/// NB: not generic over the rows, whose cells it is given: for each row the types would be looked up.
struct TableRow: View {
  /// Makes the cell of a column.
  let cell: (Int) -> Text
  let alignments: [HorizontalAlignment]
  let layout: TableLayout
  /// The columns that are at least partly visible.
  let shown: [Int]

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Size(columns: proposal.columns ?? layout.width, rows: 1)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    for number in shown {
      var text = cell(number)
      text.becomeCell(alignments[number])
      text.drawCell(in: layout.rectangle(number), of: surface, in: environment)
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
      surface.put(mark, column: seen.lowerBound, style: runs[0].style(in: environment))
    }
    if place.column + text.upperBound > seen.upperBound {
      let start = seen.upperBound - mark.count
      surface.put(mark, column: start, style: runs[runs.count - 1].style(in: environment))
    }
  }
}
