/// The cells of a row while glyphs are written into them, from left to right and without a gap.
struct CellRun {
  private let cells: UnsafeMutableBufferPointer<Cell>
  /// What may be written to; within the row.
  let clip: Range<Int>
  /// Where the next glyph goes; may lie outside of `clip`.
  private(set) var column: Int
  let style: StyleID
  /// Whether a full block is among the glyphs.
  private(set) var holdsBlocks = false
  private let first: Int
  /// Whether what stood in the first cell was the second half of a wide glyph.
  private let beginsWithinGlyph: Bool

  init(
    _ cells: UnsafeMutableBufferPointer<Cell>, clip: Range<Int>, column: Int, style: StyleID
  ) {
    self.cells = cells
    self.clip = clip
    self.column = column
    self.style = style
    first = min(max(column, clip.lowerBound), clip.upperBound)
    beginsWithinGlyph = first < cells.count && cells[first].isContinuation
  }

  /// The cells that were written to.
  var written: Range<Int> { first..<max(first, min(column, clip.upperBound)) }

  /// Whether another glyph could be seen.
  @inline(__always)
  var hasRoom: Bool { column < clip.upperBound }

  /// Writes one glyph; one that an edge cuts becomes a blank.
  @inline(__always)
  mutating func append(
    _ glyph: GlyphID, width: Int, isContested: Bool = false, isOpen: Bool = false
  ) {
    let place = column
    column += width
    guard place >= clip.lowerBound, column <= clip.upperBound else {
      for column in (place..<column).clamped(to: clip) {
        cells[column] = Cell(glyph: .space, style: style)
      }
      return
    }
    let cell = Cell(
      glyph: glyph, style: style, isWide: width == 2, isContested: isContested, isOpen: isOpen)
    cells[place] = cell
    if width == 2 { cells[place + 1] = cell.continuation }
    if glyph == .fullBlock { holdsBlocks = true }
  }

  /// Makes blanks of the halves of wide glyphs that were written over.
  func repair() {
    guard !written.isEmpty else { return }
    if beginsWithinGlyph { cells[first - 1] = Cell(glyph: .space, style: cells[first - 1].style) }
    let end = written.upperBound
    if end < cells.count, cells[end].isContinuation {
      cells[end] = Cell(glyph: .space, style: cells[end].style)
    }
  }
}
