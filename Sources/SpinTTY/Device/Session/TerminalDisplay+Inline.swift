/// An inline view is a block of rows at an unknown position. Only the cursor's row in it is known.
extension TerminalDisplay {
  /// Whether a block has a new size, or the screen may lack rows for it.
  func isNew(_ block: Size, rowsBefore: Int) -> Bool {
    isRoomDoubtful || image.grid.size != block || rowsBefore != block.rows
  }

  /// Returns the bytes that make room for a block.
  ///
  /// ```
  ///   row 0   ┐          line feeds scroll the screen if necessary;
  ///   row 1   ┘ old      the same number of rows up is row 0 again
  ///   row 2     new
  /// ```
  mutating func makeRoom(rows: Int, rowsBefore: Int) -> [UInt8] {
    // A new block begins in the row of the cursor.
    let bytes = Array("\r".utf8) + up(rowsBefore == 0 ? 0 : image.pen.row)
    image.pen.row = 0
    isRoomDoubtful = false
    return bytes + Array(repeating: UInt8(ascii: "\n"), count: rows - 1) + up(rows - 1)
  }

  /// Begins a block of a new size; the cursor stays in its row.
  mutating func begin(_ block: Size) {
    image = image.resized(to: block)
    image.pen.isAmbiguous = true
  }

  /// Computes the cursor's row within the block after a resize of the window.
  ///
  /// A hidden cursor waits in the first row and stays there. A visible cursor stays in its row if
  /// the terminal clips rows, and moves down if it wraps the rows above the cursor. If either is
  /// possible, the row stays the same: rows of the block may then remain above it, but the opposite
  /// mistake would erase lines of the user.
  mutating func reflow(to size: Size, wrapsRows: Bool) {
    let row = wrapsRows ? wrappedRow(at: max(size.columns, 1)) : image.pen.row
    image.invalidate()
    image.pen.row = min(row, max(0, size.rows - 1))
    image.pen.isAmbiguous = true
    isRoomDoubtful = true
  }

  private func wrappedRow(at width: Int) -> Int {
    let grid = image.grid
    var row = 0
    for index in 0..<min(image.pen.row, grid.size.rows) {
      row += max(1, (usedColumns(of: index, in: grid) + width - 1) / width)
    }
    return row + image.pen.column / width
  }

  /// The number of written columns of a row, without a blank end that may have been erased instead.
  private func usedColumns(of row: Int, in grid: CellGrid) -> Int {
    (0..<grid.ends[row]).last {
      let cell = grid[column: $0, row: row]
      return !cell.isBlank || !encoder.erases(cell.style)
    }.map { $0 + 1 } ?? 0
  }

  /// Returns the bytes that erase the block, print lines in its place and make room for it below
  /// them.
  mutating func printAbove(_ lines: [CleanText], rows: Int) -> [UInt8] {
    // The first row on its own, see ``Encoder/repaint(_:_:_:isKnown:)``.
    let erasing = rows > 1 ? "\u{1B}[K\n\u{1B}[J\u{1B}[A" : "\u{1B}[J"
    // The last drawn text may be a link, of which the lines are no part.
    let unlinking = capabilities.hyperlinks ? "\u{1B}]8;;\u{1B}\\" : ""
    var bytes =
      Array("\u{1B}[m\(unlinking)".utf8) + up(image.pen.row) + "\r\(erasing)\u{1B}[?7h".utf8
    for line in lines { bytes += Array((line.string + "\r\n").utf8) }
    bytes += "\u{1B}[?7l".utf8
    if rows > 1 {
      bytes += Array(repeating: UInt8(ascii: "\n"), count: rows - 1)
      bytes += up(rows - 1)
    }
    image.invalidate()
    image.pen.row = 0
    image.pen.column = 0
    image.pen.isAmbiguous = true
    return bytes
  }

  private func up(_ rows: Int) -> [UInt8] { rows > 0 ? Array("\u{1B}[\(rows)A".utf8) : [] }
}
