import SpinTesting
import Testing

@testable import SpinTTY

struct CellGridTests {
  @Test(arguments: Seeds.series(40))
  func whatIsBeyondTheEndOfARowIsBlank(seed: UInt64) {
    var random = RandomCanvas(generator: SeededGenerator(seed: seed))
    let canvas = Canvas(size: random.size())
    for _ in 0..<8 {
      if random.generator.once(in: 3) { random.fill(canvas) } else { random.change(canvas) }
      let grid = canvas.grid
      for row in 0..<grid.size.rows {
        for column in grid.ends[row]..<grid.size.columns {
          #expect(grid[column: column, row: row] == .blank, "seed \(seed), (\(column), \(row))")
        }
      }
    }
  }

  @Test func aClearedGridIsBlankAndHasNothingToLookAt() {
    var grid = CellGrid(size: Size(columns: 7, rows: 2))
    grid.put(
      Cell(glyph: GlyphID("x"), style: .plain),
      in: Rectangle(column: 2, row: 1, columns: 5, rows: 1))
    #expect(grid.ends == [0, 7])
    grid.clear(to: grid.size)
    #expect(grid.ends == [0, 0])
    for column in 0..<7 { #expect(grid[column: column, row: 1] == .blank) }
  }

  @Test func aRowTakenOverLosesWhatItHadBeyondTheOther() {
    let size = Size(columns: 6, rows: 1)
    var long = CellGrid(size: size)
    long.put(Cell(glyph: GlyphID("x"), style: .plain), in: Rectangle(columns: 6, rows: 1))
    var short = CellGrid(size: size)
    short.put(Cell(glyph: GlyphID("y"), style: .plain), in: Rectangle(columns: 2, rows: 1))
    long.copyRows(0..<1, from: short)
    #expect(long.ends == [2])
    for column in 0..<6 {
      #expect(long[column: column, row: 0] == short[column: column, row: 0])
    }
  }

  @Test func aCopyDoesNotChangeWithTheOriginal() {
    var grid = CellGrid(size: Size(columns: 3, rows: 1))
    let copy = grid
    grid.put(Cell(glyph: GlyphID("x"), style: .plain), column: 1, row: 0)
    #expect(copy[column: 1, row: 0] == .blank)
    #expect(copy.ends == [0])
    #expect(grid[column: 1, row: 0].glyph == GlyphID("x"))
  }

  /// Eight cells at a time must write what one at a time would.
  @Test(arguments: Seeds.series(60))
  func aRunIsWrittenUpToTheFirstOtherStyleOtherGlyphOrLongGap(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let style = StyleID(value: 3)
    for _ in 0..<50 {
      let isSparse = generator.once(in: 2)
      let cells = (0..<Int.random(in: 0...60, using: &generator)).map { _ -> Cell in
        if generator.once(in: isSparse ? 2 : 8) { return Cell(glyph: .space, style: style) }
        if generator.once(in: 40) { return Cell(glyph: GlyphID("é"), style: style) }
        if generator.once(in: 40) { return Cell(glyph: GlyphID("x"), style: .plain) }
        if generator.once(in: 40) {
          return Cell(glyph: GlyphID("y"), style: style, isContested: true)
        }
        return Cell(glyph: GlyphID("a"), style: style)
      }
      var wanted: [UInt8] = []
      for (index, cell) in cells.enumerated() {
        let isInRun = Cell(glyph: cell.glyph, style: style) == cell && cell.glyph.value < 0x80
        let gap = cells[index...].prefix { $0 == Cell(glyph: .space, style: style) }.count
        guard isInRun, gap < 5 else { break }
        wanted.append(UInt8(cell.glyph.value))
      }
      let written = cells.withView { cells in
        [UInt8](room: cells.count + 7) { AsciiRun.write(cells, style: style, to: $0) }
      }
      #expect(written == wanted, "seed \(seed)")
    }
  }
}
