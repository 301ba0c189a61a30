extension Theme {
  /// The styles of a theme for one background; `nil` stands for the style of ``Theme/standard``.
  public struct Styles: Hashable, Sendable {
    /// The styles in the order of the tokens.
    private var table: [Style?]
    /// The colours of the series of a chart, in 256 colours or more.
    public var series: [Color]?

    /// Creates styles.
    public init(
      text: Style? = nil, secondary: Style? = nil, accent: Style? = nil, primary: Style? = nil,
      selection: Style? = nil, border: Style? = nil, focus: Style? = nil, surface: Style? = nil,
      field: Style? = nil, track: Style? = nil, control: Style? = nil, success: Style? = nil,
      warning: Style? = nil, error: Style? = nil, series: [Color]? = nil
    ) {
      table = [
        text, secondary, accent, primary, selection, border, focus, surface, field, track, control,
        success, warning, error,
      ]
      self.series = series
    }

    /// The style of a token.
    public subscript(token: Token) -> Style? {
      get { table[token.rawValue] }
      set { table[token.rawValue] = newValue }
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
    control: Style(foreground: .palette(255), background: .palette(239)),
    success: Style(foreground: .palette(114)), warning: Style(foreground: .palette(221)),
    error: Style(foreground: .palette(210)),
    series: [117, 135, 193, 72, 213, 63].map { .palette($0) })

  private static let standardLight = Theme.Styles(
    text: .plain, secondary: Style(foreground: .palette(240)),
    accent: Style(foreground: .palette(25)),
    selection: Style(foreground: .palette(231), background: .palette(25)),
    border: Style(foreground: .palette(244)), focus: Style(foreground: .palette(25)),
    surface: Style(background: .palette(255)), field: Style(background: .palette(231)),
    track: Style(foreground: .palette(253)),
    control: Style(foreground: .palette(16), background: .palette(250)),
    success: Style(foreground: .palette(22)), warning: Style(foreground: .palette(94)),
    error: Style(foreground: .palette(124)),
    series: [25, 133, 28, 18, 30, 54].map { .palette($0) })

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
      guard let (ground, ink) = page else { return nil }
      return ground.mixed(with: ink, part)
    }
    var styles = self
    styles.complete(.focus) { self[.accent]?.foreground.map { Style(foreground: $0) } }
    styles.complete(.surface) { mixed(0.08).map { Style(background: $0) } }
    styles.complete(.field) { sunken.map { Style(background: $0) } }
    styles.complete(.track) { mixed(0.18).map { Style(foreground: $0) } }
    for token in Theme.Token.allCases where token != .primary && token != .control {
      styles.complete(token) { base[token] }
    }
    styles.complete(.primary) { [styles] in filled(styles[.accent]) }
    styles.complete(.control) { [styles] in
      plate(styles[.track], on: styles[.surface]) ?? base[.control]
    }
    styles.series = series ?? base.series
    return styles
  }

  /// Sets the style of a token that has none.
  private mutating func complete(_ token: Theme.Token, _ style: () -> Style?) {
    if self[token] == nil { self[token] = style() }
  }

  /// The colours of text and behind it, if the theme has chosen both.
  private var page: (ground: Color, ink: Color)? {
    let text = self[.text]
    guard let ground = text?.background, let ink = text?.foreground else { return nil }
    return (ground, ink)
  }

  /// A background on the other side of the text's own than its ink; `nil` if the text has none.
  private var sunken: Color? {
    guard let (ground, ink) = page else { return nil }
    let isDark = ground.contrast(to: .rgb(0, 0, 0)) < ink.contrast(to: .rgb(0, 0, 0))
    return isDark
      ? ground.mixed(with: .rgb(0, 0, 0), 0.3) : ground.mixed(with: .rgb(255, 255, 255), 0.6)
  }

  /// Returns the track, as far towards the text as it stands out from the page and the surface; `nil`
  /// for text on the terminal's own background.
  private func plate(_ track: Style?, on surface: Style?) -> Style? {
    guard let (ground, ink) = page, let track = track?.foreground else { return nil }
    let grounds = [ground, surface?.background].compactMap { $0 }
    let plates = stride(from: 0, through: 0.6, by: 0.05).lazy.map { track.mixed(with: ink, $0) }
    let plate = plates.first { plate in
      grounds.allSatisfy { plate.contrast(to: $0) >= ThemeReduction.leastPlate }
    }
    return plate.map { plate in
      let isLight = plate.contrast(to: .palette(16)) > plate.contrast(to: .palette(231))
      return Style(
        foreground: ink.readable(on: plate, towards: .palette(isLight ? 16 : 231)),
        background: plate)
    }
  }

  /// Returns a style with the accent as its background, and text that can be read on it.
  private func filled(_ accent: Style?) -> Style? {
    accent?.foreground?.chosen.map { Style(filling: $0, on: self[.text] ?? .plain) } ?? accent
  }
}

extension Style {
  /// Creates the style of a plate: bold text that can be read on a colour, if possible one of the page.
  init(filling ground: Color, on page: Style) {
    let inks = [page.background?.chosen, page.foreground?.chosen, .palette(16), .palette(231)]
      .compactMap { $0 }
    let ink =
      inks.first { $0.contrast(to: ground) >= ThemeReduction.leastContrast(.trueColor) }
      ?? inks.max { $0.contrast(to: ground) < $1.contrast(to: ground) }
    self.init(foreground: ink, background: ground, attributes: .bold)
  }
}
