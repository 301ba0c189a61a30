/// A bar that shows the progress of a task, by eighths of a cell.
///
/// The bar is full only when the whole task is done. It fills the width offered and is one row
/// high. The bar of a ``Pace`` also shows the percentage, the time left and the rate, as far as there
/// is room.
public struct ProgressBar: View {
  private let fraction: Fraction
  private let caption: String
  private var pace: (pace: Pace, unit: String)?
  /// The fraction to draw while the bar moves to ``fraction``; `nil` if the bar rests.
  private var moving: Fraction?

  /// Creates a bar that shows `value` of `total`, clamped to 0…`total`.
  public init<Number: BinaryInteger>(_ value: Number, of total: Number) {
    var (part, whole) = (value, total)
    while whole > Int.max { (part, whole) = (part / 2, whole / 2) }
    // Only the whole itself fills the bar.
    if part == whole, value < total { part -= 1 }
    fraction = Fraction(Int(clamping: part), of: Int(clamping: whole))
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

  /// Creates a bar that shows how much of a task is done, how fast, and how long the rest takes.
  ///
  /// - Parameters:
  ///   - pace: The task.
  ///   - unit: The unit of the amounts, such as `B`, for the rate.
  public init(_ pace: Pace, unit: String = "") {
    self.init(pace.done, of: pace.total)
    self.pace = (pace, unit)
  }

  /// Returns the numbers beside the bar, the most important first, each with its usual width.
  private func numbers(in environment: ViewEnvironment) -> [(text: String, columns: Int)] {
    guard let (pace, unit) = pace else { return [] }
    let left = pace.remainingCaption.map { environment.words.remaining.with("time", $0) }
    let numbers = [
      (caption, 5), (left ?? "", environment.words.remaining.count),
      (pace.rateCaption(unit) ?? "", 8),
    ]
    return numbers.map { ($0, max($1, environment.widths.width(of: $0))) }
  }

  /// Returns one row of the width offered, or of twenty columns.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Size(columns: max(1, proposal.columns ?? 20), rows: 1)
  }

  /// Draws the bar, with the rest in a faint shade.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let fraction = environment.reducesMotion ? fraction : moving ?? fraction
    var columns = surface.size.columns
    let numbers = numbers(in: environment).prefix { number in
      let fits = columns - number.columns - 2 >= 10
      if fits { columns -= number.columns + 2 }
      return fits
    }
    var end = columns
    for number in numbers {
      end += number.columns + 2
      let start = end - environment.widths.width(of: number.text)
      surface.put(number.text, column: start, style: environment.style(.secondary))
    }
    surface.region(Rectangle(columns: columns, rows: 1)).drawBar(
      fraction, style: surface.barStyle(in: environment), in: environment)
  }

  /// Fills the width.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == .horizontal ? .fill : .content
  }

  /// Describes the bar in ten steps and the numbers: `[#####-----] 5/10`.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    let numbers = numbers(in: environment).map(\.text).filter { !$0.isEmpty }
    text.append(
      "[\(fraction.bar)] " + (numbers.isEmpty ? caption : numbers.joined(separator: ", ")))
  }
}
