extension View {
  /// Draws a border around the view, with a title in the upper line.
  ///
  /// In fewer than three columns or three rows, the view is drawn without the border.
  ///
  /// - Parameters:
  ///   - lines: The lines of the border.
  ///   - title: The text in the upper line. The border is as wide as the title needs if there is
  ///     room; otherwise the title is cut.
  ///   - style: The style of the lines and the title, over the theme's style of borders.
  /// - Returns: The view in its border.
  @inlinable
  public func border(
    _ lines: BorderStyle = .light, title: String? = nil, style: Style = .plain
  ) -> some View {
    ResolvedView(bordering: resolved, lines, title, style)
  }
}

extension ResolvedView {
  @usableFromInline
  init(bordering content: any View, _ lines: BorderStyle, _ title: String?, _ style: Style) {
    self.init(
      Bordered(
        content: content, border: lines, title: Text(title ?? "", wrapping: .none),
        hasTitle: title != nil, style: style))
  }
}

struct Bordered: View {
  let content: any View
  let border: BorderStyle
  /// What stands in the upper line if there is a title; not wrapped.
  let title: Text
  let hasTitle: Bool
  let style: Style

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let inner = within(environment) {
      content.measure(proposal.less(columns: 2, rows: 2), in: $0)
    }
    let titled = min(titleColumns(in: environment), proposal.columns ?? .max)
    return Size(columns: max(inner.columns + 2, titled), rows: inner.rows + 2)
  }

  /// Returns the columns of a border that shows the whole title, or 0 without a title.
  private func titleColumns(in environment: ViewEnvironment) -> Int {
    guard !title.isEmpty else { return 0 }
    return title.measure(.unlimited, in: environment).columns + Bordered.titleMargin
  }

  /// Calls `body` with the environment of the content, in which a blank separates a selection from
  /// the line.
  private func within<Result>(
    _ environment: ViewEnvironment, _ body: (ViewEnvironment) -> Result
  ) -> Result {
    guard environment.isInField else { return body(environment) }
    var inner = environment
    inner.isInField = false
    return body(inner)
  }

  /// A corner, a cell of the line and a blank, on each side of the title.
  private static let titleMargin = 6

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let size = surface.size
    guard size.columns > 2, size.rows > 2 else {
      return content.draw(into: surface, in: environment)
    }
    drawLines(into: surface, in: environment)
    let inner = surface.region(
      Rectangle(column: 1, row: 1, columns: size.columns - 2, rows: size.rows - 2))
    within(environment) { content.draw(into: inner, in: $0) }
  }

  private func drawLines(into surface: Surface, in environment: ViewEnvironment) {
    let surface = surface.styled(style.over(surface.style(.border, in: environment)))
    surface.outline(border.lines(in: environment))
    if hasTitle, surface.size.columns > Bordered.titleMargin {
      let room = Size(columns: surface.size.columns - Bordered.titleMargin, rows: 1)
      let width = title.measure(Proposal(room), in: environment).columns
      surface.fill(in: Rectangle(column: 2, columns: width + 2, rows: 1))
      let place = Rectangle(column: 3, columns: width, rows: 1)
      title.draw(into: surface.region(place), in: environment)
    }
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    content.constraint(along: axis, in: environment).insetBy(2)
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    if hasTitle { title.describe(into: &text, in: environment) }
    content.describe(into: &text, in: environment)
  }
}
