/// The inner loop of painting, which writes cells of one byte each.
enum AsciiRun {
  /// The number of blanks that make a gap, which is left to the caller because a motion may be
  /// shorter.
  private static let gap = 5
  private static let spaces: UInt64 = 0x2020_2020_2020_2020
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Writes the glyphs of cells while each is one byte and has the same style, up to a gap.
  ///
  /// Eight cells are packed into a word, in which arithmetic on all bytes at once finds the blanks.
  /// Blanks at the end of a word are left for the next one, because a gap may begin there.
  ///
  /// - Returns: The number of cells written; up to seven bytes after them may be overwritten.
  static func write(
    _ cells: UnsafePointer<Cell>, count: Int, style: StyleID,
    to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let inStyle = Cell(glyph: .none, style: style).bits
    let cells = UnsafeRawPointer(cells)
    let target = UnsafeMutableRawPointer(target)
    var index = 0
    while index + 8 <= count, let word = pack(cells + index * 8, inStyle) {
      let marks = marksOfBlanks(word)
      if hasGap(marks) { break }
      target.storeBytes(of: word.littleEndian, toByteOffset: index, as: UInt64.self)
      index += 8 - (~marks & highBits).leadingZeroBitCount / 8
    }
    return index + finish(cells + index * 8, count - index, inStyle, target + index)
  }

  /// Returns the bytes of eight cells, the first one lowest, or `nil` unless all are ASCII in the
  /// style.
  @inline(__always)
  private static func pack(_ cells: UnsafeRawPointer, _ inStyle: UInt64) -> UInt64? {
    var word: UInt64 = 0
    var all: UInt64 = 0
    for place in 0..<8 {
      let bits = cells.load(fromByteOffset: place * 8, as: UInt64.self) ^ inStyle
      all |= bits
      word |= bits << UInt64(place * 8)
    }
    return all < 0x80 ? word : nil
  }

  /// Returns a word with the highest bit set in each byte that is a blank.
  ///
  /// Every byte is below 0x80, so no sum carries into the next byte.
  @inline(__always)
  private static func marksOfBlanks(_ word: UInt64) -> UInt64 {
    ~((word ^ spaces) &+ ~highBits) & highBits
  }

  @inline(__always)
  private static func hasGap(_ marks: UInt64) -> Bool {
    let pairs = marks & marks >> 8
    return pairs & pairs >> 16 & marks >> 32 != 0
  }

  /// Writes cells one by one, near the end of a run, a style or a row.
  @inline(__always)
  private static func finish(
    _ cells: UnsafeRawPointer, _ count: Int, _ inStyle: UInt64, _ target: UnsafeMutableRawPointer
  ) -> Int {
    var index = 0
    var blanks = 0
    while index < count {
      let bits = cells.load(fromByteOffset: index * 8, as: UInt64.self) ^ inStyle
      guard bits < 0x80, bits >= 0x20 else { break }
      blanks = bits == 0x20 ? blanks + 1 : 0
      target.storeBytes(of: UInt8(truncatingIfNeeded: bits), toByteOffset: index, as: UInt8.self)
      index += 1
      if blanks == gap { return index - gap }
    }
    return index
  }
}
