/// A bar that fills as a task goes on, by eighths of a cell.
///
/// The bar is full only when the whole task is done. It fills the width that it is offered, and is
/// one row high.
public struct ProgressBar: View {
  private let fraction: Fraction
  private let caption: String

  /// Creates a bar that shows `value` of `total`, clamped to 0…`total`.
  public init<Number: BinaryInteger>(_ value: Number, of total: Number) {
    fraction = Fraction(Int(clamping: value), of: Int(clamping: total))
    caption = "\(value)/\(total)"
  }

  /// Creates a bar for floating-point numbers; if one of them is not a number, the bar is empty.
  public init<Number: BinaryFloatingPoint>(_ value: Number, of total: Number = 1) {
    fraction = Fraction(Double(value), of: Double(total))
    caption = "\(fraction.units(of: 100)) %"
  }

  /// The width offered, or twenty columns; one row.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Size(columns: max(1, proposal.columns ?? 20), rows: 1)
  }

  /// Draws the bar, what is left to do in faint shade.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let columns = surface.size.columns
    let isASCII = environment.drawsASCII
    let done = fraction.units(of: isASCII ? columns : 8 * columns)
    let full = isASCII ? done : done / 8
    surface.fill(isASCII ? "#" : "█", in: Rectangle(columns: full, rows: 1))
    let rest = Rectangle(column: full, columns: columns - full, rows: 1)
    surface.fill(isASCII ? "-" : "░", in: rest, style: Style(attributes: .dim))
    if !isASCII, done % 8 > 0 { surface.put(Blocks.horizontal[done % 8], column: full) }
  }

  /// Fills the width.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == .horizontal ? .fill : .content
  }

  /// Says the bar in ten steps and the numbers: `[#####-----] 5/10`.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    let done = fraction.units(of: 10)
    let bar = String(repeating: "#", count: done) + String(repeating: "-", count: 10 - done)
    text.append("[\(bar)] \(caption)")
  }
}
