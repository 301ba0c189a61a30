extension VirtualTerminal.Screen {
  /// Joins rows that were wrapped, and wraps them to another width.
  ///
  /// ```
  /// 6 columns   4 columns
  /// |abcdef|    |abcd|
  /// |gh    | ─▶ |efgh|
  /// |xyz   |    |xyz |
  /// ```
  ///
  /// - Parameter place: A place in the text, which moves along with it.
  mutating func reflow(columns: Int, following place: inout VirtualTerminal.Position) {
    var result: [VirtualTerminal.Line] = []
    var target = place
    for paragraph in paragraphs {
      let rows = paragraph.lines
      var cells = rows.flatMap(\.cells)
      var mark: Int?
      if paragraph.range.contains(place.row) {
        let before = rows.prefix(place.row - paragraph.range.lowerBound)
        mark = before.reduce(0) { $0 + $1.cells.count } + place.column
      }
      let blank = VirtualTerminal.Cell()
      while cells.count > (mark ?? 0) + 1, cells.last == blank { cells.removeLast() }
      let wrapped = Self.wrap(cells, columns)
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

  /// The rows that belong together because each but the last was wrapped.
  private var paragraphs: [(range: Range<Int>, lines: ArraySlice<VirtualTerminal.Line>)] {
    var result: [(range: Range<Int>, lines: ArraySlice<VirtualTerminal.Line>)] = []
    var start = 0
    for row in lines.indices where !lines[row].wraps || row == lines.count - 1 {
      result.append((start..<row + 1, lines[start...row]))
      start = row + 1
    }
    return result
  }

  /// Cuts cells into rows, never inside a wide character, and tells where each row starts.
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
