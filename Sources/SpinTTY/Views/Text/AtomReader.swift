/// Reads the characters of a line from a place on, with the width in columns of each.
///
/// The line stays as it is: an atom is a range of the line's bytes, and one character, so that a
/// cursor cannot be inside it.
struct AtomReader {
  private let text: String
  private let bytes: MemoryView<UInt8>
  private let widths: WidthRules
  private var scanner: ClusterScanner
  /// The columns of the characters so far.
  private(set) var column = 0

  /// Begins at the first byte of a character.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - bytes: The bytes of the same line.
  ///   - start: The offset of the byte.
  ///   - widths: The rules that text is measured by.
  init(_ text: String, _ bytes: MemoryView<UInt8>, from start: Int, _ widths: WidthRules) {
    self.text = text
    self.bytes = bytes
    self.widths = widths
    scanner = ClusterScanner(bytes, from: start)
  }

  /// Returns the next character; `nil` at the end.
  @inline(__always)
  mutating func next() -> TextAtom? {
    guard let cluster = scanner.next() else { return nextOdd() }
    let width = widths.width(of: cluster)
    column += width
    return TextAtom(cluster.start..<cluster.end, width: width, cluster.measure.lineClass)
  }

  /// Returns a tab, or a character that ``CleanText`` replaces.
  private mutating func nextOdd() -> TextAtom? {
    let start = scanner.position
    guard start < bytes.count else { return nil }
    let isTab = bytes[start] == 0x09
    let end = isTab ? start + 1 : text.characterEdge(.forth, from: start)
    scanner = ClusterScanner(bytes, from: end)
    let width =
      isTab ? TabStops.gap(at: column) : widths.width(of: text.part(start..<end))
    column += width
    return TextAtom(
      start..<end, width: width, isTab ? .blank : .other, isTab ? .tab : .gated)
  }

  /// Returns the characters of a range of a line, up to the first one beyond a number of columns.
  ///
  /// If there is a mask, each of them has its width.
  static func atoms(
    of text: String, in range: Range<Int>? = nil, upTo columns: Int = .max, _ widths: WidthRules,
    mask: String? = nil
  ) -> [TextAtom] {
    let width = mask.map { widths.width(of: $0) }
    var contiguous = text
    return contiguous.withBytes { bytes in
      let range = range ?? 0..<bytes.count
      // Of ASCII text, each byte is a column; a combining mark behind it would join the last one.
      let most = columns < range.count ? max(0, columns + 1) : range.count
      let looked = range.lowerBound..<min(range.upperBound, range.lowerBound + most + 1)
      if width ?? 1 == 1, bytes.part(looked).arePrintableASCII {
        return looked.prefix(most).map { TextAtom($0..<$0 + 1, width: 1, .other) }
      }
      var (atoms, end, column) = ([TextAtom](), range.lowerBound, 0)
      if columns < range.count { atoms.reserveCapacity(most) }
      var reader = AtomReader(text, bytes, from: end, widths)
      while column <= columns, end < range.upperBound, var atom = reader.next() {
        if let width { atom = TextAtom(atom.bytes, width: width, .other) }
        atoms.append(atom)
        end = atom.bytes.upperBound
        column += atom.width
      }
      return atoms
    }
  }
}
