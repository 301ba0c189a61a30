/// A character to be laid out, as a range of bytes of a ``TextSource``.
struct TextAtom {
  /// The range of its bytes.
  var start: Int32
  var end: Int32
  /// The number of its run.
  var run: Int32
  /// The width in columns.
  var width: UInt8
  private let kind: LineClass

  /// Creates an atom of an ASCII character.
  init(byte: UInt8, at start: Int, run: Int) {
    // Letters and digits, the most frequent characters, need no look-up.
    let isPlain = byte & 0xDF >= 0x41 && byte & 0xDF <= 0x5A || byte >= 0x30 && byte <= 0x39
    self.init(
      bytes: start..<start + 1, run: run, width: 1,
      kind: isPlain ? .other : ScalarTraits(value: UInt32(byte)).lineClass)
  }

  /// Creates an atom of any character.
  init(_ cluster: Cluster, at bytes: Range<Int>, run: Int, width: Int) {
    self.init(bytes: bytes, run: run, width: width, kind: cluster.measure.lineClass)
  }

  private init(bytes: Range<Int>, run: Int, width: Int, kind: LineClass) {
    start = Int32(truncatingIfNeeded: bytes.lowerBound)
    end = Int32(truncatingIfNeeded: bytes.upperBound)
    self.run = Int32(truncatingIfNeeded: run)
    self.width = UInt8(clamping: width)
    self.kind = kind
  }

  /// Whether the character vanishes at the end of a line.
  var isBlank: Bool { kind == .blank }

  /// Returns whether a line may break between the previous character and this one.
  ///
  /// The rules are those of Unicode Annex 14, reduced to terminals: after blanks, and between
  /// ideographs except before closing and after opening punctuation.
  func mayBegin(after previous: TextAtom) -> Bool {
    if previous.isBlank { return !isBlank }
    if isBlank { return false }
    return (width > 1 || previous.width > 1) && kind != .closing && previous.kind != .opening
  }
}
