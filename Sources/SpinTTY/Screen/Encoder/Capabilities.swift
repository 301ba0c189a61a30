/// What the terminal can show, and which sequences it knows for drawing.
public struct Capabilities: Hashable, Sendable {
  /// The colours it can show.
  public var colors: ColorProfile
  /// How it measures text.
  public var widths: WidthRules
  /// Whether it holds back what it shows between the marks of mode 2026.
  package var synchronizedOutput: Bool
  /// Whether erasing leaves the current background instead of the default one.
  package var backgroundColorErase: Bool
  /// Whether rows may be scrolled; only on the alternate screen, where no history is touched.
  package var scrolling: Bool
  /// Whether rows can be addressed; an inline view does not know in which row it begins.
  package var absoluteRows: Bool
  /// Whether it knows double, curly, dotted and dashed lines under text, and their colours.
  package var underlineStyles: Bool
  /// Whether it knows links.
  package var hyperlinks: Bool
  /// Whether its window has a title that programs set; others print what sets it.
  package var titles: Bool
  /// Whether its window shows progress; others take it for a notification.
  package var progress: Bool
  /// Whether its background is light; nil if the terminal has not said.
  public var hasLightBackground: Bool?

  /// Creates capabilities; the default is what every terminal can do.
  ///
  /// - Parameters:
  ///   - colors: The colours it can show.
  ///   - widths: How it measures text.
  ///   - synchronizedOutput: Whether it holds back what it shows between the marks of mode 2026.
  ///   - backgroundColorErase: Whether erasing leaves the current background.
  ///   - scrolling: Whether rows may be scrolled.
  ///   - absoluteRows: Whether rows can be addressed.
  ///   - underlineStyles: Whether it knows other underlines than the single one, and their colours.
  ///   - hyperlinks: Whether it knows links.
  ///   - titles: Whether programs can set the title of its window.
  ///   - progress: Whether its window shows progress.
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

  /// Whether the same cells look the same with either.
  func looksAlike(_ other: Capabilities) -> Bool {
    var widths = widths
    widths.isConfirmed = other.widths.isConfirmed
    return colors == other.colors && widths == other.widths
      && underlineStyles == other.underlineStyles && hyperlinks == other.hyperlinks
  }
}
