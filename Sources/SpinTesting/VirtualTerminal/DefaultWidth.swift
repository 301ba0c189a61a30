extension VirtualTerminal {
  /// Returns the width of a character in columns, by simple rules over the properties in the
  /// standard library.
  ///
  /// A character is as wide as its first scalar: zero columns for marks and format controls, two
  /// for East Asian blocks and for scalars with emoji presentation, and otherwise one. A character
  /// with the emoji selector (U+FE0F) and a pair of regional indicators are two columns wide. The
  /// function knows blocks, not the whole table of East Asian widths; pass your own function if
  /// that matters.
  public static let defaultWidth: @Sendable (Character) -> Int = { character in
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    let own = width(of: first)
    guard own == 1, scalars.count > 1 else { return own }
    let rest = scalars.dropFirst()
    if rest.contains("\u{FE0F}") && first.properties.isEmoji { return 2 }
    return isRegional(first) && rest.first.map(isRegional) == true ? 2 : 1
  }

  private static func isRegional(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII || isRegional(scalar) { return 1 }
    if isZero(scalar) { return 0 }
    if wideBlocks.contains(where: { $0.contains(scalar.value) }) { return 2 }
    return scalar.properties.isEmojiPresentation ? 2 : 1
  }

  private static func isZero(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    case .format: scalar != "\u{AD}"
    default: (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    }
  }

  /// Blocks in which every assigned character is wide or fullwidth (UAX 11).
  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
    0x20000...0x3FFFD,
  ]
}
