/// Reads the characters of a line from a place on, with the width in columns of each.
///
/// Unlike a ``TextSource``, the reader leaves the line unchanged: an atom is a range of the line's
/// bytes, and one character, so that a cursor cannot be inside it.
struct AtomReader {
  /// The kinds of atoms, stored as the number of their run.
  enum Kind {
    /// A character that is drawn together with its neighbours.
    static let plain = 0
    /// A tab, as wide as it is at its column.
    static let tab = 1
    /// A character that ``CleanText`` replaces.
    static let gated = 2
  }

  private let text: String
  private let bytes: UnsafeBufferPointer<UInt8>
  private let start: Int
  private let widths: WidthRules
  private var scanner: ClusterScanner

  /// Begins at the first byte of a character; the bytes of atoms are counted from there.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - bytes: The bytes of the same line.
  ///   - start: The offset of the byte.
  ///   - widths: The rules that text is measured by.
  init(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ widths: WidthRules) {
    self.text = text
    self.bytes = bytes
    self.start = start
    self.widths = widths
    scanner = ClusterScanner(bytes, from: start)
  }

  /// Returns the next character, which is at a column of its row; `nil` at the end.
  mutating func next(at column: Int) -> TextAtom? {
    if let cluster = scanner.next() {
      return TextAtom(
        cluster, at: cluster.start - start..<cluster.end - start, run: Kind.plain,
        width: widths.width(of: cluster))
    }
    let place = scanner.position
    guard place < bytes.count else { return nil }
    let isTab = bytes[place] == 0x09
    let end = isTab ? place + 1 : text.characterEdge(.forth, from: place)
    scanner = ClusterScanner(bytes, from: end)
    let shown = isTab ? "" : String(text[text.index(atOffset: place)..<text.index(atOffset: end)])
    var atom = TextAtom(
      byte: isTab ? 0x20 : 0x41, at: place - start, run: isTab ? Kind.tab : Kind.gated)
    atom.end = Int32(truncatingIfNeeded: end - start)
    atom.width = UInt8(clamping: isTab ? TabStops.gap(at: column) : widths.width(of: shown))
    return atom
  }
}
