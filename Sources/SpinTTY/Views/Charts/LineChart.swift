/// Series of values as lines, the latest values on the right.
///
/// ```swift
/// LineChart([.init(state.left, color: .cyan), .init(state.right, color: .magenta)])
///   .axes(["-60 s", "now"], over: 60)
///   .frame(height: .fixed(8))
/// ```
///
/// Each value takes one column of dots; with Braille, a cell has two of them. The newest value of
/// each series is in the last column, even if there are fewer values than columns, so a growing
/// series moves to the left. If there are more values than columns, the chart omits the oldest.
public struct LineChart: View {
  /// The characters that dots are drawn with.
  public enum Marker: Hashable, Sendable {
    /// Two by four dots in each cell.
    case braille
    /// One by two dots in each cell, for fonts without Braille.
    case halfBlock
  }

  /// A line of the chart: its values, colour and label.
  public struct Series: Hashable, Sendable {
    /// The values, oldest first; NaN breaks the line.
    var values: [Double]
    /// The colour; `nil` for a readable one.
    var color: Color?
    /// The name of the line, for the legend and for output without a screen.
    var label: String

    /// The label on one line.
    var name: String { label.withoutControls(keepsLines: false) }

    /// Creates a series.
    public init(_ values: [Double], color: Color? = nil, label: String = "") {
      self.values = values
      self.color = color
      self.label = label
    }
  }

  private let series: [Series]
  private let range: ClosedRange<Double>
  private let marker: Marker
  private let showsScale: Bool
  /// The labels below the axes; `nil` without axes.
  private var axisLabels: [String]?
  /// The number of values that the labels are spread over; `nil` for the whole width.
  private var labelledValues: Int?
  private var showsLegend = false
  private var isFilled = false

  /// Creates a chart.
  ///
  /// - Parameters:
  ///   - series: The lines; later ones are drawn over earlier ones.
  ///   - range: The values at the lowest and the highest dot; `nil` for the range of the series.
  ///   - marker: The characters that dots are drawn with.
  ///   - showsScale: Whether to write the ends of the range on the left, if there is room.
  /// - Complexity: O(*n*) in the number of values if `range` is `nil`, otherwise O(1).
  public init(
    _ series: [Series], in range: ClosedRange<Double>? = nil, marker: Marker = .braille,
    showsScale: Bool = true
  ) {
    self.series = series
    self.range = range ?? series.lazy.flatMap(\.values).finiteRange ?? 0...1
    self.marker = marker
    self.showsScale = showsScale
  }

  /// Creates a chart of one line.
  public init(
    _ values: [Double], in range: ClosedRange<Double>? = nil, marker: Marker = .braille,
    showsScale: Bool = true
  ) {
    self.init([Series(values)], in: range, marker: marker, showsScale: showsScale)
  }

  /// Draws axes instead of the scale: round values on the left and labels below.
  ///
  /// The lines keep ten columns and two rows: if there is less room, the chart omits the labels,
  /// then the lower axis, and then the values.
  ///
  /// - Parameters:
  ///   - labels: The labels of the columns, spread evenly up to the right end, where the newest
  ///     values are. Labels without room are omitted, those in the middle first.
  ///   - count: The number of newest values that the labels are spread over: the first label is
  ///     below the oldest of them, and is omitted if that value has no room. `nil` spreads the
  ///     labels over the whole width, regardless of the number of values.
  /// - Returns: The chart with axes.
  public func axes(_ labels: [String] = [], over count: Int? = nil) -> LineChart {
    var copy = self
    copy.axisLabels = labels
    copy.labelledValues = count
    return copy
  }

  /// Names the series above the lines, each with its colour, if there is room.
  ///
  /// Without colours, characters distinguish up to ten lines; the colours that the chart chooses
  /// distinguish six. Series without a label are not named.
  ///
  /// - Returns: The chart with a legend.
  public func legend() -> LineChart {
    var copy = self
    copy.showsLegend = true
    return copy
  }

  /// Fills the area below each line; put the series of larger values first, because later ones are
  /// drawn over earlier ones.
  ///
  /// A cell shows the largest of its values.
  ///
  /// - Returns: The chart with filled areas.
  public func filled() -> LineChart {
    var copy = self
    copy.isFilled = true
    return copy
  }

  /// Returns the size offered, or forty columns and ten rows.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Size(columns: max(1, proposal.columns ?? 40), rows: max(1, proposal.rows ?? 10))
  }

  /// Draws the lines, and the legend and the axes or the scale if there is room.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.size.isEmpty else { return }
    let hasNames = showsLegend && series.contains { !$0.label.isEmpty }
    let above = hasNames && surface.size.rows > 3 ? 1 : 0
    let rest = Rectangle(row: above, columns: surface.size.columns, rows: surface.size.rows - above)
    let column = drawPlot(into: surface.region(rest), in: environment)
    // Above the plot, and not above the value at its top.
    let legend = Rectangle(column: column, columns: surface.size.columns - column, rows: above)
    if above > 0 { drawLegend(into: surface.region(legend), in: environment) }
  }

  /// Draws the lines with the axes or the scale, and returns the first column of the lines.
  private func drawPlot(into surface: Surface, in environment: ViewEnvironment) -> Int {
    if let axisLabels {
      let dots = marker(in: environment).dots
      var axes = ChartAxes(range: range, labels: axisLabels)
      axes.labelColumns = labelledValues.map { $0 / dots.x + ($0 % dots.x > 0 ? 1 : 0) }
      let plot = axes.draw(into: surface, in: environment)
      drawLines(into: surface.region(plot), in: environment)
      return plot.column
    }
    let labels = [range.upperBound, range.lowerBound].map(\.caption)
    let width = labels.reduce(0) { max($0, $1.utf8.count) } + 1
    let hasScale = showsScale && surface.size.columns >= width + 10 && surface.size.rows > 1
    let left = hasScale ? width : 0
    if hasScale {
      for (label, row) in zip(labels, [0, surface.size.rows - 1]) {
        surface.put(
          label, column: width - 1 - label.utf8.count, row: row,
          style: environment.style(.secondary))
      }
    }
    let place = Rectangle(
      column: left, columns: surface.size.columns - left, rows: surface.size.rows)
    drawLines(into: surface.region(place), in: environment)
    return left
  }

  private func drawLines(into surface: Surface, in environment: ViewEnvironment) {
    let marker = marker(in: environment)
    if isFilled, marker != .ascii {
      return drawAreas(into: surface, valuesInCell: marker.dots.x, in: environment)
    }
    var dots = DotGrid(size: surface.size, visible: surface.visible, marker: marker)
    for (number, line) in series.enumerated() {
      var previous: Int?
      let values = line.values.suffix(dots.columns)
      for (x, value) in zip((dots.columns - values.count)..., values) {
        guard let y = row(of: value, in: dots.rows) else {
          previous = nil
          continue
        }
        // A steep step is drawn in the column of its end.
        let start =
          isFilled ? dots.rows - 1 : previous.map { $0 < y ? $0 + 1 : $0 > y ? $0 - 1 : y } ?? y
        dots.set(x, min(start, y)...max(start, y), owner: number)
        previous = y
      }
    }
    dots.draw(into: surface) { style(of: $0, on: surface, in: environment) }
  }

  /// Draws areas that end within a cell, in which two of them may meet.
  private func drawAreas(
    into surface: Surface, valuesInCell count: Int, in environment: ViewEnvironment
  ) {
    let (size, visible) = (surface.size, surface.visible)
    let colors = series.indices.map { style(of: $0, on: surface, in: environment) }
    for column in visible.column..<visible.endColumn {
      // The height of each area in eighths of a row, in the column of its newest values.
      let heights = series.map { line in
        let end = line.values.count - count * (size.columns - 1 - column)
        let values = line.values[max(0, end - count)..<max(0, end)]
        return values.reduce(0) { max($0, height(of: $1, in: 8 * size.rows)) }
      }
      /// Returns the area that is seen at a height.
      func owner(_ height: Int) -> Int? { heights.lastIndex { $0 > height } }
      for row in visible.row..<visible.endRow {
        let base = 8 * (size.rows - 1 - row)
        guard let lower = owner(base) else { continue }
        let top = (base..<base + 8).first { owner($0) != lower } ?? base + 8
        // What is thinner than half a cell above another area gives way to it.
        let upper = top < base + 8 ? owner((top + base + 8) / 2) : nil
        var style = colors[lower]
        style.background = upper.flatMap { colors[$0].foreground }
        surface.put(Blocks.vertical[top - base], column: column, row: row, style: style)
      }
    }
  }

  /// Returns the height of an area in units: the middle, as of a line, if the range has one value.
  private func height(of value: Double, in units: Int) -> Int {
    let isFlat = range.lowerBound == range.upperBound && !value.isNaN
    return isFlat ? units / 2 : Fraction(value, in: range).units(of: units)
  }

  /// Draws the names of the series that have a label, cut if they do not fit.
  private func drawLegend(into surface: Surface, in environment: ViewEnvironment) {
    let runs = series.enumerated().filter { !$0.element.label.isEmpty }.flatMap { number, line in
      [
        Text.Run(
          marker(in: environment).sample(of: number),
          style: style(of: number, on: surface, in: environment)),
        Text.Run(" \(line.name)  "),
      ]
    }
    Text(runs, wrapping: .none).draw(into: surface, in: environment)
  }

  /// Returns the marker, replaced by ASCII if the terminal needs it or lines would look alike.
  private func marker(in environment: ViewEnvironment) -> DotGrid.Marker {
    let isColorless = showsLegend && series.count > 1 && environment.colors == .none
    if environment.drawsASCII || isColorless { return .ascii }
    return marker == .braille ? .braille : .halfBlock
  }

  private func style(
    of number: Int, on surface: Surface, in environment: ViewEnvironment
  ) -> Style {
    if let color = series[number].color { return Style(foreground: color) }
    if series.count == 1 { return surface.barStyle(in: environment) }
    let own = environment.colors >= .ansi256 ? environment.theme.series(environment.appearance) : []
    return Style(
      foreground: number < own.count ? own[number] : environment.appearance.color(number))
  }

  /// Returns the row of dots of a value, clamped to the range and counted from the top; `nil` for
  /// NaN.
  private func row(of value: Double, in rows: Int) -> Int? {
    guard !value.isNaN, rows > 0 else { return nil }
    // Halves, because the length of the range may overflow to infinity.
    let start = range.lowerBound / 2
    let span = range.upperBound / 2 - start
    guard span > 0, span.isFinite else { return rows / 2 }
    let part = min(max((value / 2 - start) / span, 0), 1)
    return rows - 1 - Int((part * Double(rows - 1)).rounded())
  }

  /// Fills the room in both directions.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  /// Describes the ends and the extremes of each line, or `no values`.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    for line in series {
      let summary = line.values.summary(environment.words) ?? environment.words.noValues
      text.append((line.label.isEmpty ? "" : line.name + ": ") + summary)
    }
  }
}
