/// Values as bars.
///
/// ```swift
/// BarChart(["left": 10, "right": 20], upTo: 20)
/// ```
///
/// Each horizontal bar has a row, between its label and its value, and a blank row between two of them
/// if there is room. Vertical bars are side by side,
/// above their labels. The thickness of bars is a whole number of cells, and their length is
/// precise to an eighth of a cell. ``axes()`` draws round values along the bars.
public struct BarChart: View {
  /// A bar of the chart: a value and its label.
  public struct Bar: Hashable, Sendable {
    /// The name of the value.
    var label: String
    /// The length of the bar; a negative value or NaN gives an empty bar.
    var value: Double
    /// The colour of the bar; `nil` for the theme's accent, or a colour given to the chart.
    var color: Color?

    /// Creates a bar.
    public init(_ label: String, _ value: Double, color: Color? = nil) {
      self.label = label
      self.value = value
      self.color = color
    }

    /// The value as text.
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
  ///   - limit: The value of a full bar; `nil` for the largest finite value.
  ///   - axis: The direction that the bars grow in.
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

  /// Draws an axis with round values along the bars, instead of the value of each bar.
  ///
  /// ```swift
  /// BarChart(["left": 10, "right": 20], upTo: 20).axes()
  /// ```
  ///
  /// The axis of horizontal bars takes two rows, and is omitted unless it fits together with all
  /// bars. A chart whose limit is not finite has no axis.
  ///
  /// - Returns: The chart with axes.
  public func axes() -> BarChart {
    var copy = self
    copy.hasAxes = limit.isFinite
    return copy
  }

  /// Returns the room that the bars need across, and all of the room offered along them.
  ///
  /// Axes take additional rows and columns.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    switch axis {
    case .horizontal:
      return Size(columns: max(1, proposal.columns ?? 40), rows: rows(in: proposal.rows))
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

  /// Fills the room in the direction that the bars grow in.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == self.axis ? .fill : .content
  }

  /// Describes each bar on a line of its own: `left: 10`.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    for bar in bars { text.append("\(bar.label): \(bar.caption)") }
  }

  /// The range of values along the bars.
  private var scale: ClosedRange<Double> { 0...max(0, limit) }

  /// Returns the axes around vertical bars that need at least some columns.
  private func columnAxes(_ columns: Int) -> ChartAxes {
    ChartAxes(range: scale, leastPlot: Size(columns: columns, rows: 2))
  }

  /// Returns the rows of horizontal bars: with a blank row between two of them if there is room.
  private func rows(in room: Int?) -> Int {
    let roomy = max(bars.count, 2 * bars.count - 1) + (hasAxes ? BarAxis.rows : 0)
    return roomy <= room ?? .max ? roomy : bars.count + (hasAxes ? BarAxis.rows : 0)
  }

  private func labelWidth(in environment: ViewEnvironment) -> Int {
    bars.reduce(1) { max($0, environment.widths.width(of: $1.label)) }
  }

  /// Omits the values and the axis, and then the labels, if bars would have fewer than ten columns.
  private func drawRows(into surface: Surface, in environment: ViewEnvironment) {
    let columns = surface.size.columns
    var label = labelWidth(in: environment) + 1
    let captions = bars.map(\.caption)
    var caption = captions.reduce(0) { max($0, $1.utf8.count) } + 1
    let hasAxis =
      hasAxes && columns - label >= 10 && surface.size.rows >= bars.count + BarAxis.rows
    if hasAxis || columns - label - caption < 10 { caption = 0 }
    if columns - label < 10 { label = 0 }
    let room = columns - label - caption
    let step = rows(in: surface.size.rows) > bars.count + (hasAxes ? BarAxis.rows : 0) ? 2 : 1
    if hasAxis {
      BarAxis(range: scale, column: label - 1, rows: step * (bars.count - 1) + 1).draw(
        into: surface, in: environment)
    }
    for (number, bar) in bars.prefix(surface.size.rows).enumerated() {
      let row = step * number
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
      if caption > 0 { surface.put(captions[number], column: end + (done > 0 ? 1 : 0), row: row) }
    }
  }

  /// Draws the bars with the labels in the last row, and with axes if there is room.
  private func drawColumns(into surface: Surface, in environment: ViewEnvironment) {
    let size = surface.size
    let rows = size.rows > 1 ? size.rows - 1 : 1
    let above = surface.region(Rectangle(columns: size.columns, rows: rows))
    var plot = Rectangle(columns: size.columns, rows: rows)
    if hasAxes {
      let axes = columnAxes(2 * bars.count - 1)
      plot = axes.draw(into: above, in: environment)
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
      labels.region(Rectangle(column: column, columns: width, rows: 1)).put(
        bar.label, column: max(0, width - environment.widths.width(of: bar.label)) / 2)
      column += width + gap
    }
  }
}
