/// The options of a ``Choice``, one beside the other or one below the other.
///
/// ```swift
/// Choices(state.answer) { $0 ? "Yes" : "No" }.id(Area.answer)
/// ```
///
/// The current option is in reverse while the view has the focus, and bold otherwise.
public struct Choices: View {
  private let titles: [String]
  private let current: Int?
  private let declare: (Surface, Int) -> Surface
  private let axis: Axis

  /// Creates the view of a choice.
  ///
  /// - Parameters:
  ///   - choice: The options.
  ///   - axis: Whether they stand beside each other, as buttons do, or below, as in a menu.
  ///   - title: Names an option.
  public init<Option>(
    _ choice: Choice<Option>, axis: Axis = .horizontal, title: (Option) -> String
  ) {
    titles = choice.options.map(title)
    current = choice.current.flatMap { choice.options.firstIndex(of: $0) }
    declare = { surface, number in surface.declare(RowID(id: choice.options[number])) }
    self.axis = axis
  }

  private func texts(in environment: ViewEnvironment) -> [Text] {
    titles.enumerated().map { number, title in
      let style =
        number != current
        ? Style.plain : Style(attributes: environment.isFocused ? .reverse : .bold)
      return Text([Text.Run(" \(title) ", style: style)], wrapping: .none)
    }
  }

  /// The options in a row or a column.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let sizes = texts(in: environment).map { $0.measure(.unlimited, in: environment) }
    let main = sizes.reduce(0) { $0 + axis.main($1) }
    let gaps = axis == .horizontal ? max(0, sizes.count - 1) : 0
    let cross = sizes.reduce(0) { max($0, axis.cross($1)) }
    return axis.size(main: main + gaps, cross: cross)
  }

  /// Draws the options.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    surface.declareFocusable()
    var place = 0
    for (number, text) in texts(in: environment).enumerated() {
      let size = text.measure(.unlimited, in: environment)
      let length = axis.main(size)
      let cross = axis == .vertical ? surface.size.columns : size.rows
      var region = surface.region(
        axis.rectangle(at: place, cross: 0, size: axis.size(main: length, cross: cross)))
      if surface.isInRegion { region = declare(region, number) }
      if number == current {
        if environment.isFocused { region.anchorFocus() }
        if axis == .vertical, environment.isFocused {
          region.fill(style: Style(attributes: .reverse))
        }
      }
      text.draw(into: region, in: environment)
      place += length + (axis == .horizontal ? 1 : 0)
    }
  }

  /// Says the options in one line, the current one in brackets: `[Yes] No`.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    let words = titles.enumerated().map { $0 == current ? "[\($1)]" : $1 }
    text.append(words.joined(separator: " "))
  }
}
