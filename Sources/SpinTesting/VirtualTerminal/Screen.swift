extension VirtualTerminal {
  /// A position on the screen, and whether the cursor waits at the right edge.
  struct Position: Hashable, Sendable {
    var row = 0
    var column = 0
    /// Whether a character was written in the last column and the cursor stayed on it.
    var isPending = false {
      didSet { if !isPending { isDoubtful = false } }
    }
    /// Whether wrapping was changed meanwhile, after which some terminals no longer wait.
    var isDoubtful = false
  }

  /// The values that DECSC saves.
  struct SavedCursor: Hashable, Sendable {
    var position = Position()
    var pen = Style()
    var charsets = Charsets()
    var isOriginRelative = false
  }

  /// One of the two screens, with its own state.
  struct Screen: Hashable, Sendable {
    var lines: [Line]
    var saved: SavedCursor?
    /// The pushed kitty keyboard flags.
    var keyboardStack: [Int] = []
    /// The current kitty keyboard flags.
    var keyboardFlags = 0

    init(columns: Int, rows: Int) {
      lines = Array(repeating: Line(columns: columns), count: rows)
    }

    /// Writes a character; the remaining halves of overwritten wide characters become blanks.
    mutating func put(_ cell: Cell, row: Int, column: Int) {
      split(row, column)
      split(row, column + cell.width)
      lines[row].cells[column] = cell
      if cell.width == 2 { lines[row].cells[column + 1] = .rightHalf(cell.style) }
    }

    /// Blanks both halves of a wide character whose right half is in this column.
    mutating func split(_ row: Int, _ column: Int) {
      guard column > 0, column < lines[row].cells.count else { return }
      guard lines[row].cells[column].width == 0 else { return }
      for half in [column - 1, column] {
        lines[row].cells[half] = Cell(style: lines[row].cells[half].style)
      }
    }

    mutating func erase(_ row: Int, _ columns: Range<Int>, _ style: Style) {
      guard !columns.isEmpty else { return }
      split(row, columns.lowerBound)
      split(row, columns.upperBound)
      for column in columns { lines[row].cells[column] = Cell(style: style) }
      if columns.upperBound == lines[row].cells.count { lines[row].wraps = false }
    }

    mutating func eraseRows(_ rows: Range<Int>, _ style: Style) {
      for row in rows { erase(row, 0..<lines[row].cells.count, style) }
    }

    /// Moves cells to the right, beginning with a column; cells beyond the edge are lost.
    mutating func insertCells(_ count: Int, row: Int, column: Int, _ style: Style) {
      let width = lines[row].cells.count
      let count = min(count, width - column)
      split(row, column)
      split(row, width - count)
      lines[row].cells.removeLast(count)
      lines[row].cells.insert(
        contentsOf: repeatElement(Cell(style: style), count: count), at: column)
      lines[row].wraps = false
    }

    /// Deletes cells and moves the cells to the right of them left.
    mutating func deleteCells(_ count: Int, row: Int, column: Int, _ style: Style) {
      let count = min(count, lines[row].cells.count - column)
      split(row, column)
      split(row, column + count)
      lines[row].cells.removeSubrange(column..<column + count)
      lines[row].cells.append(contentsOf: repeatElement(Cell(style: style), count: count))
      lines[row].wraps = false
    }

    /// Moves the rows of a region up, and returns the rows that left at its top.
    @discardableResult
    mutating func scrollUp(_ region: ClosedRange<Int>, by count: Int, _ style: Style) -> [Line] {
      let count = min(count, region.count)
      let (top, end) = (region.lowerBound, region.upperBound + 1)
      return replace(top..<top + count, byBlanksAt: end - count, style)
    }

    mutating func scrollDown(_ region: ClosedRange<Int>, by count: Int, _ style: Style) {
      let end = region.upperBound + 1
      replace(end - min(count, region.count)..<end, byBlanksAt: region.lowerBound, style)
      lines[region.upperBound].wraps = false
    }

    @discardableResult
    private mutating func replace(
      _ rows: Range<Int>, byBlanksAt place: Int, _ style: Style
    ) -> [Line] {
      let gone = Array(lines[rows])
      let blank = Line(columns: lines[0].cells.count, style: style)
      lines.removeSubrange(rows)
      lines.insert(contentsOf: repeatElement(blank, count: rows.count), at: place)
      return gone
    }
  }
}
