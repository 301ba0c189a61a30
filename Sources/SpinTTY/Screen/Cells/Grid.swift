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
    let start = row * size.columns
    let index = start + column
    cells.withUnsafeMutableBufferPointer { cells in
      if cells[index].isContinuation {
        cells[index - 1] = Cell(glyph: .space, style: cells[index - 1].style)
      }
      let last = index + cell.width - 1
      if cells[last].isWide {
        cells[last + 1] = Cell(glyph: .space, style: cells[last + 1].style)
      }
      cells[index] = cell
      if cell.isWide { cells[last] = cell.continuation }
    }
  }
}
