/// The axis of horizontal bars: a line on the left, and round values below.
struct BarAxis {
  /// The number of rows below the bars: a line and the values.
  static let rows = 2

  /// The values at the ends of the axis.
  let range: ClosedRange<Double>
  /// The column of the line on the left.
  let column: Int
  /// The number of rows of the bars.
  let rows: Int

  /// Draws the lines and the values.
  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let room = surface.size.columns - column - 1
    let lines = AxisLines(isASCII: environment.drawsASCII)
    let style = environment.style(.secondary)
    let border = surface.style(.border, in: environment)
    surface.fill(
      lines.side, in: Rectangle(column: column, columns: 1, rows: rows), style: border)
    surface.put(lines.corner, column: column, row: rows, style: border)
    surface.fill(
      lines.bottom, in: Rectangle(column: column + 1, row: rows, columns: room, rows: 1),
      style: border)
    var free = 0
    for value in values(in: room) {
      let caption = value.exactCaption
      let width = caption.utf8.count
      // The column of the last cell of a bar with this value.
      let place = column + (Fraction(value, of: range.upperBound).units(of: 8 * room) + 7) / 8
      if place > column { surface.put(lines.tick, column: place, row: rows, style: border) }
      let start = max(0, min(place - width / 2, surface.size.columns - width))
      if start < free { continue }
      surface.put(caption, column: start, row: rows + 1, style: style)
      free = start + width + 1
    }
  }

  /// Returns as many round values as fit side by side, at least two.
  private func values(in room: Int) -> [Double] {
    var count = max(2, min(room / 4 + 1, 12))
    while true {
      let values = Ticks(in: range, atMost: count).values
      let widest = values.reduce(0) { max($0, $1.exactCaption.utf8.count) }
      if count == 2 || (values.count - 1) * (widest + 3) <= room { return values }
      count -= 1
    }
  }
}
