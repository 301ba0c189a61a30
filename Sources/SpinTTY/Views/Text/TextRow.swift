/// A row of a line: its characters, and the places of a cursor.
struct TextRow {
  /// The row's bytes in the line, including the blanks at the break after it.
  let bytes: Range<Int>
  private let text: String
  private let atoms: [TextAtom]
  /// The last place for a cursor in the row.
  private let last: Int
  /// What is shown for each character of a secret text.
  private let mask: String?

  /// Reads the characters of a row.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - bytes: The row's bytes in the line.
  ///   - isLast: Whether the row is the line's last one.
  ///   - columns: The number of columns after which reading stops; `nil` reads all.
  ///   - widths: The rules that text is measured by.
  ///   - mask: What is shown for each character; `nil` for the character.
  init(
    _ text: String, _ bytes: Range<Int>, isLast: Bool, columns: Int?, _ widths: WidthRules,
    mask: String? = nil
  ) {
    self.bytes = bytes
    self.mask = mask
    self.text = text
    let columns = columns ?? .max
    atoms = AtomReader.atoms(of: text, in: bytes, upTo: columns, widths, mask: mask)
    last =
      isLast && atoms.width <= columns
      ? bytes.upperBound : atoms.last?.bytes.lowerBound ?? bytes.lowerBound
  }

  /// Returns the number of columns before a byte of the line.
  func column(of offset: Int) -> Int { atoms.prefix { $0.bytes.lowerBound < offset }.width }

  /// Returns the place before the character at a column, or the last place of the row.
  func offset(at column: Int) -> Int {
    var end = 0
    for atom in atoms {
      end += atom.width
      if column < end { return min(atom.bytes.lowerBound, last) }
    }
    return last
  }

  /// The place at each column of a character, and the last place.
  var stops: (offsets: [Int], end: Int) {
    (atoms.flatMap { repeatElement(min($0.bytes.lowerBound, last), count: $0.width) }, last)
  }

  /// Draws the row.
  func draw(into surface: Surface, row: Int) {
    if let mask {
      surface.put(String(repeating: mask, count: atoms.count), row: row)
      return
    }
    var column = 0
    var rest = atoms[...]
    while let first = rest.first {
      let isPlain = first.form == .plain
      let run = isPlain ? rest.prefix { $0.form == .plain } : rest.prefix(1)
      rest = rest[run.endIndex...]
      let end = run.last?.bytes.upperBound ?? first.bytes.upperBound
      if first.form != .tab {
        surface.put(text.part(first.bytes.lowerBound..<end), column: column, row: row)
      }
      column += run.width
    }
  }
}
