extension View {
  /// Draws the view on a canvas, from its top left corner, as a frame does.
  ///
  /// The canvas should be clear. Text is measured as the canvas says, not the environment.
  public func show(on canvas: Canvas, in environment: ViewEnvironment = ViewEnvironment()) {
    var environment = environment
    environment.widths = canvas.widths
    if environment.focus != nil { environment.isFocused = false }
    let text = environment.style(.text)
    let surface = canvas.surface.styled(text)
    // A terminal's own background is what a clear canvas has.
    if text.background != nil { surface.fill() }
    resolved.place(in: surface, at: .topLeading, in: environment)
  }

  /// Says the view as lines of text, in reading order, for pipes, logs and screen readers.
  ///
  /// There are no escape sequences in them, and nothing that only decorates: no borders, dividers,
  /// paddings or blank lines. A progress bar is `[#####-----] 5/10`, a chart its labels and values,
  /// a list its rows with `>` before the one that is selected.
  ///
  /// - Parameters:
  ///   - width: The number of columns at which lines wrap, between words; nil never wraps.
  ///   - environment: What the view is to know of where it is shown.
  /// - Returns: The lines.
  public func plainLines(
    width: Int? = nil, in environment: ViewEnvironment = ViewEnvironment()
  ) -> [String] {
    var environment = environment
    environment.isASCII = true
    if environment.focus != nil { environment.isFocused = false }
    var text = PlainText(width: width, widths: environment.widths)
    resolved.describe(into: &text, in: environment)
    return text.lines
  }

  /// Draws the view at the size it takes of a surface, aligned in it.
  func place(in surface: Surface, at alignment: Alignment, in environment: ViewEnvironment) {
    guard !surface.size.isEmpty else { return }
    let wanted = measure(Proposal(surface.size), in: environment)
    let place = alignment.place(wanted, in: surface.size)
    draw(into: surface.region(place), in: environment)
  }
}
