/// How a cell looks, apart from its text.
///
/// A property that is nil comes from the surroundings of the text: from the style of the surface, or
/// else from the terminal.
public struct Style: Hashable, Sendable {
  /// The colour of the text.
  public var foreground: Color?
  /// The colour behind the text.
  public var background: Color?
  /// Bold, dim, italic, reverse, strike.
  public var attributes: Attributes
  /// The line under the text.
  public var underline: Underline?
  /// The colour of that line, on terminals that can colour it.
  public var underlineColor: Color?
  /// The link that the text belongs to.
  public var link: Link?

  /// Creates a style; the default one changes nothing.
  public init(
    foreground: Color? = nil, background: Color? = nil, attributes: Attributes = [],
    underline: Underline? = nil, underlineColor: Color? = nil, link: Link? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.underline = underline
    self.underlineColor = underlineColor
    self.link = link
  }

  /// Changes nothing.
  public static let plain = Style()

  /// This style, with the properties of `base` where this one leaves them open; attributes add up.
  public func over(_ base: Style) -> Style {
    Style(
      foreground: foreground ?? base.foreground, background: background ?? base.background,
      attributes: attributes.union(base.attributes), underline: underline ?? base.underline,
      underlineColor: underlineColor ?? base.underlineColor, link: link ?? base.link)
  }

  /// The look of a cell under this style: as ``over(_:)``, but with one background for all cells if
  /// this style has one.
  ///
  /// - Parameters:
  ///   - cell: The style of the cell.
  ///   - base: The colours of a background in reverse, unless this style names them.
  /// - Returns: The style to draw.
  func laid(over cell: Style, on base: Style) -> Style {
    var cell = cell
    let isReverse = attributes.contains(.reverse)
    if isReverse { cell.foreground = base.foreground }
    if isReverse || background != nil {
      cell.background = base.background
      cell.attributes.remove(.reverse)
    }
    return over(cell)
  }
}
