import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct SurfaceTests {
  /// A view may take all that there is, and views around it add to that.
  @Test func noSumOfSizesOverflows() {
    let size = Size(columns: .max, rows: .max)
    #expect(size.columns + size.rows > size.columns)
    #expect(size == Size(columns: size.columns, rows: size.rows))
    #expect(Size(columns: .min, rows: -1) == .zero)
  }

  private func picture(
    _ columns: Int, _ rows: Int, profile: WidthRules.Profile = .grapheme,
    _ draw: (Surface) -> Void
  ) -> String {
    let canvas = Canvas(
      size: Size(columns: columns, rows: rows), widths: WidthRules(profile: profile))
    canvas.surface.fill(".")
    draw(canvas.surface)
    return canvas.lines.joined(separator: "\n")
  }

  @Test func textIsCutAtBothEdges() {
    let drawn = picture(6, 3) { surface in
      surface.put("abcdefgh", column: -2, row: 0)
      surface.put("xyz", column: 4, row: 1)
      surface.put("unseen", row: 3)
      surface.put("unseen", column: 6, row: 2)
      surface.put("unseen", column: -6, row: 2)
    }
    #expect(
      drawn == """
        cdefgh
        ....xy
        ......
        """)
  }

  @Test func aWideCharacterCutByAnEdgeLeavesABlank() {
    let drawn = picture(5, 3) { surface in
      surface.put("漢字", column: -1, row: 0)
      surface.put("漢字", column: 2, row: 1)
      surface.region(Rectangle(column: 1, row: 2, columns: 3, rows: 1)).put("漢字")
    }
    #expect(
      drawn == """
         字..
        ..漢
        .漢 .
        """)
  }

  @Test func writingOverHalfOfAWideCharacterBlanksTheOtherHalf() {
    let drawn = picture(6, 2) { surface in
      surface.put("漢字漢", row: 0)
      surface.put("x", column: 1, row: 0)
      surface.put("x", column: 4, row: 0)
      surface.put("漢字漢", row: 1)
      surface.put("字", column: 1, row: 1)
    }
    #expect(drawn == " x字x\n 字 漢")
  }

  @Test func underWcwidthACharacterMayTakeSeveralCells() {
    let drawn = picture(8, 1, profile: .wcwidth) { $0.put("a👍🏽b") }
    #expect(drawn == "a👍🏽b..")
  }

  @Test func regionsAreCutToTheirParents() {
    let drawn = picture(6, 3) { surface in
      let outer = surface.region(Rectangle(column: 1, row: 1, columns: 3, rows: 5))
      let inner = outer.region(Rectangle(column: 1, row: -1, columns: 100, rows: 100))
      inner.fill("#")
      #expect(inner.visible == Rectangle(column: 0, row: 1, columns: 2, rows: 2))
      #expect(inner.size == Size(columns: 100, rows: 100))
    }
    #expect(
      drawn == """
        ......
        ..##..
        ..##..
        """)
  }

  @Test func aWideFillLeavesABlankInAnOddColumn() {
    #expect(picture(5, 1) { $0.fill("漢") } == "漢漢")
    #expect(picture(3, 1) { $0.fill("\u{200B}") } == "")
    #expect(picture(3, 1) { $0.fill("\u{301}") } == "◌\u{301}◌\u{301}◌\u{301}")
  }

  @Test func theColumnsOfATextAreCountedUpToTheEdge() {
    _ = picture(6, 1) { surface in
      #expect(surface.put("ab漢") == 4)
      #expect(surface.put("abcdefghij") == 6)
      #expect(surface.put("漢字漢字漢字") == 6)
      #expect(surface.put("abc", column: 9) == 0)
      #expect(surface.put("abc", row: 9) == 3)
      #expect(surface.put("abc", column: -1) == 3)
    }
  }

  @Test func escapeSequencesInTextAreSeenNotSent() {
    #expect(picture(8, 1) { $0.put("a\u{1B}[2J\n") } == "a␛[2J␊..")
  }

  @Test func stylesAreTakenFromTheSurfaceWhereTextLeavesThemOpen() {
    let canvas = Canvas(size: Size(columns: 3, rows: 1))
    let blue = canvas.surface.styled(Style(background: .blue))
    blue.put("a", style: Style(foreground: .red))
    #expect(canvas.cell(column: 0, row: 0).style == Style(foreground: .red, background: .blue))
  }

  @Test func restylingChangesLooksAndLeavesText() {
    let canvas = Canvas(size: Size(columns: 6, rows: 1), widths: WidthRules(profile: .grapheme))
    canvas.surface.put("a漢字b")
    canvas.surface.restyle(in: Rectangle(column: 2, columns: 2, rows: 1)) {
      $0.attributes.insert(.reverse)
    }
    #expect(canvas.lines == ["a漢字b"])
    let reversed = (0..<6).map {
      canvas.grid[column: $0, row: 0].style != StyleID.plain
    }
    // The second column of 漢 follows its first, as does that of 字.
    #expect(reversed == [false, false, false, true, true, false])
  }

  @Test func theCursorIsDeclaredOnlyWhereItCanBeSeen() {
    let canvas = Canvas(size: Size(columns: 4, rows: 2))
    canvas.surface.placeCursor(column: 4, row: 0)
    #expect(canvas.cursor == nil)
    canvas.surface.region(Rectangle(column: 1, row: 1, columns: 2, rows: 1))
      .placeCursor(column: 1, row: 0)
    #expect(canvas.cursor == Cursor(column: 2, row: 1))
    canvas.clear(to: canvas.size)
    #expect(canvas.cursor == nil)
  }

  @Test(arguments: [
    Size.zero, Size(columns: 0, rows: 3), Size(columns: 1, rows: 1), Size(columns: 1, rows: 0),
    Size(columns: 2, rows: 1),
  ])
  func noSizeAndNoPlaceIsUnsafe(size: Size) {
    let absurd = [Int.min, -1, 0, 1, 2, 1 << 40, Int.max]
    let canvas = Canvas(size: size, widths: WidthRules(profile: .grapheme))
    var encoder = Encoder()
    var shown = TerminalImage(unknown: size)
    for column in absurd {
      for row in absurd {
        let rectangle = Rectangle(column: column, row: row, columns: row, rows: column)
        let surface = canvas.surface.region(rectangle)
        surface.put("漢e\u{301}x", column: row, row: column)
        surface.fill("漢", in: rectangle)
        surface.restyle(in: rectangle) { $0.attributes = .bold }
        surface.placeCursor(column: column, row: row)
        surface.region(rectangle).region(rectangle).fill("x")
        canvas.surface.put("漢", column: column, row: row)
        #expect(canvas.lines.count == size.rows)
        _ = encoder.bytes(&shown, to: canvas, for: Capabilities(scrolling: true))
      }
    }
  }

  @Test(arguments: Seeds.series(40))
  func theTwoHalvesOfAWideCharacterStayTogether(seed: UInt64) {
    var random = RandomCanvas(generator: SeededGenerator(seed: seed))
    let canvas = Canvas(size: random.size(), widths: random.capabilities().widths)
    for _ in 0..<5 {
      random.fill(canvas)
      random.change(canvas)
      for row in 0..<canvas.size.rows {
        for column in 0..<canvas.size.columns {
          let cell = canvas.grid[column: column, row: row]
          if cell.isWide {
            #expect(column + 1 < canvas.size.columns, "seed \(seed)")
            #expect(canvas.grid[column: column + 1, row: row] == cell.continuation)
          }
          if cell.isContinuation {
            #expect(column > 0 && canvas.grid[column: column - 1, row: row].isWide)
          }
        }
      }
    }
  }

  @Test func clustersAreKeptAsTheyWereWritten() {
    let canvas = Canvas(size: Size(columns: 4, rows: 1))
    canvas.surface.put("e\u{301}\u{E9}")
    let texts = (0..<2).map { Array(canvas.cell(column: $0, row: 0).text.unicodeScalars) }
    #expect(texts == [["e", "\u{301}"], ["\u{E9}"]])
  }

  @Test func noCanvasIsLargerThanAnyTerminal() {
    let canvas = Canvas(size: Size(columns: .max, rows: 1))
    #expect(canvas.size == Size(columns: 10_000, rows: 1))
    canvas.clear(to: Size(columns: 1, rows: .max))
    #expect(canvas.size == Size(columns: 1, rows: 5_000))
  }

  @Test(
    arguments: [WidthRules.Profile.grapheme, .wcwidth],
    [
      "a", " ", "~", "é", "e\u{301}", "─", "█", "▏", "⣿", "·", "漢", "\u{1100}", "👩‍👩‍👧", "❤", "\u{B7}",
      "\n", "\t", "\u{1B}", "\u{7F}", "\u{85}", "\u{200B}", "\u{202E}", "\u{E000}", "\u{FFFD}",
    ] as [Character])
  func aFilledAreaHasTheCellsOfItsCharacter(profile: WidthRules.Profile, character: Character) {
    for isWide in [false, true] {
      let rules = WidthRules(profile: profile, ambiguousIsWide: isWide)
      let filled = Canvas(size: Size(columns: 6, rows: 2), widths: rules)
      filled.surface.fill(character, style: Style(foreground: .red))
      let written = Canvas(size: Size(columns: 6, rows: 2), widths: rules)
      for row in 0..<2 {
        var column = 0
        while column < 6 {
          let width = written.surface.put(
            String(character), column: column, row: row, style: Style(foreground: .red))
          if width == 0 {
            written.surface.put(" ", column: column, row: row, style: Style(foreground: .red))
          }
          column += max(1, width)
        }
      }
      for row in 0..<2 {
        for column in 0..<6 {
          #expect(
            filled.grid[column: column, row: row] == written.grid[column: column, row: row],
            "\(character.unicodeScalars), \(rules), (\(column), \(row))")
        }
      }
    }
  }

  @Test func aCellTakesEightBytes() {
    #expect(MemoryLayout<Cell>.size == 8)
    #expect(MemoryLayout<Cell>.stride == 8)
  }

  private static func shade(_ number: Int) -> Style {
    Style(foreground: .rgb(UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF), 7))
  }

  /// More styles than the newest few that are found without the catalog.
  @Test func everyCellHasTheStyleItWasWrittenIn() {
    let canvas = Canvas(size: Size(columns: 60, rows: 1))
    for column in 0..<60 {
      canvas.surface.put("x", column: column, style: Self.shade(column * column % 20))
    }
    for column in 0..<60 {
      #expect(
        canvas.cell(column: column, row: 0).style == Self.shade(column * column % 20), "\(column)")
    }
  }

  @Test func aSurfaceThatIsKeptAcrossFramesKeepsItsStyleIfTheCatalogIsEmptied() {
    let canvas = Canvas(size: Size(columns: 2, rows: 1))
    for number in 0..<40_000 { _ = canvas.intern(Self.shade(number)) }
    let kept = canvas.surface.styled(Style(foreground: .red))
    canvas.clear(to: canvas.size)
    #expect(canvas.catalog.styles.count == 1, "It was emptied.")
    kept.put("x")
    kept.put("y", column: 1, style: Style(attributes: .bold))
    #expect(canvas.cell(column: 0, row: 0).style == Style(foreground: .red))
    #expect(
      canvas.cell(column: 1, row: 0).style == Style(foreground: .red, attributes: .bold))
  }
}
