/// Blanks that look alike: nothing is seen of them but the ground they have in common.
struct BlankClass: Equatable {
  private let bits: UInt32

  /// A blank that shows more than its ground: reversed, underlined, struck, part of a link.
  static let dressed = BlankClass(bits: .max)

  private init(bits: UInt32) {
    self.bits = bits
  }

  init(number: Int, isErasable: Bool) {
    bits = UInt32(number) << 1 | (isErasable ? 1 : 0)
  }

  /// A blank on the terminal's own ground.
  static let plain = BlankClass(number: 0, isErasable: true)

  /// Whether erasing with this ground leaves such a blank.
  var isErasable: Bool { self != .dressed && bits & 1 == 1 }
  /// Whether nothing is seen of the blank but its ground.
  var isBare: Bool { self != .dressed }
}
