/// Writes clean text from left to right into one row of a canvas, cut at two columns.
struct RowWriter {
  let canvas: Canvas
  let row: Int
  /// What may be written to; within the canvas.
  let clip: Range<Int>
  /// Where the next glyph goes; may lie outside of `clip`.
  var column: Int
  let style: StyleID

  mutating func write(_ text: CleanText) {
    if !writeASCII(text.string) {
      canvas.widths.forEachGlyph(in: text) { glyph in
        write(glyph)
        return column < clip.upperBound
      }
    }
  }

  /// The short way for text that has one byte a cell; false if there is another byte in it.
  private mutating func writeASCII(_ string: String) -> Bool {
    let column = self.column
    let end = string.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      let first = max(0, clip.lowerBound - column)
      let last = min(bytes.count, max(first, clip.upperBound - column))
      if first < last {
        canvas.grid.put(
          ascii: bytes[first..<last], style: style, column: column + first, row: row)
      }
      return column + bytes.count
    }
    guard let reached = end ?? nil else { return false }
    self.column = reached
    return true
  }

  /// Writes one glyph; one that an edge cuts becomes a blank.
  private mutating func write(_ glyph: Glyph) {
    let place = column..<column + glyph.width
    column = place.upperBound
    guard place.overlaps(clip) else { return }
    if place.clamped(to: clip) == place {
      let cell = Cell(
        glyph: canvas.catalog.intern(glyph.scalars), style: style, isWide: glyph.width == 2,
        isContested: glyph.isContested, isOpen: glyph.isOpen)
      canvas.grid.put(cell, column: place.lowerBound, row: row)
    } else {
      for column in place.clamped(to: clip) {
        canvas.grid.put(Cell(glyph: .space, style: style), column: column, row: row)
      }
    }
  }
}
