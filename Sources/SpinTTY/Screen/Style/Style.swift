/// The look of text: colours, attributes, underline and link.
///
/// A property that is `nil` comes from the style of the surface, or else from the terminal.
public struct Style: Hashable, Sendable {
  /// The colour of the text.
  public var foreground: Color?
  /// The colour behind the text.
  public var background: Color?
  /// The attributes: bold, dim, italic, reverse and strike.
  public var attributes: Attributes
  /// The line under the text.
  public var underline: Underline?
  /// The colour of the underline, on terminals that support it.
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

  /// A style that changes nothing.
  public static let plain = Style()

  /// Whether the style changes nothing.
  var isPlain: Bool {
    @inline(__always) get {
      foreground == nil && background == nil && attributes.isEmpty && underline == nil
        && underlineColor == nil && link == nil
    }
  }

  /// Returns this style completed by the properties of `base`; attributes add up.
  public func over(_ base: Style) -> Style {
    Style(
      foreground: foreground ?? base.foreground, background: background ?? base.background,
      attributes: attributes.union(base.attributes), underline: underline ?? base.underline,
      underlineColor: underlineColor ?? base.underlineColor, link: link ?? base.link)
  }

  /// Returns the style of a cell under this style.
  ///
  /// The result is like that of ``over(_:)``, but all cells get the same background if this style
  /// has one, even those that are faint: terminals show a faint cell in reverse on another
  /// background. A cell with a colour of its own keeps it there as far as it can be read.
  ///
  /// - Parameters:
  ///   - cell: The style of the cell.
  ///   - base: The style of the surface, whose colours apply unless this style sets them.
  /// - Returns: The style to draw.
  func laid(over cell: Style, on base: Style) -> Style {
    var cell = cell
    let isReverse = attributes.contains(.reverse)
    if isReverse { cell.foreground = base.foreground }
    if isReverse || background != nil {
      cell.background = base.background
      cell.attributes.subtract([.reverse, .dim])
    }
    guard let ground = background, let ink = foreground, let own = cell.foreground,
      own != base.foreground
    else { return over(cell) }
    var style = over(cell)
    style.foreground = own.readable(on: ground, towards: ink)
    return style
  }
}
