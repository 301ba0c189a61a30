/// Values as bars.
///
/// ```swift
/// BarChart(["left": 10, "right": 20], upTo: 20)
/// ```
///
/// Horizontal bars stand one below the other, each between its label and its value. Vertical bars
/// stand side by side above their labels. The bars share the room by whole cells, and end in eighths
/// of a cell. ``axes()`` draws round values along the bars.
public struct BarChart: View {
  /// One value.
  public struct Bar: Hashable, Sendable {
    /// What the bar stands for.
    var label: String
    /// Its length; below zero, or not a number, it is empty.
    var value: Double
    /// Its colour; nil takes that of the text around.
    var color: Color?

    /// Creates a bar.
    public init(_ label: String, _ value: Double, color: Color? = nil) {
      self.label = label
      self.value = value
      self.color = color
    }

    /// The value in words.
    var caption: String { value.caption }
  }

  private let bars: [Bar]
  private let axis: Axis
  private let limit: Double
  private var hasAxes = false

  /// Creates a chart.
  ///
  /// - Parameters:
  ///   - bars: The values, in order.
  ///   - limit: The value of a full bar; nil takes the largest finite one.
  ///   - axis: The direction in which the bars grow.
  public init(_ bars: [Bar], upTo limit: Double? = nil, axis: Axis = .horizontal) {
    self.bars = bars
    self.axis = axis
    self.limit = limit ?? bars.lazy.map(\.value).filter { $0.isFinite }.reduce(0, max)
  }

  /// Creates a chart of labels and values.
  public init(
    _ bars: KeyValuePairs<String, Double>, upTo limit: Double? = nil, axis: Axis = .horizontal
  ) {
    self.init(bars.map { Bar($0.key, $0.value) }, upTo: limit, axis: axis)
  }

  /// Draws an axis along the bars with round values, instead of the value of each bar.
  ///
  /// ```swift
  /// BarChart(["left": 10, "right": 20], upTo: 20).axes()
  /// ```
  ///
  /// The axis of horizontal bars takes two rows, and is left out if there is no room for it and for all
  /// bars. A chart whose limit is not a finite number has no axis.
  ///
  /// - Returns: The chart with axes.
  public func axes() -> BarChart {
    var copy = self
    copy.hasAxes = limit.isFinite
    return copy
  }

  /// The width offered and a row for each bar; vertical, the height offered and what labels need.
  ///
  /// Axes take their rows and columns besides.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    switch axis {
    case .horizontal:
      let rows = bars.count + (hasAxes ? BarAxis.rows : 0)
      return Size(columns: max(1, proposal.columns ?? 40), rows: rows)
    case .vertical:
      let rows = max(2, proposal.rows ?? 10)
      let columns = labelWidth(in: environment) * bars.count + max(0, bars.count - 1)
      // Below the bars are the axis and the labels.
      let beside = hasAxes ? columnAxes(columns).columns(besideRows: rows - 2) : 0
      return Size(columns: columns + beside, rows: rows)
    }
  }

  /// Draws the bars.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.size.isEmpty else { return }
    switch axis {
    case .horizontal: drawRows(into: surface, in: environment)
    case .vertical: drawColumns(into: surface, in: environment)
    }
  }

  /// Fills in the direction in which the bars grow.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == self.axis ? .fill : .content
  }

  /// Says each bar in a line: `left: 10`.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    for bar in bars { text.append("\(bar.label): \(bar.caption)") }
  }

  /// The values along the bars.
  private var scale: ClosedRange<Double> { 0...max(0, limit) }

  /// The axes around vertical bars that take some columns at least.
  private func columnAxes(_ columns: Int) -> ChartAxes {
    ChartAxes(range: scale, leastPlot: Size(columns: columns, rows: 2), beginsAtAxis: true)
  }

  private func labelWidth(in environment: ViewEnvironment) -> Int {
    bars.reduce(1) { max($0, environment.widths.width(of: $1.label)) }
  }

  /// Without room for ten columns of bar the values and the axis go, and then the labels.
  private func drawRows(into surface: Surface, in environment: ViewEnvironment) {
    let columns = surface.size.columns
    var label = labelWidth(in: environment) + 1
    var caption = bars.reduce(0) { max($0, $1.caption.utf8.count) } + 1
    let hasAxis =
      hasAxes && columns - label >= 10 && surface.size.rows >= bars.count + BarAxis.rows
    if hasAxis || columns - label - caption < 10 { caption = 0 }
    if columns - label < 10 { label = 0 }
    let room = columns - label - caption
    if hasAxis {
      BarAxis(range: scale, column: label - 1, rows: bars.count).draw(
        into: surface, in: environment)
    }
    for row in 0..<min(bars.count, surface.size.rows) {
      let bar = bars[row]
      surface.region(Rectangle(row: row, columns: max(0, label - 1), rows: 1)).put(bar.label)
      let done = Fraction(bar.value, of: limit).units(of: 8 * room)
      let style = Style(foreground: bar.color).over(surface.barStyle(in: environment))
      let fill: Character = environment.drawsASCII ? "#" : "█"
      surface.fill(
        fill, in: Rectangle(column: label, row: row, columns: done / 8, rows: 1), style: style)
      var end = label + done / 8
      if !environment.drawsASCII, done % 8 > 0 {
        surface.put(Blocks.horizontal[done % 8], column: end, row: row, style: style)
        end += 1
      }
      if caption > 0 { surface.put(bar.caption, column: end + (done > 0 ? 1 : 0), row: row) }
    }
  }

  /// The bars, with the axes beside and below them if there is room, and the labels in the last row.
  private func drawColumns(into surface: Surface, in environment: ViewEnvironment) {
    let size = surface.size
    let rows = size.rows > 1 ? size.rows - 1 : 1
    let above = surface.region(Rectangle(columns: size.columns, rows: rows))
    var plot = Rectangle(columns: size.columns, rows: rows)
    if hasAxes {
      let axes = columnAxes(2 * bars.count - 1)
      plot = axes.draw(into: above, in: environment) { value, height in
        // The row below the upper end of a bar of that value.
        height - (Fraction(value, of: limit).units(of: 8 * height) + 7) / 8
      }
    }
    let below = Rectangle(
      column: plot.column, row: rows, columns: plot.size.columns, rows: size.rows - rows)
    drawColumns(into: above.region(plot), labels: surface.region(below), in: environment)
  }

  private func drawColumns(
    into surface: Surface, labels: Surface, in environment: ViewEnvironment
  ) {
    guard !bars.isEmpty else { return }
    let gap = surface.size.columns >= 2 * bars.count - 1 ? 1 : 0
    let widths = Shares.divide(
      surface.size.columns - gap * (bars.count - 1), by: bars.map { _ in 1 })
    let height = surface.size.rows
    var column = 0
    for (bar, width) in zip(bars, widths) {
      let place = Rectangle(column: column, columns: width, rows: height)
      let done = Fraction(bar.value, of: limit).units(of: 8 * height)
      let style = Style(foreground: bar.color).over(surface.barStyle(in: environment))
      let top = height - done / 8
      let region = surface.region(place)
      region.fill(
        environment.drawsASCII ? "#" : "█",
        in: Rectangle(row: top, columns: width, rows: done / 8), style: style)
      if !environment.drawsASCII, done % 8 > 0 {
        region.fill(
          Character(Blocks.vertical[done % 8]),
          in: Rectangle(row: top - 1, columns: width, rows: 1), style: style)
      }
      labels.region(Rectangle(column: column, columns: width, rows: 1)).put(bar.label)
      column += width + gap
    }
  }
}
