import Foundation
import Testing

@testable import SpinTTY

/// The bundled themes can be read: text with a contrast of 4.5, borders with one of 3.
///
/// These are the limits of WCAG 2.2 for text (success criterion 1.4.3) and for parts of an interface
/// (1.4.11).
@Suite struct ThemeContrastTests {
  private static let inks: [Theme.Token] = [
    .text, .secondary, .accent, .success, .warning, .error,
  ]

  /// The backgrounds of well-known colour schemes of terminals, where a theme has none of its own.
  private static func usualGrounds(_ appearance: Appearance) -> [Color] {
    appearance == .dark
      ? [
        .rgb(0, 0, 0), .rgb(0x1E, 0x1E, 0x1E), .rgb(0x28, 0x2C, 0x34), .rgb(0x30, 0x0A, 0x24),
        .rgb(0x00, 0x2B, 0x36), .rgb(0x28, 0x2A, 0x36), .rgb(0x1A, 0x1B, 0x26),
        .rgb(0x2E, 0x34, 0x40),
      ]
      : [
        .rgb(255, 255, 255), .rgb(0xFA, 0xFA, 0xFA), .rgb(0xFD, 0xF6, 0xE3),
        .rgb(0xEF, 0xF1, 0xF5),
      ]
  }

  /// The relative luminance of a colour by WCAG 2, exactly.
  private static func luminance(_ color: Color) throws -> Double {
    let (red, green, blue) = try #require(color.components)
    let parts = [red, green, blue].map { part -> Double in
      let part = Double(part) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  private static func contrast(_ left: Color, _ right: Color) throws -> Double {
    let (one, other) = (try luminance(left), try luminance(right))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  @Test(arguments: Theme.bundled.map(\.name), Appearance.allCases)
  func textHasAContrastOfFourAndAHalfAndABorderOneOfThree(
    _ name: String, _ appearance: Appearance
  ) throws {
    let theme = try #require(Theme.named(name))
    for colors in [ColorProfile.trueColor, .ansi256] {
      func style(_ token: Theme.Token) -> Style {
        theme.style(token, appearance, colors: colors)
      }
      let own = style(.text).background.map { [$0] } ?? Self.usualGrounds(appearance)
      let surface = try #require(style(.surface).background)
      let field = try #require(style(.field).background)
      let track = try #require(style(.track).foreground)
      let environment = ViewEnvironment(appearance: appearance, theme: theme, colors: colors)
      let menu = try #require(environment.layerStyle(isMenu: true).background)
      for page in own where style(.text).background != nil {
        #expect(surface != page, "The inside of a border lies above the page, with \(colors).")
      }
      #expect(field != surface && track != surface && field != track, "with \(colors)")
      let ink = style(.text).foreground ?? (appearance == .dark ? .palette(7) : .palette(0))
      for token in Self.inks {
        // Controls have the track as their background; code, a log and a menu show signals.
        let isOfControls = [.text, .secondary, .accent].contains(token)
        for ground in own + [surface, field, menu] + (isOfControls ? [track] : []) {
          let contrast = try Self.contrast(style(token).foreground ?? ink, ground)
          #expect(contrast >= 4.5, "\(token) on \(ground) with \(colors): \(contrast)")
        }
      }
      for token in [Theme.Token.border, .focus] {
        let color = try #require(style(token).foreground)
        for ground in own + [surface, field] {
          let contrast = try Self.contrast(color, ground)
          #expect(contrast >= 3, "\(token) on \(ground) with \(colors): \(contrast)")
        }
      }
      // Plates: what has the focus, the default button, a plain one, and one that destroys something.
      let danger = Style(filling: try #require(style(.error).foreground), on: style(.text))
      for plate in [Theme.Token.selection, .primary, .control].map(style) + [danger] {
        let (text, ground) = (try #require(plate.foreground), try #require(plate.background))
        #expect(try Self.contrast(text, ground) >= 4.5, "\(plate) with \(colors)")
        for around in own + [surface] {
          // The terminal's own background, which may be lighter than usual, is not the theme's.
          let least = around == surface || style(.text).background != nil ? 1.5 : 1.45
          #expect(try Self.contrast(ground, around) >= least, "\(plate) on \(around)")
        }
      }
    }
  }

  /// The degrees between the hues of two colours.
  private static func turn(_ left: Color, _ right: Color) throws -> Double {
    func hue(_ color: Color) throws -> Double {
      let (red, green, blue) = try #require(color.components)
      // The angle in the plane across the axis of greys.
      return atan2(sqrt(3) * Double(green - blue), Double(2 * red - green - blue)) * 180 / .pi
    }
    let turn = abs(try hue(left) - hue(right))
    return min(turn, 360 - turn)
  }

  @Test(arguments: Theme.bundled.map(\.name), Appearance.allCases)
  func seriesDifferFromSignalsAndFromEachOtherInHueAndLightness(
    _ name: String, _ appearance: Appearance
  ) throws {
    let theme = try #require(Theme.named(name))
    let styles = theme.styles(appearance)
    let series = theme.series(appearance)
    #expect(series.count == 6 && Set(series).count == 6)
    let page = styles[.text]?.background ?? (appearance == .dark ? .palette(16) : .palette(231))
    let signals = [styles[.warning], styles[.error]].compactMap { $0?.foreground }
    for (number, color) in series.enumerated() {
      for ground in [page, try #require(styles[.surface]?.background)] {
        #expect(try Self.contrast(color, ground) >= 3, "\(number) on \(ground)")
      }
      for signal in signals {
        #expect(try Self.turn(color, signal) >= 35, "\(number) and \(signal)")
        #expect(try Self.contrast(color, signal) >= 1.1, "\(number) and \(signal)")
      }
    }
    // The first two, which most charts have, also differ without their hues.
    #expect(try Self.contrast(series[0], series[1]) >= 1.5)
    for (number, color) in series.prefix(4).enumerated() {
      for other in series[..<number] {
        let (turn, contrast) = (try Self.turn(color, other), try Self.contrast(color, other))
        #expect(turn >= 15 && contrast >= 1.1, "\(number): \(turn), \(contrast)")
      }
    }
  }

  @Test(arguments: Appearance.allCases)
  func aHighContrastIsSevenForAllText(_ appearance: Appearance) throws {
    let theme = Theme.highContrast
    let ground = try #require(theme.style(.text, appearance).background)
    let surface = try #require(theme.style(.surface, appearance).background)
    for token in Self.inks {
      let ink = try #require(theme.style(token, appearance).foreground)
      #expect(try Self.contrast(ink, ground) >= 7)
      #expect(try Self.contrast(ink, surface) >= 7)
      // The selected row too.
      let bar = theme.style(.selection, appearance).laid(
        over: Style(foreground: ink), on: theme.style(.text, appearance))
      let (text, plate) = (try #require(bar.foreground), try #require(bar.background))
      #expect(try Self.contrast(text, plate) >= 7, "\(token)")
    }
  }

  @Test(arguments: Theme.bundled.map(\.name), Appearance.allCases)
  func withSixteenColoursTheFocusKeepsAHueAndTheRestIsQuiet(
    _ name: String, _ appearance: Appearance
  ) throws {
    let theme = try #require(Theme.named(name))
    let focus = theme.style(.focus, appearance, colors: .ansi16)
    let color = try #require(focus.foreground)
    #expect([1, 2, 3, 4, 5, 6].contains { color == .palette($0) || color == .palette($0 + 8) })
    #expect(theme.style(.track, appearance, colors: .ansi16) == Style(attributes: .dim))
    let text = theme.style(.text, appearance, colors: .ansi16)
    #expect(theme.style(.surface, appearance, colors: .ansi16) == text)
  }

  @Test func aBundledThemeHasANameOfItsOwn() {
    #expect(Set(Theme.bundled.map(\.name)).count == 6)
    #expect(Set(Theme.bundled.map(\.theme)).count == 6)
    #expect(Theme.named("nord") == .nord)
    #expect(Theme.named("none") == nil)
  }

  @Test func aThemeWithABackgroundMixesWhatItLeavesOpen() {
    let theme = Theme(
      Theme.Styles(
        text: Style(foreground: .rgb(200, 200, 200), background: .rgb(0, 0, 100)),
        accent: Style(foreground: .rgb(250, 100, 100), attributes: .bold)))
    #expect(theme.styles(.dark)[.focus] == Style(foreground: .rgb(250, 100, 100)))
    #expect(theme.styles(.dark)[.surface] == Style(background: .rgb(16, 16, 108)))
    #expect(theme.styles(.light)[.track] == Style(foreground: .rgb(36, 36, 118)))
    #expect(theme.styles(.dark)[.field] == Style(background: .rgb(0, 0, 70)))
    let filled = Style(
      foreground: .rgb(0, 0, 100), background: .rgb(250, 100, 100), attributes: .bold)
    #expect(theme.styles(.dark)[.primary] == filled)
  }

  @Test func aSaturatedColourIsNoGreyWithSixteenColours() {
    var reducer = ColorReducer(profile: .ansi16)
    #expect(reducer.reduce(.rgb(95, 175, 255)) == .palette(12))
    #expect(reducer.reduce(.rgb(0x88, 0xC0, 0xD0)) == .palette(6))
    #expect(reducer.reduce(.rgb(0xFE, 0x80, 0x19)) == .palette(3))
    // Without a hue, the nearest grey is meant.
    #expect(reducer.reduce(.rgb(120, 125, 130)) == .palette(8))
    #expect(reducer.reduce(.rgb(20, 60, 20)) == .palette(0))
  }
}
