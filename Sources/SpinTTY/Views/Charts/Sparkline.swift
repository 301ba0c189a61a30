/// A series of values in one row, with the newest on the right.
///
/// ```swift
/// Sparkline(state.loads, in: 0...100).foreground(.green)
/// ```
///
/// Each value takes one column, from `▁` for the lowest value of the range to `█` for the highest.
/// If there are more values than columns, the oldest are omitted. A missing value leaves a gap.
public struct Sparkline: View {
  private let values: [Double]
  private let range: ClosedRange<Double>

  /// Creates a sparkline of values that may be missing.
  ///
  /// - Parameters:
  ///   - values: The values, oldest first; `nil` and NaN leave a gap.
  ///   - range: The values of the lowest and the highest mark, which other values are clamped to;
  ///     `nil` for the range of the finite values.
  public init(_ values: [Double?], in range: ClosedRange<Double>? = nil) {
    self.init(values.map { $0 ?? .nan }, in: range)
  }

  /// Creates a sparkline.
  ///
  /// - Parameters:
  ///   - values: The values, oldest first; NaN leaves a gap.
  ///   - range: The values of the lowest and the highest mark; `nil` for the range of the finite
  ///     values.
  public init(_ values: [Double], in range: ClosedRange<Double>? = nil) {
    self.values = values
    self.range = range ?? values.finiteRange ?? 0...1
  }

  /// Returns one row of the width offered, or of a column for each value.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Size(columns: max(1, proposal.columns ?? values.count), rows: 1)
  }

  /// Draws the newest values.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let visible = surface.visible
    guard !visible.size.isEmpty else { return }
    let marks = environment.drawsASCII ? Blocks.ascii : Blocks.vertical
    let first = max(visible.column, surface.size.columns - values.count)
    let style = surface.barStyle(in: environment)
    for column in first..<max(first, visible.endColumn) {
      let value = values[values.count - surface.size.columns + column]
      if value.isNaN { continue }
      surface.put(marks[level(of: value)], column: column, style: style)
    }
  }

  /// Returns the eighths of a cell, at least one; eight only from the highest value on.
  private func level(of value: Double) -> Int {
    let isFlat = range.lowerBound == range.upperBound
    if isFlat, value == range.lowerBound { return 4 }
    if value >= range.upperBound { return 8 }
    return 1 + Fraction(value, in: range).units(of: 7)
  }

  /// Fills the width.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == .horizontal ? .fill : .content
  }

  /// Describes the first and the last value, and the lowest and the highest one.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    if let summary = values.summary(environment.words) { text.append(summary) }
  }
}
