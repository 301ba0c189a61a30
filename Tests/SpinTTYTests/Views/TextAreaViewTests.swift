import SpinTestSupport
import Testing

@testable import SpinTTY

@Suite struct TextAreaViewTests {
  /// What an area with room for some columns of text shows, with the cursor's place in the text.
  private func shown(
    _ columns: Int, _ rows: Int, _ model: TextArea.Model
  ) -> (text: String, cursor: [Int]) {
    let picture = Picture(columns + 2, rows) { TextArea(model) }
    var lines = picture.canvas.lines.map { $0.dropFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return (
      lines.joined(separator: "\n"),
      picture.canvas.cursor.map { [$0.column - 1, $0.row] } ?? []
    )
  }

  private func shown(_ columns: Int, _ rows: Int, _ picture: String) -> (String, [Int]) {
    let (text, cursor) = shown(columns, rows, TextAreaTests.model(picture))
    return (text, cursor)
  }

  @Test func longLinesWrapAndTheCursorStandsWhereTheNextCharacterGoes() {
    #expect(shown(10, 5, "ab|c") == ("abc", [2, 0]))
    #expect(shown(10, 5, "one two three|\n\nx") == ("one two\nthree\n\nx", [5, 1]))
    #expect(shown(10, 5, "one two |three") == ("one two\nthree", [0, 1]))
    #expect(shown(5, 3, "abcd|") == ("abcd", [4, 0]), "Behind a full row.")
    #expect(shown(5, 3, "abcd|e") == ("abcd\ne", [0, 1]))
    #expect(shown(5, 3, "abc    |") == ("abc", [4, 0]), "Blanks at the end of a row wait there.")
    #expect(shown(6, 3, "漢字|漢字") == ("漢字\n漢字", [0, 1]))
    #expect(shown(20, 2, "a\tb|") == ("a       b", [9, 0]))
    #expect(shown(20, 2, "漢字漢\tb|") == ("漢字漢  b", [9, 0]))
    let narrow = Picture(1, 1) { TextArea(TextAreaTests.model("漢|")) }
    #expect(narrow.text == "" && narrow.canvas.cursor == Cursor(column: 0, row: 0))
    #expect(shown(20, 2, "a\u{202E}b|") == ("a\u{FFFD}b", [3, 0]))
  }

  @Test func theTextScrollsNoFurtherThanNecessaryToShowTheCursor() {
    let room = TextPage(columns: 10, rows: 3)
    var model = TextAreaTests.model("|1\n2\n3\n4\n5\n6\n7\n8\n9")
    func press(_ motion: TextArea.Motion, _ expected: String, line: Int) {
      model.reduce(.move(motion, in: room))
      let (text, cursor) = shown(10, 3, model)
      #expect(text == expected)
      #expect(cursor == [0, line])
    }
    press(.down, "1\n2\n3", line: 1)
    press(.down, "1\n2\n3", line: 2)
    press(.down, "2\n3\n4", line: 2)
    press(.up, "2\n3\n4", line: 1)
    press(.pageDown, "4\n5\n6", line: 1)
    press(.pageDown, "6\n7\n8", line: 1)
    press(.pageDown, "7\n8\n9", line: 2)
    press(.pageUp, "5\n6\n7", line: 2)
    press(.start, "1\n2\n3", line: 0)
  }

  @Test func noRowIsLeftEmptyWhileThereAreRowsAbove() {
    let room = TextPage(columns: 10, rows: 3)
    var model = TextArea.Model("1\n2\n3\n4\n5")
    model.reduce(.move(.down, in: room))
    #expect(shown(10, 3, model) == ("3\n4\n5", [1, 2]))
    model.reduce(.remove(.backward))
    model.reduce(.remove(.backward))
    #expect(shown(10, 3, model) == ("2\n3\n4", [1, 2]))
    #expect(shown(10, 9, model) == ("1\n2\n3\n4", [1, 3]))
  }

  @Test func theWheelScrollsTheTextUntilTheCursorMoves() {
    let room = TextPage(columns: 10, rows: 2)
    var model = TextAreaTests.model("|1\n2\n3\n4\n5")
    model.reduce(.scroll(3, in: room))
    #expect(shown(10, 2, model) == ("4\n5", []))
    model.reduce(.scroll(99, in: room))
    #expect(shown(10, 2, model) == ("4\n5", []))
    model.reduce(.scroll(-2, in: room))
    #expect(shown(10, 2, model) == ("2\n3", []))
    model.reduce(.insert("x"))
    #expect(shown(10, 2, model) == ("x1\n2", [1, 0]))
  }

  @Test func theSelectionIsInReverseAndBoldWithoutTheFocus() {
    let model = TextAreaTests.model("a^bc\n\nde|f")
    func marks(_ focus: RegionKey?, _ attribute: Attributes) -> [String] {
      var environment = ViewEnvironment.plain
      environment.focus = focus
      let picture = Picture(6, 3, in: environment) { TextArea(model).id("text") }
      return (0..<3).map { picture.marks(row: $0) { $0.attributes.contains(attribute) } }
    }
    #expect(marks(nil, .reverse) == ["  ^^^", " ^", " ^^"])
    #expect(marks(RegionKey("text"), .reverse) == ["  ^^^", " ^", " ^^"])
    #expect(marks(RegionKey("other"), .reverse) == ["", "", ""])
    #expect(marks(RegionKey("other"), .bold) == ["  ^^^", " ^", " ^^"])
  }

  @Test func aPlaceholderIsShownAndSaidUntilThereIsText() {
    let area = TextArea(TextArea.Model(), placeholder: "a note of some words")
    let shown = Picture(12, 3) { area }
    #expect(shown.text == "▌a note of\n▌some words\n▌")
    #expect(shown.marks(row: 0) { $0.attributes.contains(.dim) } == " ^^^^^^^^^")
    #expect(shown.canvas.cursor == Cursor(column: 1, row: 0))
    #expect(area.plainLines() == ["a note of some words"])
    #expect(TextArea(TextArea.Model("x\ny")).plainLines() == ["x", "y"])
  }

  @Test func anAreaIsAsHighAsItsRows() {
    let area = TextArea(TextArea.Model("one two three\nfour"))
    let environment = ViewEnvironment.plain
    func size(_ columns: Int?, _ rows: Int?) -> [Int] {
      let size = area.measure(Proposal(columns: columns, rows: rows), in: environment)
      return [size.columns, size.rows]
    }
    #expect(size(10, nil) == [10, 3])
    #expect(size(10, 2) == [10, 2])
    #expect(size(nil, nil) == [16, 2])
    #expect(size(16, 9) == [16, 2])
    #expect(size(0, 0) == [1, 1])
  }

  @Test func onlyTheRowsInsideOfAViewportAreDrawn() {
    let model = TextArea.Model("1\n2\n3\n4\n5")
    let shown = picture(6, 2) { Viewport(Scroll(row: 2)) { TextArea(model) } }
    #expect(shown == "▌3\n▌4")
  }

  /// The last row was drawn again at the top.
  @Test func belowTheLastRowThereIsNothing() {
    func shown(_ text: String, from row: Int) -> Picture {
      Picture(6, 2) {
        Viewport(Scroll(row: row)) {
          TextArea(TextArea.Model(text)).id("note").frame(height: .fixed(5))
        }
      }
    }
    for (text, row) in [("a", 1), ("a", 3), ("a\nb\nc", 3), ("", 1)] {
      let picture = shown(text, from: row)
      #expect(picture.text == "▌\n▌" && picture.canvas.cursor == nil, "\(text), \(row)")
      #expect(picture.canvas.frame["note"]?.grid?.rows.isEmpty == true)
    }
    #expect(shown("a\nb\nc", from: 2).text == "▌c\n▌")
  }

  @Test func measuringInARoomLooksAtNoMoreLinesThanTheRoomHas() {
    let lines = [1, 4].map { TextArea.Model(String(repeating: "line\n", count: $0 * 20_000)) }
    let grown = growth(from: 1, below: 2) { number in
      let area = TextArea(lines[number / 4])
      for _ in 0..<200 { _ = area.measure(Proposal(columns: 9, rows: 5), in: .plain) }
    }
    #expect(grown < 2)
  }
}
