/// A run of glyphs being written into a row, from left to right without a gap.
struct CellRun {
  private let cells: MutableMemoryView<Cell>
  /// The columns that may be written, within the row.
  let clip: Range<Int>
  /// The column of the next glyph, which may be outside `clip`.
  private(set) var column: Int
  let style: StyleID
  /// Whether the glyphs contain a full block.
  private(set) var holdsBlocks = false
  private let first: Int
  /// Whether the first cell was the second half of a wide glyph.
  private let beginsWithinGlyph: Bool

  init(
    _ cells: MutableMemoryView<Cell>, clip: Range<Int>, column: Int, style: StyleID
  ) {
    self.cells = cells
    self.clip = clip
    self.column = column
    self.style = style
    first = min(max(column, clip.lowerBound), clip.upperBound)
    beginsWithinGlyph = first < cells.count && cells[first].isContinuation
  }

  /// The columns that were written.
  var written: Range<Int> { first..<max(first, min(column, clip.upperBound)) }

  /// Whether another glyph could be visible.
  @inline(__always)
  var hasRoom: Bool { column < clip.upperBound }

  /// Writes a glyph; if an edge cuts it, its visible half becomes a blank.
  @inline(__always)
  mutating func append(
    _ glyph: GlyphID, width: Int, isContested: Bool = false, isOpen: Bool = false,
    isJoining: Bool = false
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
      glyph: glyph, style: style, isWide: width == 2, isContested: isContested, isOpen: isOpen,
      isJoining: isJoining)
    cells[place] = cell
    if width == 2 { cells[place + 1] = cell.continuation }
    if glyph == .fullBlock { holdsBlocks = true }
  }

  /// Replaces halves of wide glyphs that the run cut by blanks.
  func repair() {
    guard !written.isEmpty else { return }
    if beginsWithinGlyph { cells[first - 1] = Cell(glyph: .space, style: cells[first - 1].style) }
    let end = written.upperBound
    if end < cells.count, cells[end].isContinuation {
      cells[end] = Cell(glyph: .space, style: cells[end].style)
    }
  }
}
