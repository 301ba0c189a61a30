/// The axes of a chart: round values on the left and labels below.
struct ChartAxes {
  /// The values at the bottom and the top.
  let range: ClosedRange<Double>
  /// The labels below, from left to right.
  var labels: [String] = []
  /// The number of columns that the labels are spread over, up to the right end; `nil` for the
  /// plot's.
  var labelColumns: Int?

  /// The smallest size of a plot with axes.
  var leastPlot = Size(columns: 10, rows: 2)

  /// Draws the parts of the axes that there is room for.
  ///
  /// A value stands in the first row of a bar of that height, and the lowest one in the row of the axis.
  ///
  /// - Returns: The area of the plot.
  func draw(into surface: Surface, in environment: ViewEnvironment) -> Rectangle {
    let below = rowsBelow(surface.size)
    let height = surface.size.rows - below
    let ticks = ticks(height)
    let captions = ticks.map(\.exactCaption)
    let width = columns(of: captions)
    let hasTicks =
      surface.size.columns >= width + leastPlot.columns
      && surface.size.rows >= leastPlot.rows
    let left = hasTicks ? width : 0
    let style = environment.style(.secondary)
    let lines = AxisLines(isASCII: environment.drawsASCII)
    let border = surface.style(.border, in: environment)
    if hasTicks {
      surface.fill(
        lines.side, in: Rectangle(column: left - 1, columns: 1, rows: height), style: border)
      for (tick, caption) in zip(ticks, captions) {
        let part = (Fraction(tick, in: range).units(of: 8 * height) + 7) / 8
        let row = range.lowerBound < range.upperBound ? height - part : height / 2
        guard row < height + below else { continue }
        surface.put(caption, column: width - 1 - caption.utf8.count, row: row, style: style)
        if row < height { surface.put(lines.tick, column: left - 1, row: row, style: border) }
      }
    }
    let plot = Rectangle(column: left, columns: surface.size.columns - left, rows: height)
    if below > 0 {
      if hasTicks { surface.put(lines.corner, column: left - 1, row: height, style: border) }
      surface.fill(
        lines.bottom, in: Rectangle(column: left, row: height, columns: plot.size.columns, rows: 1),
        style: border)
    }
    if below > 1 { drawLabels(into: surface, below: plot, in: environment) }
    return plot
  }

  /// Returns the columns of the values on the left and of their line, beside a plot with some rows.
  func columns(besideRows height: Int) -> Int { columns(of: ticks(height).map(\.exactCaption)) }

  private func ticks(_ height: Int) -> [Double] {
    // Bounded, because views are measured for any height.
    let room = min(height, 200) + 2
    return Ticks(in: range, atMost: max(2, room / 2)).values
  }

  private func columns(of captions: [String]) -> Int {
    captions.reduce(0) { max($0, $1.utf8.count) } + 1
  }

  /// Returns the rows of the axis and the labels; if there is little room, the labels go first.
  private func rowsBelow(_ size: Size) -> Int {
    let spare = size.rows - leastPlot.rows
    return max(0, min(labels.isEmpty ? 1 : 2, spare))
  }

  /// Draws the labels at even distances, except those without room; the last one has priority.
  ///
  /// If they are spread over more columns than there are, the labels of the columns cut off on the
  /// left are omitted too.
  private func drawLabels(
    into surface: Surface, below plot: Rectangle, in environment: ViewEnvironment
  ) {
    let row = surface.region(
      Rectangle(
        column: plot.column, row: plot.size.rows + 1, columns: plot.size.columns, rows: 1))
    let widths = labels.map { environment.widths.width(of: $0) }
    let columns = plot.size.columns
    let span = max(1, labelColumns ?? columns)
    let left = columns - span
    let last = labels.count - 1
    var free = 0
    // The last label has priority, and then the labels from left to right.
    let end = last > 0 && widths[last] <= columns ? columns - widths[last] : columns + 1
    for (number, label) in labels.enumerated() {
      let start: Int
      if number == last {
        start = columns - widths[last]
      } else {
        let (middle, isBeyond) = number.multipliedReportingOverflow(by: span - 1)
        if isBeyond || left + middle / last < 0 { continue }
        let half = number == 0 ? 0 : widths[number] / 2
        start = max(0, left + middle / last - half)
        if start + widths[number] >= end { continue }
      }
      if start < free { continue }
      row.put(label, column: start, style: environment.style(.secondary))
      free = start + widths[number] + 1
    }
  }
}
