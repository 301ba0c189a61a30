extension Canvas {
  /// Makes everything drawn so far recede, as below a dialog, except the row of help if it names the
  /// keys of the dialog.
  ///
  /// With 256 colours or more, text goes almost halfway to the background of the theme, and backgrounds
  /// a quarter of the way. With fewer, text is secondary, because the terminal defines its colours
  /// itself.
  ///
  /// A colour of the palette stays one, since it takes fewer bytes.
  func dim(in environment: ViewEnvironment, sparingHelp: Bool) {
    let colors = environment.colors
    let secondary = environment.style(.secondary)
    let own = environment.appearance.assumed
    let ground = environment.page.background?.chosen ?? own.background
    func faded(_ color: Color, _ part: Double = 0.45) -> Color {
      // NB: at one half, the entry of the palette next to the standard blue is a purple, next to the
      // yellow a pink, and next to the green a grey.
      color.mixed(with: ground, part).entry(ifLike: colors == .trueColor ? color : .palette(16))
    }
    func dimmed(_ style: Style) -> Style {
      var style = style
      style.attributes.remove(.bold)
      guard colors >= .ansi256 else {
        (style.foreground, style.underlineColor) = (secondary.foreground, nil)
        style.attributes.formUnion(secondary.attributes)
        return style
      }
      style.attributes.remove(.dim)
      style.foreground = faded(style.foreground?.chosen ?? own.foreground)
      // The inside of a border stays above the page, which is seldom as black as assumed.
      style.background = style.background?.chosen.map { faded($0, 0.25) }
      style.underlineColor = style.underlineColor?.chosen.map { faded($0) }
      return style
    }
    var known = [StyleID?](repeating: nil, count: catalog.styles.count)
    grid.restyle(sparing: sparingHelp ? helpRow : nil) { [catalog] id in
      if let new = known[Int(id.value)] { return new }
      let new = intern(dimmed(Style(catalog.styles[Int(id.value)])))
      known[Int(id.value)] = new
      return new
    }
  }
}

extension Canvas {
  /// Darkens a column to the right of a layer and half a row below it.
  ///
  /// Text stays. A row with text below the layer is darkened as a whole, because half blocks would
  /// replace the text.
  func castShadow(of place: Rectangle, in environment: ViewEnvironment) {
    guard !place.size.isEmpty else { return }
    let own = environment.appearance.assumed
    let ground = environment.page.background?.chosen
    let part = environment.appearance == .dark ? 0.5 : 0.12
    func shaded(_ color: Color, _ part: Double) -> Color {
      color.mixed(with: .rgb(0, 0, 0), part).entry(
        ifLike: environment.colors == .trueColor ? ground ?? .palette(16) : .palette(16))
    }
    func background(_ style: Style) -> Color {
      shaded(style.background?.chosen ?? ground ?? own.background, part)
    }
    func shade(_ area: Rectangle) {
      surface.restyle(in: area) { style in
        style.foreground = shaded(style.foreground?.chosen ?? own.foreground, part / 2)
        style.background = background(style)
      }
    }
    shade(
      Rectangle(
        column: place.endColumn, row: place.row + 1, columns: 1, rows: place.size.rows - 1))
    let below = Rectangle(
      column: place.column + 1, row: place.endRow, columns: place.size.columns, rows: 1
    )
    .intersection(Rectangle(columns: size.columns, rows: size.rows))
    guard !below.size.isEmpty else { return }
    guard isBlank(in: below), !environment.drawsASCII else { return shade(below) }
    for column in below.column..<below.endColumn {
      var style = cell(column: column, row: below.row).style
      style.foreground = background(style)
      surface.put("▀", column: column, row: below.row, style: style)
    }
  }
}
