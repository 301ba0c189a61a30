/// The capabilities of a terminal for drawing.
public struct Capabilities: Hashable, Sendable {
  /// The colours that the terminal can show.
  public var colors: ColorProfile
  /// The rules that the terminal measures text by.
  public var widths: WidthRules
  /// Whether the terminal shows the output between the marks of mode 2026 at once.
  package var synchronizedOutput: Bool
  /// Whether erasing leaves the current background instead of the default one.
  package var backgroundColorErase: Bool
  /// Whether rows may be scrolled; only on the alternate screen, where scrolling leaves the history
  /// alone.
  package var scrolling: Bool
  /// Whether rows can be addressed; an inline view does not know its first row.
  package var absoluteRows: Bool
  /// Whether the terminal supports double, curly, dotted and dashed underlines, and their colours.
  package var underlineStyles: Bool
  /// Whether the terminal supports links.
  package var hyperlinks: Bool
  /// Whether programs can set the title of the window; other terminals print the sequence.
  package var titles: Bool
  /// Whether the window shows progress; other terminals show a notification instead.
  package var progress: Bool
  /// Whether the background is light; `nil` if the terminal has not reported it.
  public var hasLightBackground: Bool?

  /// Creates capabilities; the default is supported by every terminal.
  ///
  /// - Parameters:
  ///   - colors: The colours that the terminal can show.
  ///   - widths: The rules that the terminal measures text by.
  ///   - synchronizedOutput: Whether the terminal shows the output between the marks of mode 2026
  ///     at once.
  ///   - backgroundColorErase: Whether erasing leaves the current background.
  ///   - scrolling: Whether rows may be scrolled.
  ///   - absoluteRows: Whether rows can be addressed.
  ///   - underlineStyles: Whether the terminal supports underlines other than the single one, and
  ///     their colours.
  ///   - hyperlinks: Whether the terminal supports links.
  ///   - titles: Whether programs can set the title of the window.
  ///   - progress: Whether the window shows progress.
  public init(
    colors: ColorProfile = .ansi16, widths: WidthRules = WidthRules(),
    synchronizedOutput: Bool = false, backgroundColorErase: Bool = false, scrolling: Bool = false,
    absoluteRows: Bool = true, underlineStyles: Bool = false, hyperlinks: Bool = false,
    titles: Bool = true, progress: Bool = false
  ) {
    self.colors = colors
    self.widths = widths
    self.synchronizedOutput = synchronizedOutput
    self.backgroundColorErase = backgroundColorErase
    self.scrolling = scrolling
    self.absoluteRows = absoluteRows
    self.underlineStyles = underlineStyles
    self.hyperlinks = hyperlinks
    self.titles = titles
    self.progress = progress
  }

  /// Returns whether cells look the same with both capabilities.
  func looksAlike(_ other: Capabilities) -> Bool {
    var widths = widths
    widths.isConfirmed = other.widths.isConfirmed
    return colors == other.colors && widths == other.widths
      && underlineStyles == other.underlineStyles && hyperlinks == other.hyperlinks
  }
}
