extension VirtualTerminal.Screen {
  /// Joins wrapped rows, and wraps them to another width.
  ///
  /// ```
  /// 6 columns   4 columns
  /// |abcdef|    |abcd|
  /// |gh    | ─▶ |efgh|
  /// |xyz   |    |xyz |
  /// ```
  ///
  /// `place` is a position in the text and moves with it.
  mutating func reflow(columns: Int, following place: inout VirtualTerminal.Position) {
    var result: [VirtualTerminal.Line] = []
    var target = place
    for rows in paragraphs {
      let mark = rows.contains(place.row) ? offset(of: place, in: rows) : nil
      let wrapped = Self.wrap(text(of: rows, keeping: mark ?? 0, columns), columns)
      if let mark {
        let row = wrapped.starts.lastIndex { $0 <= mark } ?? 0
        target.row = result.count + row
        target.column = min(mark - wrapped.starts[row], columns - 1)
      }
      result += wrapped.lines
    }
    lines = result
    place = target
  }

  /// The ranges of rows that were wrapped from one line.
  private var paragraphs: [Range<Int>] {
    var result: [Range<Int>] = []
    for row in lines.indices where !lines[row].wraps || row == lines.count - 1 {
      result.append((result.last?.upperBound ?? 0)..<row + 1)
    }
    return result
  }

  private func offset(of place: VirtualTerminal.Position, in rows: Range<Int>) -> Int {
    lines[rows.lowerBound..<place.row].reduce(place.column) { $0 + $1.cells.count }
  }

  /// Returns the cells of a paragraph without trailing blanks, but at least those up to an offset.
  private func text(
    of rows: Range<Int>, keeping offset: Int, _ columns: Int
  ) -> [VirtualTerminal.Cell] {
    let blank = VirtualTerminal.Cell()
    var cells = lines[rows].flatMap(\.cells)
    // A single column has no room for a wide character.
    if columns == 1 { cells = cells.map { $0.width == 1 ? $0 : blank } }
    while cells.count > offset + 1, cells.last == blank { cells.removeLast() }
    return cells
  }

  /// Wraps cells into rows without dividing a wide character; also returns the start of each row.
  private static func wrap(
    _ cells: [VirtualTerminal.Cell], _ columns: Int
  ) -> (lines: [VirtualTerminal.Line], starts: [Int]) {
    var lines: [VirtualTerminal.Line] = []
    var starts: [Int] = []
    var start = 0
    repeat {
      var end = min(start + columns, cells.count)
      if end < cells.count, end > start + 1, cells[end].width == 0 { end -= 1 }
      var row = Array(cells[start..<end])
      row += repeatElement(VirtualTerminal.Cell(), count: columns - row.count)
      lines.append(VirtualTerminal.Line(cells: row, wraps: end < cells.count))
      starts.append(start)
      start = end
    } while start < cells.count
    return (lines, starts)
  }
}
