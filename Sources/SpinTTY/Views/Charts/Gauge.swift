/// A labelled value in a range, as a bar with text on its right.
///
/// ```swift
/// Gauge(
///   "disk", state.used, in: 0...500,
///   thresholds: [
///     .init(400, .warning),
///     .init(475, .error, "almost full"),
///   ], text: "\(state.used) GB")
/// ```
///
/// The bar fills by eighths of a cell. The text takes at least six columns, so that the bars of
/// gauges with short texts end in the same column. The gauge fills the width offered and is one row
/// high.
public struct Gauge: View {
  /// The look of a gauge from a value on.
  public struct Threshold: Hashable, Sendable {
    let value: Double
    let look: Look
    let meaning: String

    /// The look of a bar: a style, or a token of the theme.
    enum Look: Hashable {
      case style(Style)
      case token(Theme.Token)
    }

    /// Creates a threshold.
    ///
    /// - Parameters:
    ///   - value: The lowest value with the style.
    ///   - style: The style of the bar and of the text.
    ///   - meaning: The meaning of these values in words, for output without a screen.
    public init(_ value: Double, _ style: Style, _ meaning: String = "") {
      self.init(value, look: .style(style), meaning)
    }

    /// Creates a threshold with a look of the theme.
    ///
    /// - Parameters:
    ///   - value: The lowest value with the look.
    ///   - token: The look of the bar and of the text.
    ///   - meaning: The meaning of these values in words, for output without a screen.
    public init(_ value: Double, _ token: Theme.Token, _ meaning: String = "") {
      self.init(value, look: .token(token), meaning)
    }

    private init(_ value: Double, look: Look, _ meaning: String) {
      self.value = value
      self.look = look
      self.meaning = meaning
    }
  }

  /// The parts of a gauge for one value.
  private struct Reading {
    let fraction: Fraction
    let threshold: Threshold?
    /// The text; `nil` for a value that is not a number.
    let text: String?

    init(
      _ value: Double, in range: ClosedRange<Double>, _ thresholds: [Threshold], _ text: String?
    ) {
      fraction = Fraction(value, in: range)
      threshold = thresholds.filter { $0.value <= value }.max { $0.value < $1.value }
      self.text = text ?? (value.isNaN ? nil : "\(fraction.units(of: 100)) %")
    }
  }

  private let label: String
  private let reading: Reading
  /// The reading to draw while the gauge moves to ``reading``; `nil` if the gauge rests.
  private var moving: Reading?

  /// Creates a gauge.
  ///
  /// - Parameters:
  ///   - label: The label on the left of the bar; an empty one takes no room.
  ///   - value: The value, clamped to the range; NaN gives an empty bar.
  ///   - range: The values of an empty and of a full bar.
  ///   - thresholds: The looks of the bar, in any order; the highest threshold reached counts.
  ///   - text: The text on the right of the bar; `nil` for the percentage, and an empty one takes no
  ///     room.
  public init(
    _ label: String = "", _ value: Double, in range: ClosedRange<Double> = 0...1,
    thresholds: [Threshold] = [], text: String? = nil
  ) {
    self.label = label
    reading = Reading(value, in: range, thresholds, text)
  }

  /// Creates a gauge that moves to a value; output without a screen shows the target at once.
  ///
  /// - Parameters:
  ///   - label: The label on the left of the bar; an empty one takes no room.
  ///   - value: The value.
  ///   - range: The values of an empty and of a full bar.
  ///   - thresholds: The looks of the bar, in any order.
  ///   - text: The text on the right of the bar; `nil` for the percentage, and an empty one takes no
  ///     room.
  public init(
    _ label: String = "", _ value: Animated<Double>, in range: ClosedRange<Double> = 0...1,
    thresholds: [Threshold] = [], text: String? = nil
  ) {
    self.init(label, value.target, in: range, thresholds: thresholds, text: text)
    if value.isMoving { moving = Reading(value.value, in: range, thresholds, text) }
  }

  /// The least columns of the text.
  private static let textColumns = 6

  /// Returns one row of the width offered, or of the label and twenty columns.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let columns = proposal.columns ?? labelWidth(in: environment) + 20
    return Size(columns: max(1, columns), rows: 1)
  }

  /// Draws the bar, without the label if the bar would have fewer than ten columns, and without the
  /// text if the bar would still have fewer than five.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.size.isEmpty else { return }
    let reading = environment.reducesMotion ? reading : moving ?? reading
    let text = reading.text ?? environment.words.noValue
    let width = environment.widths.width(of: text)
    var room = surface.size.columns - (width > 0 ? max(width, Gauge.textColumns) + 1 : 0)
    let hasText = room >= 5
    if !hasText { room = surface.size.columns }
    var start = labelWidth(in: environment)
    if room - start < 10 { start = 0 }
    surface.region(Rectangle(columns: max(0, start - 1), rows: 1)).put(label)
    let bar = surface.region(Rectangle(column: start, columns: room - start, rows: 1))
    bar.drawBar(
      reading.fraction, style: look(reading.threshold, on: bar, in: environment), in: environment)
    guard hasText else { return }
    let style = reading.threshold.map { look($0, on: surface, in: environment) }
    surface.put(text, column: surface.size.columns - width, style: style ?? .plain)
  }

  /// The style of the bar.
  private func look(
    _ threshold: Threshold?, on surface: Surface, in environment: ViewEnvironment
  ) -> Style {
    switch threshold?.look {
    case .style(let style): style
    case .token(let token): environment.style(token)
    case nil: surface.barStyle(in: environment)
    }
  }

  /// Fills the width.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == .horizontal ? .fill : .content
  }

  /// Describes the bar in ten steps, the text, and the meaning of the threshold:
  /// `disk: [#########-] 480 GB, almost full`.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    let meaning = reading.threshold?.meaning ?? ""
    text.append(
      (label.isEmpty ? "" : label + ": ")
        + "[\(reading.fraction.bar)] \(reading.text ?? environment.words.noValue)"
        + (meaning.isEmpty ? "" : ", " + meaning))
  }

  /// Returns the columns of the label and of a blank after it.
  private func labelWidth(in environment: ViewEnvironment) -> Int {
    label.isEmpty ? 0 : environment.widths.width(of: label) + 1
  }
}
