import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct TextTests {
  @Test(arguments: [Text.Wrapping.word, .cluster, .none])
  func inAnyWidthThatItsLongestLineFitsATextHasTheSameLines(wrapping: Text.Wrapping) {
    let text = "the  quick\tbrown 漢字かな fox \n\n  jumps over-the   lazy 👩‍👩‍👧 dog   \na b c d e f"
    func lines(_ width: Int) -> (width: Int, lines: [String]) {
      let layout = TextLayout(
        runs: [Text.Run(text)], width: width, wrapping: wrapping, widths: WidthRules(),
        ellipsis: "…")
      return (
        layout.width,
        layout.lines.map { layout.fragments(of: $0).map(\.text.string).joined() }
      )
    }
    for room in 2..<50 {
      let whole = lines(room)
      for width in min(whole.width, room)...room where whole.width <= room {
        #expect(lines(width).lines == whole.lines)
      }
    }
  }

  @Test func wordsWrapAndBlanksAtTheBreakVanish() {
    let drawn = picture(10, 5) { Text("the quick  brown fox jumps over") }
    #expect(
      drawn == """
        the quick
        brown fox
        jumps over
        """)
  }

  @Test func aWordLongerThanTheLineIsBrokenWithin() {
    #expect(picture(6, 4) { Text("a incomprehensible") } == "a\nincomp\nrehens\nible")
    #expect(picture(4, 4) { Text("  indented") } == "  in\ndent\ned")
  }

  @Test func wrappingByClusterFillsEachLine() {
    let drawn = picture(5, 3) { Text("the quick fox", wrapping: .cluster) }
    #expect(drawn == "the q\nuick\nfox")
  }

  @Test func ideographsWrapAnywhereButBeforeClosingPunctuation() {
    #expect(picture(6, 3) { Text("漢字漢。漢") } == "漢字\n漢。漢")
    #expect(picture(7, 3) { Text("ab 漢字漢") } == "ab 漢字\n漢")
  }

  @Test func clustersAreNeverCut() {
    #expect(
      picture(3, 2) { Text("e\u{301}e\u{301}e\u{301}e\u{301}") }
        == "e\u{301}e\u{301}e\u{301}\ne\u{301}")
    #expect(picture(3, 1) { Text("👩‍👩‍👧👩‍👩‍👧", wrapping: .none) } == "👩‍👩‍👧…")
    #expect(picture(2, 1) { Text("漢字", wrapping: .none) } == "…")
  }

  @Test(arguments: [
    (Text.Truncation.tail, "some/lo…"), (.head, "…le.text"), (.middle, "some…ext"),
  ])
  func aLineThatDoesNotWrapIsTruncated(truncation: Text.Truncation, expected: String) {
    let drawn = picture(8, 1) {
      Text("some/long/file.text", wrapping: .none, truncation: truncation)
    }
    #expect(drawn == expected)
  }

  /// A text of 7 columns took 6 and was cut again there.
  @Test(arguments: [Text.Truncation.head, .middle, .tail])
  func aTruncatedLineIsDrawnAsItWasMeasured(_ truncation: Text.Truncation) {
    let text = Text("日本語abcdef語𝄞漢é", wrapping: .none, truncation: truncation)
    for columns in 1...22 {
      let size = text.measure(Proposal(columns: columns, rows: 1), in: ViewEnvironment())
      let wide = picture(columns, 1) { text }
      #expect(picture(size.columns, 1) { text } == wide, "\(columns)")
      #expect(WidthRules().width(of: wide) == size.columns, "\(columns)")
    }
    #expect(
      picture(7, 1) { Text("日本語abcdef語", wrapping: .none, truncation: .middle) } == "日…ef語")
  }

  @Test func linesWithoutRoomAreToldByAnEllipsis() {
    #expect(picture(9, 2) { Text("the quick brown fox") } == "the quick\nbrown fox")
    #expect(picture(9, 1) { Text("the quick brown fox") } == "the quic…")
    #expect(picture(9, 1) { Text("one\ntwo") } == "one…")
    #expect(picture(9, 1, in: .ascii) { Text("the quick brown fox") } == "the qu...")
    #expect(picture(2, 1, in: .ascii) { Text("three") } == "..")
  }

  @Test func linesAreAligned() {
    #expect(picture(9, 2) { Text("one\nthree", alignment: .trailing) } == "  one\nthree")
    #expect(picture(9, 2) { Text("one\nthree", alignment: .center) } == " one\nthree")
  }

  @Test func newlinesBeginLinesAndTabsGoToMultiplesOfEight() {
    #expect(picture(20, 4) { Text("a\r\nb\rc\n") } == "a\nb\nc")
    #expect(picture(20, 2) { Text("ab\tc\n\td") } == "ab      c\n        d")
  }

  @Test func escapeSequencesAreSeenNotSent() {
    #expect(picture(20, 1) { Text("a\u{1B}[2Jb\u{202E}") } == "a␛[2Jb\u{FFFD}")
  }

  @Test func runsKeepTheirStylesWhenTheyWrap() {
    let shown = Picture(8, 2) {
      Text("one ") + Text("bold two").bold() + Text(" end").foreground(.red)
    }
    #expect(shown.text == "one bold\ntwo end")
    #expect(shown.marks(row: 0) { $0.attributes.contains(.bold) } == "    ^^^^")
    #expect(shown.marks(row: 1) { $0.attributes.contains(.bold) } == "^^^")
    #expect(shown.marks(row: 1) { $0.foreground == .red } == "   ^^^^")
  }

  @Test func stylesOfTheInsideWinAndAttributesAddUp() {
    let shown = Picture(6, 1) {
      HStack {
        Text("ab").foreground(.red)
        Text("cd").italic()
      }
      .foreground(.blue).bold()
    }
    #expect(shown.marks(row: 0) { $0.foreground == .red } == "^^")
    #expect(shown.marks(row: 0) { $0.foreground == .blue } == "  ^^")
    #expect(shown.canvas.cell(column: 2, row: 0).style.attributes == [.bold, .italic])
  }

  @Test func aBackgroundFillsTheWholeView() {
    let shown = Picture(6, 3) { Text("a\nbcd").background(.blue) }
    #expect(shown.marks(row: 0) { $0.background == .blue } == "^^^")
    #expect(shown.marks(row: 1) { $0.background == .blue } == "^^^")
    #expect(shown.marks(row: 2) { $0.background == .blue } == "")
  }

  @Test func everyModifierSetsItsPartOfTheStyle() throws {
    let link = try #require(Link("https://example.com"))
    let shown = Picture(1, 1) {
      Letters("x").foreground(.green).background(.black).bold().dim().italic().reverse()
        .strikethrough().underline(.curly, color: .red).link(link)
    }
    #expect(
      shown.canvas.cell(column: 0, row: 0).style
        == Style(
          foreground: .green, background: .black,
          attributes: [.bold, .dim, .italic, .reverse, .strike], underline: .curly,
          underlineColor: .red, link: link))
  }

  /// A text keeps its layouts from one room to the next.
  ///
  /// A short one of several lines is drawn without a layout if it fits. One in several runs never
  /// is.
  @Test(arguments: Seeds.series(20), [Text.Wrapping.word, .cluster, .none])
  func aTextThatWasLaidOutBeforeLooksLikeANewOne(seed: UInt64, wrapping: Text.Wrapping) {
    var random = SeededGenerator(seed: seed)
    let words = [
      "a", "text", " ", "  ", "\n", "漢字", "long-words", "\t", "e\u{301}", "\n\n", "\r\n", "\u{1B}",
    ]
    let string = (0..<Int(random.next() % 40)).map { _ in
      words[Int(random.next() % UInt64(words.count - (random.next() % 2 == 0 ? 0 : 5)))]
    }
    .joined()
    let alignment = [HorizontalAlignment.leading, .center, .trailing][Int(random.next() % 3)]
    func text() -> Text { Text(string, wrapping: wrapping, alignment: alignment) }
    let runs = Text([Text.Run(string), Text.Run("")], wrapping: wrapping, alignment: alignment)
    let kept = text()
    let environment = ViewEnvironment()
    for _ in 0..<12 {
      let proposal = Proposal(
        columns: random.next() % 4 == 0 ? nil : Int(random.next() % 24),
        rows: random.next() % 3 == 0 ? nil : 1 + Int(random.next() % 6))
      #expect(
        kept.measure(proposal, in: environment) == text().measure(proposal, in: environment),
        "seed \(seed), \(proposal)")
      let size = Size(columns: proposal.columns ?? 30, rows: proposal.rows ?? 8)
      let drawn = picture(size.columns, size.rows) { text() }
      #expect(picture(size.columns, size.rows) { kept } == drawn, "seed \(seed), \(size)")
      #expect(picture(size.columns, size.rows) { runs } == drawn, "seed \(seed), \(size)")
      #expect(
        runs.measure(proposal, in: environment) == text().measure(proposal, in: environment),
        "seed \(seed), \(proposal)")
    }
  }
}
