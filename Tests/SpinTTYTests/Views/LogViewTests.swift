import Testing

@testable import SpinTTY

@Suite struct LogViewTests {
  private func lines(_ texts: String...) -> LogView.Lines {
    var lines = LogView.Lines()
    for text in texts { lines.append(text) }
    return lines
  }

  @Test func longLinesAreCutOrWrapped() {
    let lines = lines("short", "0123456789abc", "漢字漢字漢字", "end")
    #expect(
      picture(9, 6) { LogView(lines, LogView.Model()) } == """
        short
        012345678
        漢字漢字
        end
        """)
    #expect(
      picture(9, 6) { LogView(lines, LogView.Model(wraps: true)) } == """
        short
        012345678
        9abc
        漢字漢字
        漢字
        end
        """)
  }

  @Test func aWideCharacterThatIsCutIsABlank() {
    var model = LogView.Model()
    model.reduce(.scrollColumns(1, limit: 9), in: lines("漢字漢字"))
    #expect(picture(4, 1) { LogView(lines("漢字漢字"), model) } == " 字")
  }

  @Test func onlyTheRowsInSightAreDrawnAndAskedForTheirStyle() {
    var (all, asked) = (LogView.Lines(), [String]())
    for number in 0..<1_000 { all.append("line \(number)") }
    let log = LogView(all, LogView.Model()).lineStyle { line in
      asked.append(line)
      return line.hasSuffix("8") ? Style(foreground: .red) : .plain
    }
    let drawn = Picture(10, 3) { log }
    #expect(drawn.text == "line 997\nline 998\nline 999")
    #expect(asked == ["line 997", "line 998", "line 999"])
    #expect(drawn.marks(row: 1) { $0.foreground == .red } == "^^^^^^^^")
    #expect(drawn.marks(row: 2) { $0.foreground == .red } == "")
  }

  @Test func matchesAreSeenWithoutColourToo() {
    let lines = lines("one two one", "漢one")
    var model = LogView.Model(search: "one")
    model.reduce(.nextMatch(of: TextPage(columns: 20, rows: 2)), in: lines)
    model.reduce(.nextMatch(of: TextPage(columns: 20, rows: 2)), in: lines)
    let drawn = Picture(20, 2) { LogView(lines, model) }
    #expect(drawn.marks(row: 0) { $0.underline == .single } == "^^^")
    #expect(drawn.marks(row: 0) { $0.attributes.contains(.reverse) } == "        ^^^")
    #expect(drawn.marks(row: 1) { $0.underline == .single } == "  ^^^")
    let other = Picture(20, 2) {
      LogView(lines, model).matchStyle(Style(foreground: .red), current: Style(background: .blue))
    }
    #expect(other.marks(row: 1) { $0.foreground == .red } == "  ^^^")
    #expect(other.marks(row: 0) { $0.background == .blue } == "        ^^^")
  }

  @Test func aMatchThatIsWrappedIsMarkedInBothRows() {
    let model = LogView.Model(wraps: true, search: "cde")
    let drawn = Picture(4, 2) { LogView(lines("abcdefg"), model) }
    #expect(drawn.text == "abcd\nefg")
    #expect(drawn.marks(row: 0) { $0.underline == .single } == "  ^^")
    #expect(drawn.marks(row: 1) { $0.underline == .single } == "^")
  }

  @Test func aRegionKnowsHowMuchThereIsToScroll() {
    func content(wraps: Bool) -> Size? {
      let drawn = Picture(4, 2) {
        LogView(lines("abcdefg", "x"), LogView.Model(wraps: wraps)).id("log")
      }
      return drawn.canvas.frame["log"]?.content
    }
    #expect(content(wraps: false) == Size(columns: 7, rows: 2))
    #expect(content(wraps: true) == Size(columns: 4, rows: 3))
  }

  @Test func withoutAScreenTheLastLinesAreSaid() {
    var lines = LogView.Lines(capacity: 50)
    for number in 1...100 { lines.append("line \(number)\t!") }
    let said = ViewList([LogView(lines, LogView.Model())])
      .plainLines(width: 40, in: ViewEnvironment())
    #expect(said.first == "line 81 !")
    #expect(said.suffix(2) == ["line 100        !", "lines 81 to 100 of 100"])
    #expect(said.count == 21)
    let few = ViewList([LogView(self.lines("one"), LogView.Model())])
      .plainLines(width: 40, in: ViewEnvironment())
    #expect(few == ["one"])
  }

  @Test func aLogTakesTheRowsItNeeds() {
    let log = LogView(lines("abcdefg", "x"), LogView.Model(wraps: true))
    func size(_ columns: Int?, _ rows: Int?) -> Size {
      log.measure(Proposal(columns: columns, rows: rows), in: ViewEnvironment())
    }
    #expect(size(4, nil) == Size(columns: 4, rows: 3))
    #expect(size(4, 2) == Size(columns: 4, rows: 2))
    #expect(size(nil, nil) == Size(columns: 7, rows: 2))
    let empty = LogView(LogView.Lines(), LogView.Model())
    #expect(empty.measure(.unlimited, in: ViewEnvironment()) == Size(columns: 1, rows: 1))
    #expect(picture(5, 2) { empty } == "")
  }
}
