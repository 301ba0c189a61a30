extension VirtualTerminal {
  /// The two character sets that shift-in and shift-out select.
  struct Charsets: Hashable, Sendable {
    enum Set: Hashable, Sendable {
      case ascii
      case lines
    }

    var sets: [Set] = [.ascii, .ascii]
    var active = 0

    /// The DEC special graphics that replace the backquote and the lower-case letters.
    private static let graphics = Array("◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)

    func translate(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
      guard sets[active] == .lines, (0x60..<0x7F).contains(scalar.value) else { return scalar }
      return Self.graphics[Int(scalar.value) - 0x60]
    }
  }
}
