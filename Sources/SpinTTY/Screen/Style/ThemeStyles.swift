extension Theme {
  /// The styles of a theme for one background; `nil` stands for the style of ``Theme/standard``.
  public struct Styles: Hashable, Sendable {
    /// Text, and the background of everything if it has one.
    public var text: Style?
    /// Less important text.
    public var secondary: Style?
    /// Emphasis.
    public var accent: Style?
    /// The button that enter clicks, with the focus; by default filled with the accent.
    public var primary: Style?
    /// The selected row or option of the view that has the focus.
    public var selection: Style?
    /// Borders and dividers.
    public var border: Style?
    /// The border around the region that has the focus; by default in the colour of the accent.
    public var focus: Style?
    /// The background of what lies above the page: the inside of borders, layers and rows of help.
    public var surface: Style?
    /// The background of what lies deeper: text fields, and code.
    public var field: Style?
    /// The rest of bars, the lines of scrollbars, the background of controls and titles of tables.
    public var track: Style?
    /// Text that reports a success.
    public var success: Style?
    /// Text that warns of a problem.
    public var warning: Style?
    /// Text that reports a failure, and an invalid value.
    public var error: Style?

    /// Creates styles.
    public init(
      text: Style? = nil, secondary: Style? = nil, accent: Style? = nil, primary: Style? = nil,
      selection: Style? = nil, border: Style? = nil, focus: Style? = nil, surface: Style? = nil,
      field: Style? = nil, track: Style? = nil, success: Style? = nil, warning: Style? = nil,
      error: Style? = nil
    ) {
      self.text = text
      self.secondary = secondary
      self.accent = accent
      self.primary = primary
      self.selection = selection
      self.border = border
      self.focus = focus
      self.surface = surface
      self.field = field
      self.track = track
      self.success = success
      self.warning = warning
      self.error = error
    }

    /// The style of a token.
    public subscript(token: Token) -> Style? {
      switch token {
      case .text: text
      case .secondary: secondary
      case .accent: accent
      case .primary: primary
      case .selection: selection
      case .border: border
      case .focus: focus
      case .surface: surface
      case .field: field
      case .track: track
      case .success: success
      case .warning: warning
      case .error: error
      }
    }
  }
}

extension Theme.Styles {
  /// Returns these styles completed by the standard ones.
  func completed(for appearance: Appearance, _ colors: ColorProfile) -> Theme.Styles {
    let isDark = appearance == .dark
    return over(
      colors >= .ansi256
        ? isDark ? .standardDark : .standardLight : isDark ? .basicDark : .basicLight)
  }

  // NB: entries of the palette, which take fewer bytes than 24-bit colours.
  private static let standardDark = Theme.Styles(
    text: .plain, secondary: Style(foreground: .palette(249)),
    accent: Style(foreground: .palette(117)),
    selection: Style(foreground: .palette(231), background: .palette(25)),
    border: Style(foreground: .palette(244)), focus: Style(foreground: .palette(117)),
    surface: Style(background: .palette(235)), field: Style(background: .palette(233)),
    track: Style(foreground: .palette(238)),
    success: Style(foreground: .palette(114)), warning: Style(foreground: .palette(221)),
    error: Style(foreground: .palette(210)))

  private static let standardLight = Theme.Styles(
    text: .plain, secondary: Style(foreground: .palette(240)),
    accent: Style(foreground: .palette(25)),
    selection: Style(foreground: .palette(231), background: .palette(25)),
    border: Style(foreground: .palette(244)), focus: Style(foreground: .palette(25)),
    surface: Style(background: .palette(255)), field: Style(background: .palette(231)),
    track: Style(foreground: .palette(253)),
    success: Style(foreground: .palette(22)), warning: Style(foreground: .palette(94)),
    error: Style(foreground: .palette(124)))

  /// The standard for at most 16 colours, which each terminal defines itself.
  private static let basicDark = Theme.Styles(
    text: .plain, secondary: Style(attributes: .dim), accent: Style(attributes: .bold),
    selection: Style(attributes: .reverse), border: .plain,
    focus: Style(foreground: .cyan, attributes: .bold), surface: .plain,
    track: Style(attributes: .dim), success: Style(foreground: .green),
    warning: Style(foreground: .yellow), error: Style(foreground: .red))

  private static let basicLight = Theme.Styles(
    text: .plain, secondary: Style(attributes: .dim), accent: Style(attributes: .bold),
    selection: Style(attributes: .reverse), border: .plain,
    focus: Style(foreground: .blue, attributes: .bold), surface: .plain,
    track: Style(attributes: .dim), success: Style(foreground: .palette(28)),
    warning: Style(foreground: .palette(130)), error: Style(foreground: .palette(160)))

  /// Returns these styles completed by those of `base`.
  private func over(_ base: Theme.Styles) -> Theme.Styles {
    func mixed(_ part: Double) -> Color? {
      guard let ground = text?.background, let ink = text?.foreground else { return nil }
      return ground.mixed(with: ink, part)
    }
    let own = accent?.foreground.map { Style(foreground: $0) }
    return Theme.Styles(
      text: text ?? base.text, secondary: secondary ?? base.secondary,
      accent: accent ?? base.accent, primary: primary ?? filled(accent ?? base.accent),
      selection: selection ?? base.selection, border: border ?? base.border,
      focus: focus ?? own ?? base.focus,
      surface: surface ?? mixed(0.08).map { Style(background: $0) } ?? base.surface,
      field: field ?? sunken.map { Style(background: $0) } ?? base.field,
      track: track ?? mixed(0.18).map { Style(foreground: $0) } ?? base.track,
      success: success ?? base.success, warning: warning ?? base.warning,
      error: error ?? base.error)
  }

  /// A background on the other side of the text's own than its ink; `nil` if the text has none.
  private var sunken: Color? {
    guard let ground = text?.background, let ink = text?.foreground else { return nil }
    let isDark = ground.contrast(to: .rgb(0, 0, 0)) < ink.contrast(to: .rgb(0, 0, 0))
    return isDark
      ? ground.mixed(with: .rgb(0, 0, 0), 0.3) : ground.mixed(with: .rgb(255, 255, 255), 0.6)
  }

  /// Returns a style with the accent as its background, and text that can be read on it.
  private func filled(_ accent: Style?) -> Style? {
    guard let ground = accent?.foreground?.chosen else { return accent }
    let inks = [text?.background?.chosen, text?.foreground?.chosen, .palette(16), .palette(231)]
      .compactMap { $0 }
    let ink =
      inks.first { $0.contrast(to: ground) >= ThemeReduction.leastContrast(.trueColor) }
      ?? inks.max { $0.contrast(to: ground) < $1.contrast(to: ground) }
    return Style(foreground: ink, background: ground, attributes: .bold)
  }
}
