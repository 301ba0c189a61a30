extension Theme {
  /// The styles of a theme for one background; `nil` stands for the style of ``Theme/standard``.
  public struct Styles: Hashable, Sendable {
    /// Text, and the background of everything if it has one.
    public var text: Style?
    /// Less important text.
    public var secondary: Style?
    /// Emphasis.
    public var accent: Style?
    /// The selection and the focus.
    public var selection: Style?
    /// Borders and dividers.
    public var border: Style?
    /// Text that reports a success.
    public var success: Style?
    /// Text that warns of a problem.
    public var warning: Style?
    /// Text that reports a failure, and an invalid value.
    public var error: Style?

    /// Creates styles.
    public init(
      text: Style? = nil, secondary: Style? = nil, accent: Style? = nil, selection: Style? = nil,
      border: Style? = nil, success: Style? = nil, warning: Style? = nil, error: Style? = nil
    ) {
      self.text = text
      self.secondary = secondary
      self.accent = accent
      self.selection = selection
      self.border = border
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
      case .selection: selection
      case .border: border
      case .success: success
      case .warning: warning
      case .error: error
      }
    }
  }
}

extension Theme.Styles {
  /// Secondary text on a light background, where many terminals show faint text as black as other
  /// text.
  static let pale = Style(foreground: .palette(242))

  static let standardDark = Theme.Styles(
    text: .plain, secondary: Style(attributes: .dim), accent: Style(attributes: .bold),
    selection: Style(attributes: .reverse), border: .plain, success: Style(foreground: .green),
    warning: Style(foreground: .yellow), error: Style(foreground: .red))

  static let standardLight = Theme.Styles(
    text: .plain, secondary: pale, accent: Style(attributes: .bold),
    selection: Style(attributes: .reverse), border: .plain,
    success: Style(foreground: .palette(28)), warning: Style(foreground: .palette(130)),
    error: Style(foreground: .palette(160)))

  /// Returns these styles completed by those of `base`.
  func over(_ base: Theme.Styles) -> Theme.Styles {
    Theme.Styles(
      text: text ?? base.text, secondary: secondary ?? base.secondary,
      accent: accent ?? base.accent, selection: selection ?? base.selection,
      border: border ?? base.border, success: success ?? base.success,
      warning: warning ?? base.warning, error: error ?? base.error)
  }
}
