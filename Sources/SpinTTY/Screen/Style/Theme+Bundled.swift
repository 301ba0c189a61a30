extension Theme {
  /// The bundled themes by name: `standard`, `nord`, `gruvbox`, `catppuccin`, `solarized` and
  /// `high-contrast`.
  ///
  /// All have a background of their own except the standard one. Where a colour of the original has
  /// a contrast below 4.5 as text, or below 3 as a border, on the background, the surface or a
  /// menu, the theme has it lighter or darker; the contrast is that of WCAG 2.
  public static let bundled: [(name: String, theme: Theme)] = [
    ("standard", .standard), ("nord", .nord), ("gruvbox", .gruvbox), ("catppuccin", .catppuccin),
    ("solarized", .solarized), ("high-contrast", .highContrast),
  ]

  /// Returns the bundled theme of a name, or `nil` if there is none.
  public static func named(_ name: String) -> Theme? {
    bundled.first { $0.name == name }?.theme
  }

  /// The colours of Nord, by Arctic Ice Studio and Sven Greb (https://www.nordtheme.com):
  /// polar night and frost; on a light background, snow storm.
  public static let nord = Theme(
    dark: Styles(
      text: ink(0xE5E9F0, on: 0x2E3440), secondary: ink(0xB5BDCB), accent: ink(0x92C5D4),
      selection: ink(0xECEFF4, on: 0x4A6A96),
      border: ink(0x7E8AA3), surface: Style(background: rgb(0x373E4C)), track: ink(0x434C5E),
      success: ink(0xA3BE8C), warning: ink(0xEBCB8B), error: ink(0xE69FA5),
      series: colors(0x92C5D4, 0xB48EAD, 0xDAE5D1, 0x6C8FB8, 0xCCDCF0, 0x8BA277)),
    light: Styles(
      text: ink(0x2E3440, on: 0xECEFF4), secondary: ink(0x4C566A), accent: ink(0x3F5F8C),
      selection: ink(0xECEFF4, on: 0x4F6E9B),
      border: ink(0x758199), surface: Style(background: rgb(0xE0E5EE)), track: ink(0xD3DAE6),
      success: ink(0x4F6B3A), warning: ink(0x87581D), error: ink(0xA4424C),
      series: colors(0x3A5781, 0x8E74A8, 0x4F344B, 0x417574, 0x37554B, 0x1A2943)))

  /// The colours of gruvbox, by Pavel Pertsev (https://github.com/morhetz/gruvbox):
  /// dark and light in medium contrast.
  public static let gruvbox = Theme(
    dark: Styles(
      text: ink(0xEBDBB2, on: 0x282828), secondary: ink(0xBDAE93), accent: ink(0x86C6A6),
      selection: ink(0xFBF1C7, on: 0x076678),
      border: ink(0x84786D), surface: Style(background: rgb(0x32302F)), track: ink(0x45403D),
      success: ink(0xB8BB26), warning: ink(0xFABD2F), error: ink(0xFB7A6B),
      series: colors(0x86C6A6, 0x8C719D, 0x6C98B5, 0xD2E6CB, 0x6F8C81, 0x95BA97)),
    light: Styles(
      text: ink(0x3C3836, on: 0xFBF1C7), secondary: ink(0x504945), accent: ink(0x076476),
      selection: ink(0xFBF1C7, on: 0x076678),
      border: ink(0x7C6F64), surface: Style(background: rgb(0xF2E5BC)), track: ink(0xE3D3A8),
      success: ink(0x5F5C0B), warning: ink(0xAF3A03), error: ink(0x9D0006),
      series: colors(0x065C6D, 0x32234F, 0x58855A, 0x244430, 0x26494B, 0x427B58)))

  /// The colours of Catppuccin (https://catppuccin.com): Mocha, and on a light background Latte.
  public static let catppuccin = Theme(
    dark: Styles(
      text: ink(0xCDD6F4, on: 0x1E1E2E), secondary: ink(0xA6ADC8), accent: ink(0xCBA6F7),
      selection: ink(0xFFFFFF, on: 0x6C4FA8),
      border: ink(0x7F849C), surface: Style(background: rgb(0x2A2B3C)), track: ink(0x3D3F54),
      success: ink(0xA6E3A1), warning: ink(0xF9E2AF), error: ink(0xF38BA8),
      series: colors(0xCBA6F7, 0x518BA5, 0xA6E3A1, 0xACCAFC, 0x689E95, 0x89DCEB)),
    light: Styles(
      text: ink(0x4C4F69, on: 0xEFF1F5), secondary: ink(0x5A5D75), accent: ink(0x7A30D8),
      selection: ink(0xEFF1F5, on: 0x7A30D8),
      border: ink(0x7F8293), surface: Style(background: rgb(0xE4E7EE)), track: ink(0xD5D9E2),
      success: ink(0x2D701F), warning: ink(0x8A5712), error: ink(0xC40E35),
      series: colors(0x702CC7, 0x038CC3, 0x103887, 0x368825, 0x0D5054, 0x3F4A8B)))

  /// The colours of Solarized, by Ethan Schoonover (https://ethanschoonover.com/solarized):
  /// dark and light.
  public static let solarized = Theme(
    dark: Styles(
      text: ink(0xA9B5B5, on: 0x002B36), secondary: ink(0x9EAAAA), accent: ink(0x59B6AF),
      selection: ink(0xFDF6E3, on: 0x1A6397),
      border: ink(0x6A7F87), surface: Style(background: rgb(0x073642)), track: ink(0x11424F),
      success: ink(0x98A927), warning: ink(0xC19B27), error: ink(0xF2837F),
      series: colors(0x66BCB5, 0x9A76B8, 0xC4C6E7, 0x479CD9, 0xE1D1EF, 0xA8D1ED)),
    light: Styles(
      text: ink(0x43555B, on: 0xFDF6E3), secondary: ink(0x516368), accent: ink(0x155D8F),
      selection: ink(0xFDF6E3, on: 0x1F6EA6),
      border: ink(0x778788), surface: Style(background: rgb(0xEEE8D5)), track: ink(0xE2DBC6),
      success: ink(0x5A6800), warning: ink(0x7C5D00), error: ink(0xBF2A27),
      series: colors(0x155D8F, 0x4C235C, 0x248981, 0x3B3E6C, 0x4C4F89, 0x6C71C4)))

  /// Black and white with few colours, for low vision: text has a contrast of at least 7.
  public static let highContrast = Theme(
    dark: Styles(
      text: ink(0xFFFFFF, on: 0x000000), secondary: ink(0xD7D7D7), accent: ink(0x5FFFFF),
      selection: ink(0x000000, on: 0x5FFFFF),
      border: ink(0xD0D0D0), surface: Style(background: rgb(0x1C1C1C)), track: ink(0x3A3A3A),
      success: ink(0x5FFF5F), warning: ink(0xFFAF00), error: ink(0xFF8787),
      series: colors(0x5FFFFF, 0xAF5FFF, 0x5EB25E, 0xFF87FF, 0x5E7AB2, 0x95D9B7)),
    light: Styles(
      text: ink(0x000000, on: 0xFFFFFF), secondary: ink(0x303030), accent: ink(0x0000AF),
      selection: ink(0xFFFFFF, on: 0x0000AF),
      border: ink(0x303030), surface: Style(background: rgb(0xEEEEEE)), track: ink(0xD0D0D0),
      success: ink(0x005000), warning: ink(0x5F3700), error: ink(0x870000),
      series: colors(0x0000AF, 0x267726, 0x4C8FAB, 0x8700AF, 0x4A004A, 0x008787)))

  private static func rgb(_ value: UInt32) -> Color {
    .rgb(
      UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
      UInt8(truncatingIfNeeded: value))
  }

  private static func colors(_ values: UInt32...) -> [Color] { values.map(rgb) }

  private static func ink(_ color: UInt32, on ground: UInt32? = nil) -> Style {
    Style(foreground: rgb(color), background: ground.map(rgb))
  }
}
