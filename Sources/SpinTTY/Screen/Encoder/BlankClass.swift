/// A class of blanks that look alike, because they show only the same background.
struct BlankClass: Equatable {
  private let bits: UInt32

  /// The class of blanks that show more than a background: reversed, underlined, struck or in a
  /// link.
  static let dressed = BlankClass(bits: .max)

  private init(bits: UInt32) {
    self.bits = bits
  }

  init(number: Int, isErasable: Bool) {
    bits = UInt32(number) << 1 | (isErasable ? 1 : 0)
  }

  /// The class of blanks on the terminal's own background.
  static let plain = BlankClass(number: 0, isErasable: true)

  /// Whether erasing with this background leaves such blanks.
  var isErasable: Bool { self != .dressed && bits & 1 == 1 }
  /// Whether the blanks show only a background.
  var isBare: Bool { self != .dressed }
}
