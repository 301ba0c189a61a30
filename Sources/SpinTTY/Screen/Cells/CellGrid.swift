/// A grid of cells, stored row by row.
struct CellGrid {
  private(set) var size: Size
  private(set) var cells: AlignedBuffer<Cell>
  /// For each row, the column from which on the row is blank because nothing was put there.
  private(set) var ends: [Int]
  /// Whether the cells may contain a full block.
  private var holdsBlocks = false

  init(size: Size) {
    self.size = size
    cells = AlignedBuffer(repeating: .blank, count: size.columns * size.rows)
    ends = Array(repeating: 0, count: size.rows)
  }

  /// The cell at a place in the grid.
  subscript(column column: Int, row row: Int) -> Cell {
    get { cells.withView { $0[row * size.columns + column] } }
    set {
      let index = row * size.columns + column
      cells.withMutableView { $0[index] = newValue }
      reach(column + 1, row)
    }
  }

  /// Calls a closure with the cells of all rows, and with where each row ends.
  @inline(__always)
  func withRows(_ body: (MemoryView<Cell>, MemoryView<Int>) -> Void) {
    cells.withView { cells in
      ends.withView { ends in body(cells, ends) }
    }
  }

  /// Makes the grid blank at a size, and keeps the storage if the size is the same.
  mutating func clear(to size: Size) {
    guard size == self.size else {
      self = CellGrid(size: size)
      return
    }
    cells.withMutableView { cells in
      for row in 0..<size.rows where ends[row] > 0 {
        let start = row * size.columns
        cells.part(start..<start + ends[row]).fill(.blank)
        ends[row] = 0
      }
    }
    holdsBlocks = false
  }

  /// Replaces full blocks by blanks in a style that looks the same.
  ///
  /// - Parameter fill: A closure that returns the style of a blank that looks like a full block in
  ///   a style, or `nil` if there is none.
  mutating func replaceBlocks(_ fill: (StyleID) -> StyleID?) {
    guard holdsBlocks else { return }
    holdsBlocks = false
    cells.withMutableView { cells in
      for row in 0..<size.rows {
        let start = row * size.columns
        for index in start..<start + ends[row]
        where cells[index].glyph == .fullBlock && !cells[index].isWide {
          guard let style = fill(cells[index].style) else { continue }
          cells[index] = Cell(glyph: .space, style: style)
        }
      }
    }
  }

  /// Changes the styles of all cells in which something was put.
  mutating func restyle(sparing area: Rectangle?, _ change: (StyleID) -> StyleID) {
    cells.withMutableView { cells in
      for row in 0..<size.rows {
        let start = row * size.columns
        var latest: (from: StyleID, to: StyleID)?
        for index in start..<start + ends[row] where cells[index] != .blank {
          if let area, area.contains(column: index - start, row: row) { continue }
          let from = cells[index].style
          let to = latest?.from == from ? latest?.to ?? from : change(from)
          latest = (from, to)
          cells[index].style = to
        }
      }
    }
  }

  /// Changes the styles of the cells of an area within the grid.
  ///
  /// `change` is called once for each run of equally styled cells in a row.
  mutating func restyle(in area: Rectangle, _ change: (StyleID) -> StyleID) {
    cells.withMutableView { cells in
      for row in area.row..<area.endRow {
        let start = row * size.columns
        var end = 0
        var from = cells[start + area.column].style
        var to = change(from)
        for column in area.column..<area.endColumn {
          let style = cells[start + column].style
          if style != from {
            from = style
            to = change(from)
          }
          if to == from { continue }
          cells[start + column].style = to
          end = column + 1
        }
        if end > ends[row] { ends[row] = end }
      }
    }
  }

  /// Whether all cells of an area within the grid have no character.
  func isBlank(in area: Rectangle) -> Bool {
    cells.withView { cells in
      for row in area.row..<area.endRow where ends[row] > area.column {
        for column in area.column..<min(area.endColumn, ends[row])
        where !cells[row * size.columns + column].isBlank {
          return false
        }
      }
      return true
    }
  }

  /// Copies rows from a grid of the same size.
  mutating func copyRows(_ rows: Range<Int>, from other: CellGrid) {
    cells.withMutableView { mine in
      other.cells.withView { theirs in
        for row in rows {
          let start = row * size.columns
          let range = start..<start + max(ends[row], other.ends[row])
          mine.part(range).copy(theirs.part(range))
          ends[row] = other.ends[row]
        }
      }
    }
  }

  @inline(__always)
  private mutating func reach(_ end: Int, _ row: Int) {
    if end > ends[row] { ends[row] = end }
  }

  /// Puts a glyph into the grid, and replaces halves of wide glyphs that it cuts by blanks.
  ///
  /// ```
  ///     before   漢 字        put "x" at the second column
  ///     after    ␣x字
  /// ```
  mutating func put(_ cell: Cell, column: Int, row: Int) {
    let index = row * size.columns + column
    if cell.glyph == .fullBlock { holdsBlocks = true }
    cells.withMutableView { cells in
      CellGrid.cut(cells, index..<index + cell.width)
      cells[index] = cell
      if cell.isWide { cells[index + 1] = cell.continuation }
    }
    reach(column + cell.width, row)
  }

  /// Puts printable ASCII into a row, one byte per cell, in one style.
  mutating func put(
    ascii bytes: MemoryView<UInt8>, style: StyleID, column: Int, row: Int
  ) {
    guard !bytes.isEmpty else { return }
    let start = row * size.columns + column
    cells.withMutableView { cells in
      let range = start..<start + bytes.count
      CellGrid.cut(cells, range)
      let line = cells.part(range)
      for index in 0..<line.count {
        line[index] = Cell(glyph: GlyphID(value: UInt32(bytes[index])), style: style)
      }
    }
    reach(column + bytes.count, row)
  }

  /// Puts glyphs into a row from a column on.
  ///
  /// - Parameters:
  ///   - column: The column of the first glyph, which may be outside `clip`.
  ///   - clip: The columns that may be written, within the grid.
  ///   - row: The row.
  ///   - style: The style of all glyphs.
  ///   - body: A closure that appends the glyphs.
  /// - Returns: The column of the next glyph.
  @inline(__always)
  mutating func put(
    from column: Int, clip: Range<Int>, row: Int, style: StyleID, _ body: (inout CellRun) -> Void
  ) -> Int {
    var reached = column
    var end = 0
    let start = row * size.columns
    cells.withMutableView { cells in
      let line = cells.part(start..<start + size.columns)
      var run = CellRun(line, clip: clip, column: column, style: style)
      body(&run)
      run.repair()
      (reached, end) = (run.column, run.written.upperBound)
      if run.holdsBlocks { holdsBlocks = true }
    }
    reach(end, row)
    return reached
  }

  /// Fills an area of the grid with a narrow cell.
  mutating func put(_ cell: Cell, in area: Rectangle) {
    guard !area.size.isEmpty else { return }
    if cell.glyph == .fullBlock { holdsBlocks = true }
    cells.withMutableView { cells in
      for row in area.row..<area.endRow {
        let start = row * size.columns
        let range = start + area.column..<start + area.endColumn
        CellGrid.cut(cells, range)
        for index in range { cells[index] = cell }
      }
    }
    if cell == .blank { return }
    for row in area.row..<area.endRow { reach(area.endColumn, row) }
  }

  /// Puts a box along the edges of an area within the grid, of two columns and two rows at least.
  mutating func put(_ box: Box<Cell>, around area: Rectangle) {
    cells.withMutableView { cells in
      for row in area.row..<area.endRow {
        let first = row * size.columns + area.column
        let last = first + area.size.columns - 1
        switch row {
        case area.row, area.endRow - 1:
          let isTop = row == area.row
          CellGrid.cut(cells, first..<last + 1)
          for index in first + 1..<last { cells[index] = box.horizontal }
          cells[first] = isTop ? box.topLeading : box.bottomLeading
          cells[last] = isTop ? box.topTrailing : box.bottomTrailing
        default:
          CellGrid.cut(cells, first..<first + 1)
          cells[first] = box.vertical
          CellGrid.cut(cells, last..<last + 1)
          cells[last] = box.vertical
        }
      }
    }
    for row in area.row..<area.endRow { reach(area.endColumn, row) }
  }

  /// Replaces halves of wide glyphs outside a range by blanks before the range is overwritten.
  private static func cut(_ cells: MutableMemoryView<Cell>, _ range: Range<Int>) {
    if cells[range.lowerBound].isContinuation {
      let before = range.lowerBound - 1
      cells[before] = Cell(glyph: .space, style: cells[before].style)
    }
    if cells[range.upperBound - 1].isWide {
      let after = range.upperBound
      cells[after] = Cell(glyph: .space, style: cells[after].style)
    }
  }
}
