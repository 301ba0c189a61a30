/// The titles of a table's columns, in one row.
struct TableHeader<Row: Identifiable & SendableMetatype>: View where Row.ID: Sendable {
  let columns: [Table<Row>.Column]
  let layout: TableLayout
  /// The columns that are at least partly visible.
  let shown: [Int]
  /// The number of the column that the rows are sorted by; `nil` for none.
  let sorted: Int?
  let isDescending: Bool

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Size(columns: proposal.columns ?? layout.width, rows: 1)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    for number in shown {
      let column = columns[number]
      let place = layout.rectangle(number)
      if surface.isInRegion, column.order != nil {
        // The gap belongs to the title, which makes it easier to hit.
        let columns = place.size.columns + layout.gap
        surface.region(Rectangle(column: place.column, columns: columns, rows: 1))
          .declare(HeaderID(title: column.title))
      }
      draw(column, isSorted: number == sorted, in: place, of: surface, in: environment)
    }
    if layout.width - layout.offset > surface.size.columns {
      surface.put(environment.drawsASCII ? ">" : "›", column: surface.size.columns - 1)
    }
  }

  /// Draws a title and its mark; if room is tight, the title is cut first.
  private func draw(
    _ column: Table<Row>.Column, isSorted: Bool, in place: Rectangle, of surface: Surface,
    in environment: ViewEnvironment
  ) {
    let title = Text(column.title.onOneLine, wrapping: .none, alignment: column.alignment)
    let columns = title.measure(.unlimited, in: environment).columns
    let hasGap = columns + 2 <= place.size.columns
    let margin = isSorted ? (hasGap ? 2 : 1) : 0
    let room = place.size.columns - margin
    let length = max(0, min(columns, room))
    title.drawCell(
      in: Rectangle(column: place.column, columns: room, rows: 1), of: surface, in: environment)
    if isSorted {
      let start = column.alignment.offset(of: length + margin, in: place.size.columns)
      surface.region(place).put(mark(in: environment), column: start + length + margin - 1)
    }
  }

  private func mark(in environment: ViewEnvironment) -> String {
    if environment.drawsASCII { return isDescending ? "v" : "^" }
    return isDescending ? "▼" : "▲"
  }
}

/// The id of the region of a column's title.
struct HeaderID: Hashable, Sendable {
  let title: String
}
