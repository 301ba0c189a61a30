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

  /// Lines that were printed after a link became part of it, and stayed so above the view.
  @Test(arguments: [true, false]) func printedLinesAreNoPartOfALink(hasLinks: Bool) throws {
    var display = TerminalDisplay(
      size: Size(columns: 40, rows: 10), Capabilities(absoluteRows: false, hyperlinks: hasLinks))
    let block = Size(columns: 40, rows: 2)
    _ = display.makeRoom(rows: 2, rowsBefore: 0)
    display.begin(block)
    display.canvas.clear(to: block)
    let link = try #require(Link("https://example.org"))
    display.canvas.surface.put("docs", row: 1, style: Style(link: link))
    var bytes: [UInt8] = []
    _ = display.encode { part in
      for index in 0..<part.count { bytes.append(part[index]) }
      return part.count
    }
    bytes += display.printAbove([CleanText("done")], rows: 2)
    let text = String(decoding: bytes, as: UTF8.self)
    let before = try #require(text.split(separator: "done").first)
    let links = before.split(separator: "\u{1B}]8;").dropFirst()
    #expect(links.count == (hasLinks ? 2 : 0), "\(links)")
    #expect(links.last?.hasPrefix(";\u{1B}") ?? true, "\(links)")
  }

  /// A menu at the mouse was below a screen that had become smaller, and kept the keys.
  @Test func aMenuAtAPlaceOutsideOfTheScreenIsAtItsEdge() {
    let place = LayerPlace.pointer.resolved(FrameMap.Place(column: 50, row: 40), focus: nil)
    let canvas = Canvas(size: Size(columns: 30, rows: 20), widths: WidthRules())
    let wanted = Size(columns: 10, rows: 5)
    #expect(
      place.rectangle(of: wanted, on: canvas)
        == Rectangle(column: 20, row: 14, columns: 10, rows: 5))
  }
}
