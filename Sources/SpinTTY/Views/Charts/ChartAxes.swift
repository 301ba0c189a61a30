/// The axes of a chart: round values on the left, and labels below.
struct ChartAxes {
  /// The values at the bottom and the top.
  let range: ClosedRange<Double>
  /// What stands below, from the left end to the right one.
  let labels: [String]

  /// The columns and rows that the plot keeps in any case.
  private static let leastPlot = Size(columns: 10, rows: 2)

  /// Draws what there is room for.
  ///
  /// - Parameters:
  ///   - surface: Where the chart is.
  ///   - environment: Where it is shown.
  ///   - row: The row of a value in a plot of so many rows.
  /// - Returns: The place of the plot.
  func draw(
    into surface: Surface, in environment: ViewEnvironment, row: (Double, Int) -> Int?
  ) -> Rectangle {
    let below = rowsBelow(surface.size)
    let height = surface.size.rows - below
    let ticks = Ticks(in: range, atMost: max(2, (height + 1) / 2)).values
    let captions = ticks.map(\.exactCaption)
    let width = captions.reduce(0) { max($0, $1.utf8.count) } + 1
    let hasTicks =
      surface.size.columns >= width + ChartAxes.leastPlot.columns
      && surface.size.rows >= ChartAxes.leastPlot.rows
    let left = hasTicks ? width : 0
    let style = environment.style(.secondary)
    let lines = Lines(isASCII: environment.drawsASCII)
    if hasTicks {
      for row in 0..<height { surface.put(lines.side, column: left - 1, row: row, style: style) }
      for (tick, caption) in zip(ticks, captions) {
        guard let row = row(tick, height) else { continue }
        surface.put(caption, column: width - 1 - caption.utf8.count, row: row, style: style)
        surface.put(lines.tick, column: left - 1, row: row, style: style)
      }
    }
    let plot = Rectangle(column: left, columns: surface.size.columns - left, rows: height)
    if below > 0 {
      if hasTicks { surface.put(lines.corner, column: left - 1, row: height, style: style) }
      surface.fill(
        lines.bottom, in: Rectangle(column: left, row: height, columns: plot.size.columns, rows: 1),
        style: style)
    }
    if below > 1 { drawLabels(into: surface, below: plot, in: environment) }
    return plot
  }

  /// The line of the axis, and its labels: the labels go first.
  private func rowsBelow(_ size: Size) -> Int {
    let spare = size.rows - ChartAxes.leastPlot.rows
    return max(0, min(labels.isEmpty ? 1 : 2, spare))
  }

  /// Draws the labels evenly, and leaves out those for which there is no room, the last one last.
  private func drawLabels(
    into surface: Surface, below plot: Rectangle, in environment: ViewEnvironment
  ) {
    let row = surface.region(
      Rectangle(
        column: plot.column, row: plot.size.rows + 1, columns: plot.size.columns, rows: 1))
    let widths = labels.map { environment.widths.width(of: $0) }
    let columns = plot.size.columns
    let last = labels.count - 1
    var free = 0
    // The last label keeps its room, and after it the first one.
    let end = last > 0 && widths[last] <= columns ? columns - widths[last] : columns + 1
    for (number, label) in labels.enumerated() {
      let start: Int
      if number == last {
        start = columns - widths[last]
      } else {
        let middle = number * (columns - 1) / max(1, last)
        start = number == 0 ? 0 : max(0, middle - widths[number] / 2)
        if start + widths[number] >= end { continue }
      }
      if start < free { continue }
      row.put(label, column: start, style: environment.style(.secondary))
      free = start + widths[number] + 1
    }
  }

  /// The characters of the lines.
  private struct Lines {
    let side: String
    let tick: String
    let corner: String
    let bottom: Character

    init(isASCII: Bool) {
      (side, tick, corner, bottom) = isASCII ? ("|", "+", "+", "-") : ("│", "┤", "└", "─")
    }
  }
}
