/// Reads the characters of a line from some place on, with the columns that each takes.
///
/// Unlike a ``TextSource`` it leaves the line as it is: its atoms are bytes of the line, and each is
/// a character in which a cursor cannot stand.
struct AtomReader {
  /// What an atom is, as the number of its run.
  enum Kind {
    /// A character that is drawn together with others.
    static let plain = 0
    /// A blank as wide as a tab is where it stands.
    static let tab = 1
    /// A character of which the gate makes another one, see ``CleanText``.
    static let gated = 2
  }

  private let text: String
  private let bytes: UnsafeBufferPointer<UInt8>
  private let start: Int
  private let widths: WidthRules
  private var scanner: ClusterScanner

  /// Begins at a byte, where a character begins; the atoms count from there.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - bytes: The bytes of the same line.
  ///   - start: The byte.
  ///   - widths: How text is measured.
  init(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ widths: WidthRules) {
    self.text = text
    self.bytes = bytes
    self.start = start
    self.widths = widths
    scanner = ClusterScanner(bytes, from: start)
  }

  /// The next character, which stands at a column of its row; nil at the end.
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
    atom.width = UInt8(clamping: isTab ? 8 - column % 8 : widths.width(of: shown))
    return atom
  }
}
