import Foundation
import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct ThemeTests {
  private static let profiles = ColorProfile.allCases
  private static let limits: [(ColorProfile, Double)] = [(.ansi16, 3), (.ansi256, 4.5)]

  /// A theme with colours of its own, backgrounds among them.
  private static let ocean = Theme(
    dark: Theme.Styles(
      text: Style(foreground: .rgb(220, 230, 240), background: .rgb(10, 25, 45)),
      secondary: Style(foreground: .rgb(130, 150, 170)),
      accent: Style(foreground: .rgb(95, 215, 255)),
      selection: Style(foreground: .rgb(255, 255, 255), background: .rgb(0, 95, 135)),
      success: Style(foreground: .rgb(120, 220, 140)),
      warning: Style(foreground: .rgb(250, 190, 90)),
      error: Style(foreground: .rgb(255, 120, 120))),
    light: Theme.Styles(
      accent: Style(foreground: .rgb(0, 95, 135)),
      selection: Style(background: .rgb(175, 215, 255))))

  /// The contrast by the formula of WCAG 2.
  private static func contrast(_ left: Color, _ right: Color) -> Double {
    func luminance(_ color: Color) -> Double {
      guard let (red, green, blue) = color.components else { return 0.18 }
      let parts = [red, green, blue].map { part -> Double in
        let part = Double(part) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (one, other) = (luminance(left), luminance(right))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// The colours in which a token is seen, on a terminal with black and white.
  private static func seen(
    _ token: Theme.Token, _ theme: Theme, _ appearance: Appearance, _ colors: ColorProfile
  ) -> (text: Color, ground: Color) {
    let base = theme.style(.text, appearance, colors: colors)
    let style = theme.style(token, appearance, colors: colors).over(base)
    func own(_ isInk: Bool) -> Color {
      isInk == (appearance == .dark) ? (isInk ? .palette(7) : .palette(15)) : .palette(0)
    }
    let text = style.foreground.flatMap { $0 == .default ? nil : $0 } ?? own(true)
    let ground = style.background.flatMap { $0 == .default ? nil : $0 } ?? own(false)
    return style.attributes.contains(.reverse) ? (ground, text) : (text, ground)
  }

  @Test func theContrastIsThatOfWCAG() {
    #expect(Color.rgb(0, 0, 0).contrast(to: .rgb(255, 255, 255)) == 21)
    #expect(Color.red.contrast(to: .red) == 1)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let (left, right) = (Self.color(&generator), Self.color(&generator))
      let exact = Self.contrast(left, right)
      #expect(abs(left.contrast(to: right) - exact) < 0.04 * exact)
    }
  }

  @Test func withSixteenColoursAndWithoutTheStandardThemeUsesAttributes() {
    for appearance in Appearance.allCases {
      for colors in [ColorProfile.none, .ansi16] {
        func style(_ token: Theme.Token) -> Style {
          Theme.standard.style(token, appearance, colors: colors)
        }
        #expect(style(.text) == .plain && style(.border) == .plain)
        #expect(style(.surface) == .plain && style(.field) == .plain)
        #expect(style(.primary) == style(.accent))
        #expect(style(.secondary) == Style(attributes: .dim))
        #expect(style(.track) == Style(attributes: .dim))
        #expect(style(.accent) == Style(attributes: .bold))
        #expect(style(.selection) == Style(attributes: .reverse))
        #expect(style(.focus).attributes == .bold)
        #expect((style(.focus).foreground == nil) == (colors == .none))
      }
    }
  }

  @Test func theStandardThemeLeavesTextAndItsBackgroundToTheTerminal() {
    for appearance in Appearance.allCases {
      for colors in Self.profiles {
        #expect(Theme.standard.style(.text, appearance, colors: colors) == .plain)
      }
      #expect(Theme.standard.style(.selection, appearance).attributes.isEmpty)
    }
  }

  @Test(arguments: [Theme.standard, ocean])
  func everyTokenCanBeRead(_ theme: Theme) {
    for appearance in Appearance.allCases {
      for colors in Self.profiles.dropFirst() {
        for token in Theme.Token.allCases where ![.surface, .field, .track].contains(token) {
          let (text, ground) = Self.seen(token, theme, appearance, colors)
          // The first sixteen are the terminal's own, which knows its background.
          let least = token == .border || colors == .ansi16 ? 3 : 4.5
          let contrast = Self.contrast(text, ground)
          #expect(contrast > least - 0.1, "\(token) on \(appearance) with \(colors): \(contrast)")
        }
      }
    }
  }

  @Test func withFewerColoursATokenIsReadAsWellAsBeforeOrWellEnough() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let theme = Theme(dark: Self.styles(&generator), light: Self.styles(&generator))
      for appearance in Appearance.allCases {
        for (colors, least) in Self.limits {
          let grounds: [Theme.Token] = [.surface, .field, .track]
          for token in Theme.Token.allCases where !grounds.contains(token) {
            // With sixteen colours, it has no background.
            if token == .primary, colors == .ansi16 { continue }
            let (before, ground) = Self.seen(token, theme, appearance, .trueColor)
            let (text, after) = Self.seen(token, theme, appearance, colors)
            // A text on a background of its own is at least as good as black or white on it.
            let wanted = min(least, Self.contrast(before, ground)) * 0.9
            let style = theme.style(token, appearance, colors: colors)
            guard style.foreground != nil || style.background != nil else { continue }
            #expect(Self.contrast(text, after) >= wanted, "\(token): \(style)")
          }
        }
      }
    }
  }

  @Test func aSelectionCanBeToldFromItsSurroundings() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let theme = Theme(dark: Self.styles(&generator), light: Self.styles(&generator))
      for appearance in Appearance.allCases {
        for (colors, _) in Self.limits {
          let style = theme.style(.selection, appearance, colors: colors)
          if style.attributes.contains(.reverse) { continue }
          let before = Self.contrast(
            Self.seen(.selection, theme, appearance, .trueColor).ground,
            Self.seen(.text, theme, appearance, .trueColor).ground)
          let after = Self.contrast(
            Self.seen(.selection, theme, appearance, colors).ground,
            Self.seen(.text, theme, appearance, colors).ground)
          #expect(after >= min(ThemeReduction.leastDifference, before) * 0.95)
        }
      }
    }
    // The nearest of the 16 colours is the background itself.
    let pale = Theme(
      dark: Theme.Styles(selection: Style(background: .rgb(30, 30, 40))), light: .init())
    #expect(pale.style(.selection, .dark, colors: .ansi16) == Style(attributes: .reverse))
  }

  @Test func withoutColoursAttributesTellTheTokensApart() {
    for appearance in Appearance.allCases {
      let styles = Theme.Token.allCases.map {
        Self.ocean.style($0, appearance, colors: .none)
      }
      #expect(styles.allSatisfy { $0.foreground == nil && $0.background == nil })
      #expect(styles[Theme.Token.selection.rawValue].attributes == .reverse)
      #expect(styles[Theme.Token.accent.rawValue].attributes == .bold)
      #expect(styles[Theme.Token.secondary.rawValue].attributes == .dim)
    }
  }

  @Test func withSixteenColoursSignalsAreThoseOfTheTerminal() {
    func colors(_ appearance: Appearance) -> [Color?] {
      [.success, .warning, .error].map {
        Self.ocean.style($0, appearance, colors: .ansi16).foreground
      }
    }
    #expect(colors(.dark) == [.green, .yellow, .red])
    // Green and yellow of xterm cannot be read on white.
    #expect(colors(.light) == [nil, nil, .red])
    #expect(Self.ocean.style(.warning, .light, colors: .ansi16).attributes == .bold)
  }

  @Test func whatAThemeLeavesOpenIsAsInTheStandard() {
    let theme = Theme(dark: Theme.Styles(accent: Style(foreground: .cyan)), light: .init())
    #expect(theme.styles(.dark)[.accent] == Style(foreground: .cyan))
    #expect(theme.styles(.dark)[.focus] == Style(foreground: .cyan), "It goes with the accent.")
    #expect(theme.styles(.dark)[.error] == Theme.standard.styles(.dark)[.error])
    #expect(theme.styles(.light) == Theme.standard.styles(.light))
    #expect(theme != .standard)
    #expect(Theme(dark: .init(), light: .init()) == .standard)
    #expect(Set([Theme.standard, Theme(dark: .init(), light: .init())]).count == 1)
  }

  private static func color(_ generator: inout SeededGenerator) -> Color {
    .rgb(
      UInt8(generator.number(0..<256)), UInt8(generator.number(0..<256)),
      UInt8(generator.number(0..<256)))
  }

  private static func styles(_ generator: inout SeededGenerator) -> Theme.Styles {
    func style(_ hasBackground: Bool = false) -> Style {
      Style(
        foreground: generator.once(in: 4) ? nil : color(&generator),
        background: hasBackground ? color(&generator) : nil)
    }
    return Theme.Styles(
      text: style(generator.once(in: 2)), secondary: style(), accent: style(),
      selection: style(true), border: style(), focus: style(), success: style(), warning: style(),
      error: style(generator.once(in: 3)))
  }
}
