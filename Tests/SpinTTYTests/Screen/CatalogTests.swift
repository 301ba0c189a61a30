import Testing

@testable import SpinTTY

/// What is kept of text that is drawn.
@Suite struct CatalogTests {
  @Test(arguments: [WidthRules.Profile.wcwidth, .grapheme])
  func aCharacterWithManyMarksKeepsTheFirst(_ profile: WidthRules.Profile) {
    let canvas = Canvas(
      size: Size(columns: 3, rows: 1), widths: WidthRules(profile: profile))
    canvas.surface.put("a" + String(repeating: "\u{301}", count: 10_000) + "b")
    #expect(
      canvas.cell(column: 0, row: 0).text == "a" + String(repeating: "\u{301}", count: 31))
    #expect(canvas.cell(column: 1, row: 0).text == "b")
  }

  /// A cluster that ended in a joiner would join the text after it.
  @Test func aClusterIsNotCutBehindAJoiner() {
    let canvas = Canvas(size: Size(columns: 4, rows: 1), widths: WidthRules(profile: .grapheme))
    canvas.surface.put(String(repeating: "👩\u{200D}", count: 100) + "👩")
    let text = canvas.cell(column: 0, row: 0).text
    #expect(text == String(repeating: "👩\u{200D}", count: 15) + "👩")
  }

  @Test func clustersOfManyBytesCrowdACatalog() {
    let catalog = Catalog()
    let marks = String(repeating: "\u{301}", count: 29)
    for number in UInt32(0)..<70_000 {
      let letter = String(Unicode.Scalar(0x4E00 + number % 20_000) ?? "a")
      let mark = String(Unicode.Scalar(0x300 + number / 20_000) ?? "a")
      var cluster = letter + mark + marks
      _ = cluster.withBytes { catalog.intern($0) }
    }
    #expect(catalog.isCrowded)
    catalog.empty()
    #expect(!catalog.isCrowded)
  }
}
