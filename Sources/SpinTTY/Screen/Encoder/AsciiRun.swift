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
    _ cells: MemoryView<Cell>, style: StyleID, to target: MutableMemoryView<UInt8>
  ) -> Int {
    let inStyle = Cell(glyph: .none, style: style).bits
    let count = cells.count
    var index = 0
    while index + 8 <= count, let word = pack(cells, index, inStyle) {
      let marks = marksOfBlanks(word)
      if hasGap(marks) { break }
      target.store(word, at: index)
      index += 8 - (~marks & highBits).leadingZeroBitCount / 8
    }
    return finish(cells, from: index, inStyle, target)
  }

  /// Returns the bytes of eight cells, the first one lowest, or `nil` unless all are ASCII in the
  /// style.
  @inline(__always)
  private static func pack(_ cells: MemoryView<Cell>, _ first: Int, _ inStyle: UInt64) -> UInt64? {
    var word: UInt64 = 0
    var all: UInt64 = 0
    for place in 0..<8 {
      let bits = cells[first + place].bits ^ inStyle
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
    _ cells: MemoryView<Cell>, from start: Int, _ inStyle: UInt64,
    _ target: MutableMemoryView<UInt8>
  ) -> Int {
    var index = start
    var blanks = 0
    while index < cells.count {
      let bits = cells[index].bits ^ inStyle
      guard bits < 0x80, bits >= 0x20 else { break }
      blanks = bits == 0x20 ? blanks + 1 : 0
      target[index] = UInt8(truncatingIfNeeded: bits)
      index += 1
      if blanks == gap { return index - gap }
    }
    return index
  }
}

extension ByteSink {
  /// Puts the glyphs of cells while each is one byte and has the same style, up to a long gap.
  ///
  /// This is the inner loop of painting. A gap of five or more blanks is left to the caller,
  /// because a motion may be shorter. Room for the cells and seven more bytes must be reserved.
  ///
  /// - Returns: The number of cells put.
  @inline(__always)
  mutating func putRun(reserved cells: MemoryView<Cell>, style: StyleID) -> Int {
    put(reserved: cells.count + 7) { AsciiRun.write(cells, style: style, to: $0) }
  }
}
