/// The styles of a theme, and their reductions for each kind of terminal, computed once.
final class ThemeLooks: Sendable {
  /// The styles that the theme sets.
  private let dark: Theme.Styles
  private let light: Theme.Styles
  /// The styles by appearance, colour profile and token.
  private let table: [Style]
  /// The colours of series, on a dark and on a light background.
  private let series: [[Color]]

  init(_ dark: Theme.Styles, _ light: Theme.Styles) {
    self.dark = dark
    self.light = light
    var table: [Style] = []
    table.reserveCapacity(
      Appearance.allCases.count * ThemeLooks.profiles.count * Theme.Token.allCases.count)
    for appearance in Appearance.allCases {
      let own = appearance == .dark ? dark : light
      for profile in ThemeLooks.profiles {
        var reduction = ThemeReduction(
          own.completed(for: appearance, profile), appearance, to: profile)
        table += Theme.Token.allCases.map { reduction.style($0) }
      }
    }
    self.table = table
    series = [(Appearance.dark, dark), (.light, light)].map { appearance, own in
      own.completed(for: appearance, .trueColor).series ?? []
    }
  }

  private static let profiles = ColorProfile.allCases

  func styles(_ appearance: Appearance) -> Theme.Styles {
    (appearance == .dark ? dark : light).completed(for: appearance, .trueColor)
  }

  func series(_ appearance: Appearance) -> [Color] { series[appearance == .dark ? 0 : 1] }

  func style(_ token: Theme.Token, _ appearance: Appearance, _ colors: ColorProfile) -> Style {
    let row = (appearance == .dark ? 0 : ThemeLooks.profiles.count) + colors.rawValue
    return table[row * Theme.Token.allCases.count + token.rawValue]
  }
}
