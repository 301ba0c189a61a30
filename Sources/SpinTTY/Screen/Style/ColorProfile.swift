/// The colours that a terminal can show, from none to 24 bits.
public enum ColorProfile: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// No colours, only attributes.
  case none
  /// The first sixteen colours of the palette, which the terminal's settings define.
  case ansi16
  /// The palette of 256 colours.
  case ansi256
  /// 24-bit colours.
  case trueColor

  /// Compares by the number of colours.
  public static func < (left: ColorProfile, right: ColorProfile) -> Bool {
    left.rawValue < right.rawValue
  }
}
