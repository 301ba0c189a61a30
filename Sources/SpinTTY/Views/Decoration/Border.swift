extension View {
  /// Draws a border around the view, with a title in the upper line.
  ///
  /// On terminals with enough colours whose background is known, its inside has the background of the
  /// theme's surface, unless the program gave the view a background. It hides the views below it. The
  /// bar of a selection extends over the padding to the lines. On these terminals, the border of a whole
  /// ``Layer`` has no lines: the edge is where the background of the layer ends, at its shadow, and the
  /// title has a bar.
  ///
  /// In the regular ``Density``, a blank row stands above and below the view if the view leaves two of its rows
  /// free. Above a view that fills the height, such as a list or a chart, it stands if the border has eight rows
  /// or more inside; such a view ends at the lower line.
  ///
  /// In fewer than three columns or three rows, the view is drawn without the border.
  ///
  /// The innermost border around the region that has the focus, or along its edges, has the theme's
  /// style of the focus, and heavy lines on a terminal without colours. The program does nothing
  /// for that.
  ///
  /// - Parameters:
  ///   - lines: The lines of the border.
  ///   - title: The text in the upper line. The border is as wide as the title needs if there is
  ///     room; otherwise the title is cut.
  ///   - truncation: Where the title is cut.
  ///   - padding: The number of blank columns inside the border on both sides, fewer where the view
  ///     would have no column left. With 0, there are no blank rows either.
  ///   - style: The style of the lines and the title, over the theme's style of borders.
  /// - Returns: The view in its border.
  @inlinable
  public func border(
    _ lines: BorderStyle = .rounded, title: String? = nil,
    truncation: Text.Truncation = .tail, padding: Int = 1, style: Style = .plain
  ) -> some View {
    ResolvedView(bordering: resolved, lines, title, truncation, padding, style)
  }
}

extension ResolvedView {
  @usableFromInline
  init(
    bordering content: any View, _ lines: BorderStyle, _ title: String?,
    _ truncation: Text.Truncation, _ padding: Int, _ style: Style
  ) {
    self.init(
      Bordered(
        content: content, border: lines,
        title: Text(title?.onOneLine ?? "", wrapping: .none, truncation: truncation),
        hasTitle: title != nil, padding: padding.inCells, style: style))
  }
}

struct Bordered: View {
  let content: any View
  let border: BorderStyle
  /// What stands in the upper line if there is a title; not wrapped.
  let title: Text
  let hasTitle: Bool
  /// The number of blank columns inside the border on each side, if there is room.
  let padding: Int
  let style: Style
  /// Whether the border has the look of the focus in the topmost layer, and asks for the blank rows
  /// above and below the content.
  var isOfDialog = false

  /// Returns the blank columns on each side in a border of a width, which leave the content a
  /// column.
  private func inset(in columns: Int?) -> Int {
    columns.map { max(0, min(padding, ($0 - 3) / 2)) } ?? padding
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let sides = 2 + 2 * inset(in: proposal.columns)
    let inner = within(environment) {
      content.measure(proposal.less(columns: sides, rows: 2), in: $0)
    }
    let titled = min(titleColumns(in: environment), proposal.columns ?? .max)
    let columns = inner.columns == 0 ? 2 : inner.columns + sides
    let rows = inner.rows + 2
    let hasAir = isOfDialog && rows + 2 <= proposal.rows ?? .max
    return Size(columns: max(columns, titled), rows: hasAir ? rows + 2 : rows)
  }

  /// Returns the blank rows above and below the content in a room inside the border.
  private func air(in room: Size, _ environment: ViewEnvironment) -> (above: Int, below: Int) {
    guard padding > 0, room.rows > 2, isOfDialog || environment.density == .regular else {
      return (0, 0)
    }
    if !isOfDialog, content.constraint(along: .vertical, in: environment).takesRoom {
      return (room.rows < 8 ? 0 : 1, 0)
    }
    let wanted = within(environment) {
      content.measure(Proposal(columns: room.columns, rows: isOfDialog ? nil : room.rows), in: $0)
    }
    return wanted.rows + 2 <= room.rows ? (1, 1) : (0, 0)
  }

  /// Returns the columns of a border that shows the whole title, or 0 without a title.
  private func titleColumns(in environment: ViewEnvironment) -> Int {
    guard !title.isEmpty else { return 0 }
    return title.measure(.unlimited, in: environment).columns + Bordered.titleMargin
  }

  /// Calls `body` with the environment of the content, of which this is the outermost border.
  private func within<Result>(
    _ environment: ViewEnvironment, _ body: (ViewEnvironment) -> Result
  ) -> Result {
    guard environment.isInTopLayer else { return body(environment) }
    var inner = environment
    inner.isInTopLayer = false
    return body(inner)
  }

  /// A corner, a cell of the line and a blank, on each side of the title.
  private static let titleMargin = 6

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let size = surface.size
    guard size.columns > 2, size.rows > 2 else {
      return content.draw(into: surface, in: environment)
    }
    let inset = inset(in: size.columns)
    let isCard = surface.isCard
    if surface.isAboveViews { surface.fill() }
    let inside = surface.region(
      Rectangle(column: 1, row: 1, columns: size.columns - 2, rows: size.rows - 2)
    ).panel(in: environment)
    let room = Size(columns: inside.size.columns - 2 * inset, rows: inside.size.rows)
    let air = air(in: room, environment)
    var inner = inside.region(
      Rectangle(
        column: inset, row: air.above, columns: room.columns,
        rows: room.rows - air.above - air.below))
    if inset > 0 { inner.gainMargins(in: inside) }
    let hasFocus = surface.showsFocusInBorder(in: environment) {
      within(environment) { content.draw(into: inner, in: $0) }
    }
    // In a layer that names no focus, the whole layer has it.
    let isOnTop = environment.isInTopLayer && (isOfDialog || environment.focus == nil)
    drawLines(into: surface, hasFocus || isOnTop, isCard, in: environment)
  }

  private func drawLines(
    into surface: Surface, _ hasFocus: Bool, _ isCard: Bool, in environment: ViewEnvironment
  ) {
    let words = surface.styled(
      style.over(hasFocus ? surface.style(.focus, in: environment) : .plain))
    if isCard {
      guard hasTitle, let bar = environment.trackStyle else { return }
      let room = Rectangle(columns: surface.size.columns, rows: 1)
      let title = Rectangle(column: 2, columns: room.size.columns - 3, rows: 1)
      words.region(room).fill(style: bar)
      return self.title.draw(
        into: words.styled(Style(background: bar.background, attributes: .bold)).region(title),
        in: environment)
    }
    let token = hasFocus ? Theme.Token.focus : .border
    let surface = surface.styled(style.over(surface.style(token, in: environment)))
    let lines = hasFocus && environment.colors == .none ? BorderStyle.heavy : border
    surface.outline(lines.lines(in: environment))
    if hasTitle, surface.size.columns > Bordered.titleMargin {
      let room = Size(columns: surface.size.columns - Bordered.titleMargin, rows: 1)
      let width = title.measure(Proposal(room), in: environment).columns
      words.fill(in: Rectangle(column: 2, columns: width + 2, rows: 1))
      let place = Rectangle(column: 3, columns: width, rows: 1)
      title.draw(into: words.region(place), in: environment)
    }
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    content.constraint(along: axis, in: environment)
      .insetBy(axis == .horizontal ? 2 + 2 * padding : 2)
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    if hasTitle { title.describe(into: &text, in: environment) }
    content.describe(into: &text, in: environment)
  }
}

extension Surface {
  /// Returns the surface with the background of a border, unless the program gave one.
  ///
  /// On top of other views, it hides them in any case.
  fileprivate func panel(in environment: ViewEnvironment) -> Surface {
    let ground = environment.style(.surface).background
    guard let ground, ground != base.background, environment.isOwn(base.background),
      environment.knowsGround
    else { return self }
    let panel = styled(Style(background: ground))
    panel.fill()
    return panel
  }

  /// Draws what is in a border, and returns whether the border shows the focus.
  ///
  /// It does if it is the innermost border around the region that has the focus, or lies along the
  /// edges of that region.
  fileprivate func showsFocusInBorder(
    in environment: ViewEnvironment, drawing draw: () -> Void
  ) -> Bool {
    let isAwaited = canvas.awaitsFocusBorder
    let isEdge = isAwaited && environment.hasFocus && isRegion(environment.focus)
    canvas.awaitsFocusBorder = false
    draw()
    defer { canvas.awaitsFocusBorder = isAwaited && !isEdge }
    return isEdge || canvas.awaitsFocusBorder
  }
}
