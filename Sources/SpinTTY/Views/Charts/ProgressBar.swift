/// A bar that shows the progress of a task, by eighths of a cell.
///
/// The bar is full only when the whole task is done. It fills the width offered and is one row
/// high.
public struct ProgressBar: View {
  private let fraction: Fraction
  private let caption: String
  /// The fraction to draw while the bar moves to ``fraction``; `nil` if the bar rests.
  private var moving: Fraction?

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

  /// Creates a bar that moves to a value; output without a screen shows the target at once.
  public init(_ value: Animated<Double>, of total: Double = 1) {
    self.init(value.target, of: total)
    if value.isMoving { moving = Fraction(value.value, of: total) }
  }

  /// Returns one row of the width offered, or of twenty columns.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Size(columns: max(1, proposal.columns ?? 20), rows: 1)
  }

  /// Draws the bar, with the rest in a faint shade.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let fraction = environment.reducesMotion ? fraction : moving ?? fraction
    surface.drawBar(fraction, style: surface.barStyle(in: environment), in: environment)
  }

  /// Fills the width.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == .horizontal ? .fill : .content
  }

  /// Describes the bar in ten steps and the numbers: `[#####-----] 5/10`.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    text.append("[\(fraction.bar)] \(caption)")
  }
}
