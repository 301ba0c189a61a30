/// The complete style of a cell, with every property set.
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

  /// Whether a blank in this style shows only its background.
  var isBareBlank: Bool {
    attributes.isDisjoint(with: [.reverse, .strike]) && underline == .none && link == nil
  }

  /// Returns the style in which a blank looks like a full block in this one, or `nil` if there is
  /// none.
  ///
  /// Terminals disagree on whether faint reversed text has a faint background. Without colours, a
  /// background is shown in reverse already.
  func filling(for colors: ColorProfile) -> CellStyle? {
    if attributes.contains(.dim) || colors == .none && background != .default { return nil }
    var style = self
    style.attributes.formSymmetricDifference(.reverse)
    style.attributes.remove(.strike)
    style.underline = .none
    style.underlineColor = .default
    return style
  }

  /// Returns the style reduced to the capabilities of a terminal.
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

  /// The attributes that replace colours on a terminal without them: reverse for a background, and
  /// bold for bright text.
  private var substitutes: Attributes {
    var attributes: Attributes = []
    if background != .default { attributes.insert(.reverse) }
    if case .palette(8...15) = foreground.form { attributes.insert(.bold) }
    return attributes
  }
}

extension Style {
  /// Creates a style from a cell's style, with `nil` for the terminal's own properties.
  init(_ style: CellStyle) {
    self.init(
      foreground: style.foreground == .default ? nil : style.foreground,
      background: style.background == .default ? nil : style.background,
      attributes: style.attributes, underline: style.underline == .none ? nil : style.underline,
      underlineColor: style.underlineColor == .default ? nil : style.underlineColor,
      link: style.link)
  }
}
