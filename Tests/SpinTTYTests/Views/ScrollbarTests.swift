import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct ScrollbarTests {
  private func rows(_ selection: Selection<Int>, of count: Int = 40) -> List {
    List(count: count, selection) { Text("row \($0)") }
  }

  @Test func aBarBesideTheRowsShowsWhichOfThemAreSeen() {
    func view(_ offset: Int) -> String {
      picture(8, 4) { rows(Selection(index: offset, offset: offset), of: 16).scrollbar() }
    }
    #expect(view(0) == "row 0  ┃\nrow 1  │\nrow 2  │\nrow 3  │")
    #expect(view(1) == "row 1  │\nrow 2  ┃\nrow 3  │\nrow 4  │")
    #expect(view(11) == "row 11 │\nrow 12 │\nrow 13 ┃\nrow 14 │")
    #expect(view(12) == "row 12 │\nrow 13 │\nrow 14 │\nrow 15 ┃")
    let ascii = picture(8, 2, in: .ascii) { rows(Selection()).scrollbar() }
    #expect(ascii == "row 0  #\nrow 1  |")
  }

  @Test func thereIsNoBarIfAllIsSeenAndItsColumnStaysFree() {
    func view(_ count: Int) -> String {
      picture(4, 2) { List(count: count, Selection()) { _ in Text("abcdef") }.scrollbar() }
    }
    #expect(view(1) == "ab…")
    #expect(view(2) == "ab…\nab…")
    #expect(view(3) == "ab…┃\nab…│")
    #expect(picture(1, 2) { rows(Selection()).scrollbar() } == "…\n…")
  }

  @Test func itStandsBesideTheRowsAndNotBesideTitlesOrBorders() {
    let table = picture(14, 4) {
      Table(
        (1...9).map { Process(id: $0, name: "", load: 0) }, Table<Process>.Model(),
        [.init("PID", \.id, .fixed(4))]
      ).scrollbar()
    }
    #expect(table == "PID\n1            ┃\n2            │\n3            │")
    let outside = picture(9, 4) { rows(Selection()).border(.light, padding: 0).scrollbar() }
    #expect(outside == "┌──────┐\n│row 0 │┃\n│row 1 ││\n└──────┘")
  }

  @Test func aViewportHasABarForItsRows() {
    let text = (0..<9).map { "line \($0)" }.joined(separator: "\n")
    let shown = picture(8, 3) { Viewport(Scroll(row: 6)) { Text(text) }.scrollbar() }
    #expect(shown == "line 6 │\nline 7 │\nline 8 ┃")
    let nested = picture(8, 3) {
      Viewport(Scroll(row: 37)) { rows(.none) }.scrollbar().id("all")
    }
    #expect(nested == "row 37 │\nrow 38 │\nrow 39 ┃")
    let own = picture(8, 2) {
      Paper(letter: "x", content: Size(columns: 7, rows: 10), page: 2, firstRow: 8).scrollbar()
    }
    #expect(own == "xxxxxxx│\nxxxxxxx┃")
  }

  @Test func itSaysWhatItsContentSays() {
    #expect(rows(Selection(), of: 2).scrollbar().plainLines() == ["> row 0", "  row 1"])
  }

  /// The first cell means the beginning and the last one the end, and the thumb is where the mouse is.
  @Test(arguments: Seeds.series(100))
  func theThumbIsUnderTheMouseThatScrolledThere(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let cells = random.number(2..<60)
    let page = random.pick([1, 2, cells, 100, 1 << 28])
    let rows = page + random.pick([1, 2, 10, 1000, 1 << 29])
    func area(_ first: Int) -> ScrolledArea {
      ScrolledArea(
        region: nil, rectangle: Rectangle(columns: 8, rows: cells), rows: rows, page: page,
        firstRow: first)
    }
    for cell in 0..<cells {
      let first = input(at: cell, cells: cells, content: rows, page: page).scrolledRow
      #expect(first.map { (0...rows - page).contains($0) } == true, "seed \(seed)")
      let thumb = area(first ?? 0).thumb(in: cells)
      #expect(!thumb.isEmpty && thumb.lowerBound >= 0 && thumb.upperBound <= cells, "seed \(seed)")
      if rows - page >= 4 * cells { #expect(thumb.contains(cell), "seed \(seed), cell \(cell)") }
    }
    #expect(input(at: -9, cells: cells, content: rows, page: page).scrolledRow == 0)
    let last = input(at: cells + 9, cells: cells, content: rows, page: page).scrolledRow
    #expect(last == rows - page)
    #expect(area(0).thumb(in: cells).lowerBound == 0)
    #expect(area(.max).thumb(in: cells).upperBound == cells)
    #expect(area(.min).thumb(in: cells) == area(0).thumb(in: cells))
    if area(0).thumb(in: cells).count < cells - 1, rows - page > 1 {
      #expect(area(1).thumb(in: cells).lowerBound > 0)
      #expect(area(rows - page - 1).thumb(in: cells).upperBound < cells)
    }
  }

  private func input(at row: Int, cells: Int, content: Int, page: Int) -> ControlInput {
    func region(_ key: RegionKey, _ rows: Int) -> FrameMap.Region {
      let place = Rectangle(columns: 8, rows: cells)
      return FrameMap.Region(
        key: key, layer: 0, rectangle: place, visible: place,
        content: Size(columns: 8, rows: content), page: Size(columns: 8, rows: rows), parent: nil)
    }
    let control = region(RegionKey("control"), page)
    return ControlInput(
      .mouse(MouseEvent(.drag(.left), column: 7, row: row)), on: FrameMap(), region: control,
      inside: [region(RegionKey(ScrollbarID(region: control.key)), cells)])
  }

  @Test func onlyABarInTheRegionItselfTakesTheMouse() {
    func hit(@ViewBuilder _ content: () -> ViewList) -> [RegionKey] {
      let frame = Picture(9, 4, content).canvas.frame
      return frame.hit(column: 8, row: 1).regions.map { frame.regions[$0].key }
    }
    let bar = RegionKey(ScrollbarID(region: RegionKey("list")))
    let list = rows(Selection())
    #expect(hit { list.scrollbar().id("list") } == [bar, RegionKey("list")])
    #expect(hit { list.id("list").scrollbar() } == [bar, RegionKey("list")])
    #expect(hit { list.id("list").border(.light, padding: 0).scrollbar() } == [])
    #expect(
      hit { list.id("list").border(.light, padding: 0).scrollbar().id("all") } == [RegionKey("all")]
    )
    #expect(hit { list.scrollbar() } == [])
    #expect(hit { rows(Selection(), of: 4).scrollbar().id("list") } == [RegionKey("list")])
  }
}

/// A view that says of itself how much it scrolls.
private struct Paper: View {
  let letter: Character
  let content: Size
  let page: Int
  let firstRow: Int

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Size(columns: proposal.columns ?? 1, rows: proposal.rows ?? 1)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    surface.fill(letter)
    surface.declareContent(content, page: Size(columns: 7, rows: page), firstRow: firstRow)
  }
}
