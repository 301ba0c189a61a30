/// Cells in rows, stored flat.
struct Grid {
  private(set) var size: Size
  private(set) var cells: [Cell]

  init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// The cell at a place inside of the grid.
  subscript(column column: Int, row row: Int) -> Cell {
    get { cells[row * size.columns + column] }
    set { cells[row * size.columns + column] = newValue }
  }

  /// Makes everything blank at a size; keeps its storage when the number of cells is the same.
  mutating func clear(to size: Size) {
    let count = size.columns * size.rows
    self.size = size
    guard cells.count == count else {
      cells = Array(repeating: .blank, count: count)
      return
    }
    cells.withUnsafeMutableBufferPointer { $0.update(repeating: .blank) }
  }

  /// Takes over one row of a grid of the same size.
  mutating func copyRow(_ row: Int, from other: Grid) {
    let range = row * size.columns..<(row + 1) * size.columns
    cells.withUnsafeMutableBufferPointer { mine in
      other.cells.withUnsafeBufferPointer { theirs in
        for index in range { mine[index] = theirs[index] }
      }
    }
  }

  /// Puts a glyph into the grid and repairs what it cuts through: half a wide glyph is a blank.
  ///
  /// ```
  ///     before   漢 字        put "x" at the second column
  ///     after    ␣x字
  /// ```
  mutating func put(_ cell: Cell, column: Int, row: Int) {
    let index = row * size.columns + column
    cells.withUnsafeMutableBufferPointer { cells in
      Grid.cut(&cells, index..<index + cell.width)
      cells[index] = cell
      if cell.isWide { cells[index + 1] = cell.continuation }
    }
  }

  /// Puts printable ASCII, one byte a cell, all in one style.
  mutating func put(
    ascii bytes: UnsafeBufferPointer<UInt8>.SubSequence, style: StyleID, column: Int, row: Int
  ) {
    guard !bytes.isEmpty else { return }
    let start = row * size.columns + column
    cells.withUnsafeMutableBufferPointer { cells in
      Grid.cut(&cells, start..<start + bytes.count)
      var index = start
      for byte in bytes {
        cells[index] = Cell(glyph: GlyphID(value: UInt32(byte)), style: style)
        index += 1
      }
    }
  }

  /// Puts one narrow cell into each of some columns.
  mutating func put(_ cell: Cell, columns: Range<Int>, row: Int) {
    let start = row * size.columns
    let range = start + columns.lowerBound..<start + columns.upperBound
    guard !range.isEmpty else { return }
    cells.withUnsafeMutableBufferPointer { cells in
      Grid.cut(&cells, range)
      cells[range].update(repeating: cell)
    }
  }

  /// Makes blanks of the halves that stay outside when a range is written over.
  private static func cut(_ cells: inout UnsafeMutableBufferPointer<Cell>, _ range: Range<Int>) {
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
