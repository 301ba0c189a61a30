/// A row of a line: its characters, and the places of a cursor.
struct TextRow {
  /// The row's bytes in the line, including the blanks at the break after it.
  let bytes: Range<Int>
  private let atoms: [TextAtom]
  /// The text of the atoms.
  private let shown: String
  /// The last place for a cursor in the row.
  private let last: Int

  /// Reads the characters of a row.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - bytes: The row's bytes in the line.
  ///   - isLast: Whether the row is the line's last one.
  ///   - columns: The number of columns after which reading stops; `nil` reads all.
  ///   - widths: The rules that text is measured by.
  init(
    _ text: String, _ bytes: Range<Int>, isLast: Bool, columns: Int?, _ widths: WidthRules
  ) {
    var atoms: [TextAtom] = []
    var isWhole = false
    text.utf8.withContiguousStorageIfAvailable { all in
      let end = bytes.upperBound - bytes.lowerBound
      var reader = AtomReader(text, all, from: bytes.lowerBound, widths)
      var width = 0
      while columns.map({ width <= $0 }) ?? true {
        guard atoms.last.map({ Int($0.end) < end }) ?? !bytes.isEmpty,
          let atom = reader.next(at: width)
        else {
          isWhole = true
          break
        }
        atoms.append(atom)
        width += Int(atom.width)
      }
    }
    self.bytes = bytes
    self.atoms = atoms
    let end = bytes.lowerBound + (atoms.last.map { Int($0.end) } ?? 0)
    shown = String(text[text.index(atOffset: bytes.lowerBound)..<text.index(atOffset: end)])
    last =
      isLast && isWhole
      ? bytes.upperBound : bytes.lowerBound + (atoms.last.map { Int($0.start) } ?? 0)
  }

  /// Returns the number of columns before a byte of the line.
  func column(of offset: Int) -> Int {
    var column = 0
    for atom in atoms where bytes.lowerBound + Int(atom.start) < offset {
      column += Int(atom.width)
    }
    return column
  }

  /// Returns the place before the character at a column, or the last place of the row.
  func offset(at column: Int) -> Int {
    var end = 0
    for atom in atoms {
      end += Int(atom.width)
      if column < end { return min(bytes.lowerBound + Int(atom.start), last) }
    }
    return last
  }

  /// The place at each column of a character, and the last place.
  var stops: (offsets: [Int], end: Int) {
    var offsets: [Int] = []
    for atom in atoms {
      let place = min(bytes.lowerBound + Int(atom.start), last)
      for _ in 0..<atom.width { offsets.append(place) }
    }
    return (offsets, last)
  }

  /// Draws the row.
  func draw(into surface: Surface, row: Int) {
    var column = 0
    var index = 0
    while index < atoms.count {
      let kind = Int(atoms[index].run)
      let (first, start) = (index, column)
      repeat {
        column += Int(atoms[index].width)
        index += 1
      } while kind == AtomReader.Kind.plain && index < atoms.count && Int(atoms[index].run) == kind
      if kind == AtomReader.Kind.tab { continue }
      let from = shown.index(atOffset: Int(atoms[first].start))
      let end = shown.index(atOffset: Int(atoms[index - 1].end))
      surface.put(String(shown[from..<end]), column: start, row: row)
    }
  }
}
