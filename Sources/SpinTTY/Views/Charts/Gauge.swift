/// A labelled value in a range, as a bar with text in it.
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
/// The bar fills by eighths of a cell, and the text in it is black or white where the bar is full,
/// or in reverse on terminals with few colours. In ASCII, the text interrupts the bar. The gauge fills
/// the width offered and is one row high.
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
    ///   - style: The style of the bar and of the text in it.
    ///   - meaning: The meaning of these values in words, for output without a screen.
    public init(_ value: Double, _ style: Style, _ meaning: String = "") {
      self.init(value, look: .style(style), meaning)
    }

    /// Creates a threshold with a look of the theme.
    ///
    /// - Parameters:
    ///   - value: The lowest value with the look.
    ///   - token: The look of the bar and of the text in it.
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
    /// The text in the bar; `nil` for a value that is not a number.
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
  ///   - text: The text in the middle of the bar; `nil` for the percentage.
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
  ///   - text: The text in the middle of the bar; `nil` for the percentage.
  public init(
    _ label: String = "", _ value: Animated<Double>, in range: ClosedRange<Double> = 0...1,
    thresholds: [Threshold] = [], text: String? = nil
  ) {
    self.init(label, value.target, in: range, thresholds: thresholds, text: text)
    if value.isMoving { moving = Reading(value.value, in: range, thresholds, text) }
  }

  /// Returns one row of the width offered, or of the label and twenty columns.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let columns = proposal.columns ?? labelWidth(in: environment) + 20
    return Size(columns: max(1, columns), rows: 1)
  }

  /// Draws the bar, without the label if the bar would have fewer than ten columns, and without the
  /// text if it does not fit into the bar.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.size.isEmpty else { return }
    let reading = environment.reducesMotion ? reading : moving ?? reading
    let text = reading.text ?? environment.words.noValue
    var label = labelWidth(in: environment)
    if surface.size.columns - label < 10 { label = 0 }
    surface.region(Rectangle(columns: max(0, label - 1), rows: 1)).put(self.label)
    let bar = surface.region(
      Rectangle(column: label, columns: surface.size.columns - label, rows: 1))
    let style = look(reading.threshold, on: bar, in: environment)
    let done = bar.drawBar(reading.fraction, style: style, in: environment)
    let columns = environment.widths.width(of: text)
    guard columns > 0, columns + 2 <= bar.size.columns else { return }
    // A blank on each side sets the text apart from the characters of the bar.
    let place = Rectangle(
      column: (bar.size.columns - columns - 2) / 2, columns: columns + 2, rows: 1)
    let words = environment.drawsASCII ? style : environment.controlStyle ?? style
    bar.fill(in: place, style: words)
    bar.put(text, column: place.column + 1, style: words)
    // A piece in reverse among the characters of the bar would look like a part of its own.
    if environment.drawsASCII { return }
    let full = Rectangle(
      column: place.column, columns: min(max(0, done - place.column), columns + 2), rows: 1)
    guard environment.trackGround != nil, let color = style.foreground else {
      return bar.restyle(in: full) { $0.attributes.formUnion(.reverse) }
    }
    let ink = [Color.palette(16), .palette(231)].max {
      $0.contrast(to: color) < $1.contrast(to: color)
    }
    bar.restyle(in: full) { ($0.foreground, $0.background) = (ink, color) }
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
