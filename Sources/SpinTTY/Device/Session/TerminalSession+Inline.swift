/// An inline view is a block of rows at an unknown place: all it knows is in which of its rows the
/// cursor is.
extension TerminalSession {
  /// Makes room for a block of a new height, or after the screen has lost rows.
  ///
  /// ```
  ///   row 0   ┐          line feeds scroll the screen if they have to, and so many rows up is
  ///   row 1   ┘ old      row 0 again
  ///   row 2     new
  /// ```
  func fit(_ size: Size) {
    let before = ledger.inlineRows
    guard isRoomDoubtful || shown.grid.size != size || before != size.rows else { return }
    var pen = shown.pen
    if isRoomDoubtful || size.rows > before {
      ledger.inlineRows = max(before, size.rows)
      Rescue.publish(ledger.undo)
      // A new block begins where the cursor is.
      let bytes = Array("\r".utf8) + up(before == 0 ? 0 : pen.row)
      let room = Array(repeating: UInt8(ascii: "\n"), count: size.rows - 1) + up(size.rows - 1)
      note(writer.send(bytes + room))
      pen.row = 0
      isRoomDoubtful = false
    }
    shown = shown.resized(to: size)
    shown.pen.row = pen.row
    shown.pen.isAmbiguous = true
    ledger.inlineRows = size.rows
    Rescue.publish(ledger.undo)
  }

  /// Reckons in which row of the block the cursor is after the window was resized, and whether there
  /// is room for the block.
  ///
  /// A hidden cursor waits in the first row and stays there. One that is shown is in the same row if
  /// rows were clipped, and further down if rows above it were wrapped anew. If nobody knows which,
  /// it counts as in the same row: then rows of the block may be left above it, and otherwise lines of
  /// the user's would be erased.
  func reflow(to size: Size) {
    let row = profile.wrapsRows ? wrappedRow(at: max(size.columns, 1)) : shown.pen.row
    shown.invalidate()
    shown.pen.row = min(row, max(0, size.rows - 1))
    shown.pen.isAmbiguous = true
    isRoomDoubtful = true
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
}
