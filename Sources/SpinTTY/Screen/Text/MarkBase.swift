/// Tells which combining marks have no character to combine with, scalar by scalar.
///
/// A terminal puts such a mark on whatever stands before it, or drops it.
struct MarkBase {
  /// The character that is shown with such a mark: a dotted circle, U+25CC.
  static let substitute = "\u{25CC}"

  /// Whether the next mark has a character to combine with.
  var isThere = false

  /// Takes the next scalar of a text; returns whether it is a visible mark without a character.
  mutating func isMissed(by scalar: ClusterScanner.Scalar) -> Bool {
    switch scalar.traits.breakClass {
    case .control: isThere = false
    case .extend, .bareExtend, .linker, .joiner:
      if isThere { return false }
      // Some marks have a column of their own, such as the sound marks of halfwidth kana.
      isThere = scalar.traits.width > 0
      return !isThere && MarkBase.isVisible(scalar.value)
    default: isThere = true
    }
    return false
  }

  private static func isVisible(_ mark: UInt32) -> Bool {
    guard let properties = Unicode.Scalar(mark)?.properties else { return false }
    let isMark = [.nonspacingMark, .enclosingMark].contains(properties.generalCategory)
    return isMark && !properties.isDefaultIgnorableCodePoint
  }
}
