/// How a cell looks, apart from what is in it.
///
/// A property left at nil takes what lies around the text: the style of the surface it is drawn on,
/// and in the end the terminal's own.
public struct Style: Hashable, Sendable {
  /// The colour of the text.
  public var foreground: Color?
  /// The colour behind the text.
  public var background: Color?
  /// Bold, dim, italic, reverse, strike.
  public var attributes: Attributes
  /// The line under the text.
  public var underline: Underline?
  /// The colour of that line, where a terminal knows how to.
  public var underlineColor: Color?
  /// Where the text leads.
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

  /// This style where it says something, `base` where it does not; attributes add up.
  public func over(_ base: Style) -> Style {
    Style(
      foreground: foreground ?? base.foreground, background: background ?? base.background,
      attributes: attributes.union(base.attributes), underline: underline ?? base.underline,
      underlineColor: underlineColor ?? base.underlineColor, link: link ?? base.link)
  }
}

/// A style with nothing left open, as cells have it.
struct CellStyle: Hashable {
  var foreground = Color.default
  var background = Color.default
  var underlineColor = Color.default
  var attributes: Attributes = []
  var underline = Underline.none
  var link: Link?

  static let plain = CellStyle()

  init() {}

  init(_ style: Style) {
    foreground = style.foreground ?? .default
    background = style.background ?? .default
    attributes = style.attributes
    underline = style.underline ?? .none
    underlineColor = underline == .none ? .default : style.underlineColor ?? .default
    link = style.link
  }

  /// Whether a blank in this style shows nothing but its background.
  var isBareBlank: Bool {
    attributes.isDisjoint(with: [.reverse, .strike]) && underline == .none && link == nil
  }

  /// The same background and nothing else.
  var backgroundOnly: CellStyle {
    var style = CellStyle()
    style.background = background
    return style
  }

  /// What is left of the style on a terminal with these capabilities.
  func reduced(by reducer: inout ColorReducer, for capabilities: Capabilities) -> CellStyle {
    var style = self
    style.foreground = reducer.reduce(foreground)
    style.background = reducer.reduce(background)
    style.underlineColor = reducer.reduce(underlineColor)
    if reducer.profile == .none { style.attributes.formUnion(substitutes) }
    if !capabilities.underlineStyles {
      style.underline = underline == .none ? .none : .single
      style.underlineColor = .default
    }
    if !capabilities.hyperlinks { style.link = nil }
    return style
  }

  /// What stands in for colours where there are none: a ground is reversed, a bright text bold.
  private var substitutes: Attributes {
    var attributes: Attributes = []
    if background != .default { attributes.insert(.reverse) }
    if case .palette(8...15) = foreground.form { attributes.insert(.bold) }
    return attributes
  }
}
