import SpinTTY

/// The themes that the user can choose from.
enum Look: String, CaseIterable, Sendable {
  case standard, ocean, amber

  var theme: Theme {
    switch self {
    case .standard: .standard
    case .ocean: .ocean
    case .amber: .amber
    }
  }
}

extension Theme {
  /// Blue on the terminal's own background.
  static let ocean = Theme(
    dark: Styles(
      accent: Style(foreground: .rgb(95, 215, 255)),
      selection: Style(foreground: .rgb(255, 255, 255), background: .rgb(0, 95, 135)),
      border: Style(foreground: .rgb(80, 140, 200))),
    light: Styles(
      accent: Style(foreground: .rgb(0, 95, 135)),
      selection: Style(foreground: .rgb(0, 0, 0), background: .rgb(175, 215, 255)),
      border: Style(foreground: .rgb(50, 110, 170))))

  /// A screen of one colour, with a background of its own.
  static let amber = Theme(
    Styles(
      text: Style(foreground: .rgb(255, 176, 0), background: .rgb(30, 18, 0)),
      secondary: Style(foreground: .rgb(180, 125, 0)),
      accent: Style(foreground: .rgb(255, 214, 120), attributes: .bold),
      selection: Style(foreground: .rgb(30, 18, 0), background: .rgb(255, 176, 0)),
      border: Style(foreground: .rgb(150, 105, 0)), success: Style(foreground: .rgb(200, 220, 90)),
      warning: Style(foreground: .rgb(255, 130, 40)), error: Style(foreground: .rgb(255, 120, 90))))
}
