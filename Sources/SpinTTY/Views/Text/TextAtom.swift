/// One character on its way into a line, as bytes of a ``TextSource``.
struct TextAtom {
  /// Its bytes.
  var start: Int32
  var end: Int32
  /// The number of the run it comes from.
  var run: Int32
  /// The columns it takes.
  var width: UInt8
  private let kind: LineClass

  /// An ASCII character.
  init(byte: UInt8, at start: Int, run: Int) {
    // Letters and digits, most of what there is, need no look-up.
    let isPlain = byte & 0xDF >= 0x41 && byte & 0xDF <= 0x5A || byte >= 0x30 && byte <= 0x39
    self.init(
      bytes: start..<start + 1, run: run, width: 1,
      kind: isPlain ? .other : ScalarTraits(value: UInt32(byte)).lineClass)
  }

  /// A character of any kind.
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

  /// Whether it vanishes where a line ends.
  var isBlank: Bool { kind == .blank }

  /// Whether a line may end before this character and after the one before it, in the sense of
  /// Unicode Annex 14 cut down to what terminals show: after blanks, and between ideographs except
  /// before closing and after opening punctuation.
  func mayBegin(after previous: TextAtom) -> Bool {
    if previous.isBlank { return !isBlank }
    if isBlank { return false }
    return (width > 1 || previous.width > 1) && kind != .closing && previous.kind != .opening
  }
}
