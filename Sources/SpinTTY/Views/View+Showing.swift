extension View {
  /// Draws the view on a canvas, from the top left corner, as a frame does.
  ///
  /// The canvas should be clear. The canvas decides how text is measured, not the environment.
  public func show(on canvas: Canvas, in environment: ViewEnvironment = ViewEnvironment()) {
    var environment = environment
    environment.widths = canvas.widths
    if environment.focus != nil { environment.isFocused = false }
    let text = environment.page
    let surface = canvas.surface.styled(text)
    // A clear canvas already has the terminal's own background.
    if text.background != nil { surface.fill() }
    resolved.place(in: surface, at: .topLeading, in: environment)
    canvas.extendHelpRow(environment.style(.surface))
  }

  /// Describes the view as lines of text, in reading order, for pipes, logs and screen readers.
  ///
  /// The lines contain no escape sequences and no decoration: no borders, dividers or padding, and
  /// only the blank lines inside a text. A progress bar becomes `[#####-----] 5/10`, a chart its labels and
  /// values, and a list the 20 rows around the selected one, with `>` before that.
  ///
  /// - Parameters:
  ///   - width: The number of columns at which lines wrap, between words; `nil` never wraps.
  ///   - environment: The environment that the view is described in.
  /// - Returns: The lines.
  public func plainLines(
    width: Int? = nil, in environment: ViewEnvironment = ViewEnvironment()
  ) -> [String] {
    words(width: width, in: environment).lines
  }

  /// Describes the view with all rows of its lists.
  func wholeLines(in environment: ViewEnvironment) -> [String] {
    words(width: nil, in: environment, isWhole: true).lines
  }

  /// The regions of the view, those that are scrolled out of sight included.
  func describedRegions(in environment: ViewEnvironment) -> Set<RegionKey> {
    let regions = DescribedRegions()
    _ = words(width: nil, in: environment, noting: regions)
    return regions.keys
  }

  private func words(
    width: Int?, in environment: ViewEnvironment, isWhole: Bool = false,
    noting regions: DescribedRegions? = nil
  ) -> PlainText {
    var environment = environment
    environment.isASCII = true
    environment.opensLinks = false
    if environment.focus != nil { environment.isFocused = false }
    var text = PlainText(
      width: width, widths: environment.widths, isWhole: isWhole, noting: regions)
    resolved.describe(into: &text, in: environment)
    return text
  }

  /// Draws the view at its own size, aligned in a surface; a view that fills gets the whole surface.
  func place(in surface: Surface, at alignment: Alignment, in environment: ViewEnvironment) {
    guard !surface.size.isEmpty else { return }
    let size = surface.size
    let own = measure(Proposal(size), in: environment)
    func length(_ own: Int, in room: Int, along axis: Axis) -> Int {
      own < room ? constraint(along: axis, in: environment).filled(own, in: room) : own
    }
    let wanted = Size(
      columns: length(own.columns, in: size.columns, along: .horizontal),
      rows: length(own.rows, in: size.rows, along: .vertical))
    let place = alignment.place(wanted, in: size)
    draw(into: surface.region(place), in: environment)
  }
}
