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
  public func border(
    _ lines: BorderStyle = .light, title: String? = nil, style: Style = .plain
  ) -> some View {
    Bordered(content: resolved, border: lines, title: title, style: style)
  }
}

struct Bordered: View {
  let content: any View
  let border: BorderStyle
  let title: String?
  let style: Style

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    var environment = environment
    environment.isInField = false
    let inner = content.measure(proposal.less(columns: 2, rows: 2), in: environment)
    let titled = min(titleColumns(in: environment), proposal.columns ?? .max)
    return Size(columns: max(inner.columns + 2, titled), rows: inner.rows + 2)
  }

  /// Returns the columns of a border that shows the whole title, or 0 without a title.
  private func titleColumns(in environment: ViewEnvironment) -> Int {
    guard let title, !title.isEmpty else { return 0 }
    let text = Text(title, wrapping: .none)
    return text.measure(.unlimited, in: environment).columns + Bordered.titleMargin
  }

  /// A corner, a cell of the line and a blank, on each side of the title.
  private static let titleMargin = 6

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let size = surface.size
    guard size.columns > 2, size.rows > 2 else {
      return content.draw(into: surface, in: environment)
    }
    drawLines(into: surface, in: environment)
    // In a border, a control keeps the blank on its left, which sets it apart from the line.
    var environment = environment
    environment.isInField = false
    content.draw(
      into: surface.region(
        Rectangle(column: 1, row: 1, columns: size.columns - 2, rows: size.rows - 2)),
      in: environment)
  }

  private func drawLines(into surface: Surface, in environment: ViewEnvironment) {
    let surface = surface.styled(style.over(surface.style(.border, in: environment)))
    surface.outline(border.lines(in: environment))
    if let title, surface.size.columns > Bordered.titleMargin {
      let text = Text(title, wrapping: .none)
      let room = Size(columns: surface.size.columns - Bordered.titleMargin, rows: 1)
      let width = text.measure(Proposal(room), in: environment).columns
      surface.fill(in: Rectangle(column: 2, columns: width + 2, rows: 1))
      let place = Rectangle(column: 3, columns: width, rows: 1)
      text.draw(into: surface.region(place), in: environment)
    }
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    content.constraint(along: axis, in: environment).insetBy(2)
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    if let title { text.append(title) }
    content.describe(into: &text, in: environment)
  }
}
