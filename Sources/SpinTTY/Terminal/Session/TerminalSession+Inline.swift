/// An inline view is a block of rows at an unknown place: all it knows is in which of its rows the
/// cursor is.
extension TerminalSession {
  /// Makes room for a block of a new height.
  ///
  /// ```
  ///   row 0   ┐          line feeds from the last row scroll the screen if they have to,
  ///   row 1   ┘ old      and so many rows up is row 0 again
  ///   row 2     new
  /// ```
  func fit(_ size: Size) {
    let before = ledger.inlineRows
    guard shown.grid.size != size || before != size.rows else { return }
    var pen = shown.pen
    if size.rows > before {
      ledger.inlineRows = size.rows
      Rescue.publish(ledger.undo)
      var bytes = before == 0 ? Array("\r".utf8) : down(max(0, before - 1 - pen.row))
      // Narrowed, the terminal may have wrapped the old block to more rows than it had.
      let bottom = before == 0 ? 0 : max(before - 1, pen.row)
      let missing = max(0, size.rows - 1 - bottom)
      bytes += Array(repeating: UInt8(ascii: "\n"), count: missing)
      bytes += up(bottom + missing)
      note(writer.send(bytes))
      pen.row = 0
    }
    shown = shown.resized(to: size)
    shown.pen.row = pen.row
    shown.pen.isAmbiguous = true
    ledger.inlineRows = size.rows
    Rescue.publish(ledger.undo)
  }

  /// Guesses where the cursor is after the width changed: in the same row of the block, or where it
  /// came to be when the terminal wrapped the rows anew.
  func reflow(to size: Size) {
    let row = profile.clipsRows ? shown.pen.row : wrappedRow(at: max(size.columns, 1))
    shown.invalidate()
    shown.pen.row = min(row, max(0, size.rows - 1))
    shown.pen.isAmbiguous = true
  }

  private func wrappedRow(at width: Int) -> Int {
    let grid = shown.grid
    var row = 0
    for index in 0..<min(shown.pen.row, grid.size.rows) {
      row += max(1, (usedColumns(of: index, in: grid) + width - 1) / width)
    }
    return row + shown.pen.column / width
  }

  /// Erases the block, prints in its place, and begins it anew below.
  func printAbove(_ lines: [CleanText]) {
    // The first row by itself, see ``Encoder/repaint(_:_:_:isKnown:)``.
    let erasing = ledger.inlineRows > 1 ? "\u{1B}[K\n\u{1B}[J\u{1B}[A" : "\u{1B}[J"
    var bytes = Array("\u{1B}[m".utf8) + up(shown.pen.row) + "\r\(erasing)\u{1B}[?7h".utf8
    for line in lines { bytes += Array((line.string + "\r\n").utf8) }
    bytes += "\u{1B}[?7l".utf8
    if ledger.inlineRows > 1 {
      bytes += Array(repeating: UInt8(ascii: "\n"), count: ledger.inlineRows - 1)
      bytes += up(ledger.inlineRows - 1)
    }
    note(writer.send(bytes))
    shown.invalidate()
    shown.pen.row = 0
    shown.pen.column = 0
    shown.pen.isAmbiguous = true
  }

  private func usedColumns(of row: Int, in grid: Grid) -> Int {
    (0..<grid.ends[row]).last { !grid[column: $0, row: row].isBlank }.map { $0 + 1 } ?? 0
  }

  private func up(_ rows: Int) -> [UInt8] { rows > 0 ? Array("\u{1B}[\(rows)A".utf8) : [] }
  private func down(_ rows: Int) -> [UInt8] { rows > 0 ? Array("\u{1B}[\(rows)B".utf8) : [] }
}
