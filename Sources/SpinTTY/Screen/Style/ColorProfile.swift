/// The colours a terminal can show, from none to 24 bits.
public enum ColorProfile: Int, Hashable, Sendable, Comparable {
  /// No colour; attributes stay.
  case none
  /// The sixteen of the palette that themes define.
  case ansi16
  /// The palette of 256.
  case ansi256
  /// 24 bits.
  case trueColor

  /// Orders by the number of colours.
  public static func < (left: ColorProfile, right: ColorProfile) -> Bool {
    left.rawValue < right.rawValue
  }
}
