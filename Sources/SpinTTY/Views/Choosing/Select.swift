/// The current option of a ``Choice`` in one row, which opens a menu of all options.
///
/// The menu is a ``Layer`` with the same options, which marks the current one. The reducer makes the
/// option chosen there the current one. Escape closes the menu and changes nothing.
///
/// ```swift
/// Select(state.size) { $0.name }.id(Area.size)             // the view
/// Control(Area.size) { .size($0) }                         // arrows, without the menu
/// Click(Area.size, .openMenu)                              // a click, enter and space
/// Layer.menu(\.menu, option: \.name, at: .below(Area.size)) { .menu($0) }
/// case .size(let action): size.reduce(action)              // the reducer
/// case .openMenu: menu = size
/// case .menu(let action): if let chosen = menu.reduce(action) { size.reduce(.choose(chosen)) }
/// ```
///
/// The view is as wide as the widest option, so its width does not change with the current one. Its
/// arrow tells it from a ``TextInput``. In the regular ``Density``, it has a frame.
///
/// - Complexity: O(*options*).
public struct Select: View, FramedControl {
  private let titles: [String]
  private let current: String
  private let chosen: ChosenOption?

  /// Creates the view of a choice.
  ///
  /// - Parameters:
  ///   - choice: The options.
  ///   - title: A closure that returns the title of an option.
  public init<Option>(_ choice: Choice<Option>, title: (Option) -> String) {
    titles = choice.options.map { title($0).asName }
    let number = choice.current.flatMap { choice.options.firstIndex(of: $0) }
    current = choice.current.map(title)?.asName ?? ""
    chosen = number.map { [current] in ChosenOption(title: current, number: $0) }
  }

  /// The number of columns of the blanks around the title and the arrow, and of the arrow.
  private static let extra = 5

  /// Returns one row of the widest option and the arrow, up to the columns offered, and the frame.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let widest = titles.reduce(0) { widest, title in
      max(widest, line(title).measure(.unlimited, in: environment).columns)
    }
    let hasFrame = environment.framesControl(in: proposal)
    let columns = widest + Select.extra + (hasFrame ? 2 : 0)
    return Size(
      columns: min(columns, max(1, proposal.columns ?? .max)), rows: hasFrame ? 3 : 1)
  }

  /// Draws the current option and an arrow, in the style of the theme's selection with the focus,
  /// otherwise like every field.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    surface.update {
      $0.isStop = true
      $0.chosen = chosen
    }
    let hasFrame = environment.framesControl(in: Proposal(surface.size))
    var place = surface.region(Rectangle(columns: surface.size.columns, rows: hasFrame ? 3 : 1))
    if hasFrame {
      let hasFocus = environment.hasFocus
      place = place.fieldGround(in: environment).frameOfControl(
        hasFocus: hasFocus, style: environment.style(hasFocus ? .focus : .border), in: environment)
    }
    let columns = place.size.columns
    let row =
      environment.hasFocus
      ? place.styled(environment.style(.selection)) : place.fieldGround(in: environment)
    row.fill()
    let title = Rectangle(column: 1, columns: max(0, columns - Select.extra), rows: 1)
    line(current).draw(into: row.region(title), in: environment)
    row.put(
      environment.drawsASCII ? "v" : "▾", column: max(0, columns - 2),
      style: environment.hasFocus ? .plain : environment.style(.accent))
    if environment.hasFocus || hasFrame { return }
    if Surface.fieldMargin(in: columns) > 0 { row.drawFieldEdge(hasFocus: false, in: environment) }
    row.drawFieldLine(in: environment)
  }

  private func line(_ title: String) -> Text { Text(title, wrapping: .none) }

  /// Adds the current option.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    text.append(environment.described(current))
  }
}
