/// Blanks that look alike: nothing is seen of them but the background they have in common.
struct BlankClass: Equatable {
  private let bits: UInt32

  /// A blank that shows more than its background: reversed, underlined, struck, part of a link.
  static let dressed = BlankClass(bits: .max)

  private init(bits: UInt32) {
    self.bits = bits
  }

  init(number: Int, isErasable: Bool) {
    bits = UInt32(number) << 1 | (isErasable ? 1 : 0)
  }

  /// A blank on the terminal's own background.
  static let plain = BlankClass(number: 0, isErasable: true)

  /// Whether erasing with this background leaves such a blank.
  var isErasable: Bool { self != .dressed && bits & 1 == 1 }
  /// Whether nothing is seen of the blank but its background.
  var isBare: Bool { self != .dressed }
}
