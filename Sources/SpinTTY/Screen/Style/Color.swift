/// A colour of a terminal.
public struct Color: Hashable, Sendable {
  /// Two bits for the kind above 24 bits for the value.
  let bits: UInt32

  private init(kind: UInt32, value: UInt32) {
    bits = kind << 24 | value
  }

  /// The terminal's own foreground or background.
  public static let `default` = Color(kind: 0, value: 0)

  /// Returns an entry of the palette: 0 to 7 are named, 8 to 15 their bright forms, then a cube and
  /// greys.
  public static func palette(_ index: UInt8) -> Color {
    Color(kind: 1, value: UInt32(index))
  }

  /// Returns a 24-bit colour.
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    Color(kind: 2, value: UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// The palette's black.
  public static let black = palette(0)
  /// The palette's red.
  public static let red = palette(1)
  /// The palette's green.
  public static let green = palette(2)
  /// The palette's yellow.
  public static let yellow = palette(3)
  /// The palette's blue.
  public static let blue = palette(4)
  /// The palette's magenta.
  public static let magenta = palette(5)
  /// The palette's cyan.
  public static let cyan = palette(6)
  /// The palette's white.
  public static let white = palette(7)

  /// The bright form of one of the eight named colours; any other colour is unchanged.
  public var bright: Color {
    if case .palette(let index) = form, index < 8 { return .palette(index + 8) }
    return self
  }

  /// The kinds of colours, with their values.
  enum Form: Equatable {
    case terminal
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)
  }

  var form: Form {
    switch bits >> 24 {
    case 1: .palette(UInt8(truncatingIfNeeded: bits))
    case 2:
      .rgb(
        UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8),
        UInt8(truncatingIfNeeded: bits))
    default: .terminal
    }
  }
}
