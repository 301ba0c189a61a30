import Testing

@testable import SpinTTY

/// Where the cursor of an inline view is after its terminal has wrapped the rows anew.
@Suite struct ReflowTests {
  /// The row of the cursor in a block of two rows once a window of 40 columns has 20.
  private func row(
    under style: Style, _ capabilities: Capabilities = Capabilities(absoluteRows: false)
  ) -> Int {
    var display = TerminalDisplay(size: Size(columns: 40, rows: 10), capabilities)
    let block = Size(columns: 40, rows: 2)
    _ = display.makeRoom(rows: 2, rowsBefore: 0)
    display.begin(block)
    display.canvas.clear(to: block)
    let row = Rectangle(column: 0, row: 0, columns: 40, rows: 1)
    display.canvas.surface.region(row).fill(" ", style: style)
    display.canvas.surface.placeCursor(column: 0, row: 1)
    _ = display.encode { $0.count }
    display.reflow(to: Size(columns: 20, rows: 10), wrapsRows: true)
    return display.image.pen.row
  }

  /// A bar of reversed blanks counted as an empty row, so the view was drawn a row too low.
  @Test func aRowOfBlanksThatShowWraps() {
    #expect(row(under: Style(attributes: .reverse)) == 2)
    #expect(row(under: Style(background: .blue)) == 2)
  }

  @Test func aRowThatMayHaveBeenErasedDoesNotWrap() {
    #expect(row(under: .plain) == 1)
    let erasing = Capabilities(backgroundColorErase: true, absoluteRows: false)
    #expect(row(under: Style(background: .blue), erasing) == 1)
  }
}
