import Testing

@testable import SpinTTY

@Suite struct TextAreaTests {
  /// A model with its cursor where the bar is, and its selection between that and the caret.
  static func model(_ picture: String) -> TextArea.Model {
    var model = TextArea.Model(picture.filter { $0 != "|" && $0 != "^" })
    func place(_ mark: Character) -> TextArea.Position? {
      let before = picture.prefix { $0 != mark }
      guard before.count < picture.count else { return nil }
      let lines = before.filter { $0 != "|" && $0 != "^" }
        .split(separator: "\n", omittingEmptySubsequences: false)
      return TextArea.Position(line: lines.count - 1, offset: lines[lines.count - 1].utf8.count)
    }
    if let anchor = place("^") { model.reduce(.place(anchor)) }
    if let cursor = place("|") { model.reduce(.place(cursor, extends: place("^") != nil)) }
    return model
  }

  /// The text with a bar for the cursor, and a caret for the other end of the selection.
  static func shown(_ model: TextArea.Model) -> String {
    var marked = model
    let isBehind = model.selection?.upperBound == model.cursor
    let marks =
      [(model.cursor, "|")]
      + (model.selection.map { range in
        [(isBehind ? range.lowerBound : range.upperBound, "^")]
      } ?? [])
    for (place, mark) in marks.sorted(by: { $0.0 > $1.0 }) {
      marked.reduce(.place(place))
      marked.reduce(.insert(mark))
    }
    return marked.text
  }

  private func after(_ picture: String, _ chords: KeyChord...) -> String {
    var model = Self.model(picture)
    for chord in chords {
      if let action = TextArea.Action.of(chord) { model.reduce(action) }
    }
    return Self.shown(model)
  }

  @Test(arguments: [
    (KeyChord.left, "on|e", "o|ne"), (.left, "a\n|b", "a|\nb"), (.left, "|a", "|a"),
    (.right, "a|\nb", "a\n|b"), (.right, "b|", "b|"), (.ctrl("f"), "|a", "a|"),
    (.up, "abc\nde|f", "ab|c\ndef"), (.ctrl("p"), "a\nbcd|", "a|\nbcd"), (.up, "a|b", "a|b"),
    (.down, "ab|c\nd", "abc\nd|"), (.ctrl("n"), "|a\nb", "a\n|b"), (.down, "a|b", "a|b"),
    (.home, "a\nbc|", "a\n|bc"), (.end, "|ab\nc", "ab|\nc"), (.ctrl("a"), "a\nb|", "^a\nb|"),
    (.ctrl(.home), "a\nb|", "|a\nb"), (.ctrl(.end), "|a\nb", "a\nb|"),
    (.alt("<"), "a\nb|", "|a\nb"), (.alt(">"), "|a\nb", "a\nb|"),
    (.alt("b"), "one\n|two", "|one\ntwo"), (.alt("f"), "one|\ntwo x", "one\ntwo| x"),
    (.ctrl(.right), "|one two\nx", "one| two\nx"), (.ctrl(.left), "a\nb c|", "a\nb |c"),
    (.shift(.right), "a|bc", "a^b|c"), (.shift(.down), "a|b\ncd", "a^b\nc|d"),
    (.ctrl(.shift(.left)), "one two|", "one |two^"), (.shift(.home), "a\nbc|", "a\n|bc^"),
    (.ctrl(.shift(.end)), "|a\nb", "^a\nb|"),
    (.left, "a^bc|d", "a|bcd"), (.right, "a|bc^d", "abc|d"), (.alt("a"), "a|\nb", "^a\nb|"),
    (.enter, "a|b", "a\n|b"), (.shift(.enter), "a|b", "a\n|b"), (.enter, "a^bc|d", "a\n|d"),
    (.backspace, "a\n|b", "a|b"), (.backspace, "|a", "|a"), (.delete, "a|\nb", "a|b"),
    (.delete, "a^bc\nd|e", "a|e"), (.ctrl("d"), "a|", "a|"), (.ctrl("h"), "ab|", "a|"),
    (.ctrl("k"), "a|bc\nd", "a|\nd"), (.ctrl("k"), "a|\nd", "a|d"),
    (.ctrl("u"), "a\nbc|d", "a\n|d"),
    (.ctrl("w"), "a b/c|", "a |"), (.alt(.backspace), "a b/c|", "a b/|"),
    (.alt("d"), "a |bc d", "a | d"), (.ctrl(.delete), "a^b\nc|d", "a|d"),
  ])
  func keysDoWhatTheyDoInAnEditor(chord: KeyChord, before: String, expected: String) {
    #expect(after(before, chord) == expected)
  }

  @Test func theCursorKeepsItsColumnUntilItMovesAlong() {
    #expect(after("abcd|\ne\nfghi", .down) == "abcd\ne|\nfghi")
    #expect(after("abcd|\ne\nfghi", .down, .down) == "abcd\ne\nfghi|")
    #expect(after("abcd|\ne\nfghi", .down, .left, .down) == "abcd\ne\n|fghi")
    #expect(after("漢字x|\nabcdef", .down) == "漢字x\nabcde|f")
    #expect(after("abc|\n漢字", .down) == "abc\n漢|字", "Within a wide character is before it.")
    #expect(after("\tx|\nabcdefghijk", .down) == "\tx\nabcdefghi|jk")
    #expect(after("abc|\n\tx", .down) == "abc\n|\tx")
  }

  @Test func upAndDownGoByRowsWhereALineWraps() {
    var model = Self.model("one two thr|ee\nfour")
    let room = TextPage(columns: 9, rows: 5)
    model.reduce(.move(.up, in: room))
    #expect(Self.shown(model) == "one| two three\nfour")
    model.reduce(.move(.down, in: room))
    model.reduce(.move(.down, in: room))
    #expect(Self.shown(model) == "one two three\nfou|r")
    model = Self.model("|abcdefghijkl")
    model.reduce(.move(.down, in: TextPage(columns: 5, rows: 5)))
    #expect(Self.shown(model) == "abcd|efghijkl")
  }

  @Test func aPasteKeepsItsLinesAndTabsAndNothingElse() throws {
    var model = Self.model("a|b")
    let action = try #require(TextArea.Action.of(.paste("1\r\n2\n3\r4\t\u{1B}[2J\u{0}\u{7F}")))
    model.reduce(action)
    #expect(Self.shown(model) == "a1\n2\n3\n4\t[2J|b")
    #expect(TextArea.Model("a\r\nb").lineCount == 2)
  }

  @Test func whatIsKilledInARowIsYankedTogether() {
    #expect(after("|ab\ncd", .ctrl("k"), .ctrl("k"), .ctrl("k"), .ctrl("y")) == "ab\ncd|")
    #expect(after("ab cd|", .alt(.backspace), .alt(.backspace), .ctrl("y")) == "ab cd|")
    #expect(after("ab| cd", .ctrl("k"), .ctrl("u"), .ctrl("y"), .ctrl("y")) == "ab cdab cd|")
    #expect(after("ab| cd", .ctrl("k"), .left, .ctrl("u"), .ctrl("y"), .ctrl("y")) == "aa|b")
    #expect(after("a^bc|d", .ctrl("w"), .end, .ctrl("y")) == "adbc|")
    #expect(after("a|b", .backspace, .ctrl("y")) == "|b", "Backspace kills nothing.")
    #expect(after("a^b|c", .ctrl("y")) == "a^b|c", "There is nothing to yank.")
  }

  @Test func typedWordsAreTakenBackOneByOne() {
    var model = TextArea.Model()
    for character in "one two  three" { model.reduce(.insert(String(character))) }
    model.reduce(.insert("\n"))
    for character in "x y" { model.reduce(.insert(String(character))) }
    var texts: [String] = []
    while model.reduce(.undo) { texts.append(model.text) }
    #expect(
      texts == [
        "one two  three\nx ", "one two  three\n", "one two  three", "one two  ", "one ", "",
      ])
    #expect(!model.canUndo && model.canRedo)
    while model.reduce(.redo) {}
    #expect(Self.shown(model) == "one two  three\nx y|")
    #expect(model.canUndo && !model.canRedo)
  }

  @Test func anUndoneChangePutsTheCursorAndTheSelectionBack() {
    var model = Self.model("a^b\nc|d")
    model.reduce(.insert("x"))
    model.reduce(.insert("y"))
    #expect(Self.shown(model) == "axy|d")
    model.reduce(.undo)
    #expect(Self.shown(model) == "a^b\nc|d")
    model.reduce(.redo)
    #expect(Self.shown(model) == "axy|d")
    model.reduce(.move(.backward))
    model.reduce(.insert("z"))
    model.reduce(.undo)
    #expect(Self.shown(model) == "ax|yd", "A motion ends what is typed in one go.")
    model.reduce(.insert("!"))
    #expect(!model.canRedo, "What is typed after an undo is another future.")
  }

  @Test func charactersRemovedInOneGoAreOneChange() {
    #expect(after("abc\nde|f", .backspace, .backspace, .backspace, .ctrl("_")) == "abc\nde|f")
    #expect(after("a|bc\nd", .delete, .delete, .delete, .alt("u")) == "a|bc\nd")
    #expect(after("a|bc", .delete, .backspace, .alt("u"), .alt("e")) == "|c")
  }

  @Test func thePastIsBounded() {
    var model = TextArea.Model()
    for _ in 0..<EditedText.History.limit + 20 { model.reduce(.insert("ab")) }
    var count = 0
    while model.reduce(.undo) { count += 1 }
    #expect(count == EditedText.History.limit)
    #expect(model.text.count == 40)
  }

  @Test func thePastHoldsNoMoreTextThanItMayOrTheLastChange() {
    var history = EditedText.History()
    func append(_ bytes: Int) {
      let caret = EditedText.Caret(position: TextArea.Position())
      history.append(
        EditedText.Edit(
          start: TextArea.Position(), removed: "", inserted: String(repeating: "x", count: bytes),
          before: caret, after: caret), joins: false)
    }
    for _ in 0..<5 { append(EditedText.History.byteLimit / 4) }
    #expect(history.past.count == 4)
    append(3 * EditedText.History.byteLimit)
    #expect(history.past.count == 1, "The last one is kept, however large.")
    append(1)
    #expect(history.past.map(\.inserted) == ["x"])
  }

  @Test func anActionSaysWhetherItChangedTheText() {
    var model = Self.model("a|b")
    let actions: [TextArea.Action] = [
      .undo, .redo, .yank, .insert(""), .insert("\u{1B}"), .move(.start), .remove(.backward),
      .kill(.lineStart), .selectAll, .insert("ab"), .insert("c"), .undo, .redo, .scroll(3),
    ]
    var changes: [Bool] = []
    for action in actions { changes.append(model.reduce(action)) }
    #expect(
      changes == [
        false, false, false, false, false, false, false, false, false, false, true, true, true,
        false,
      ])
    model = TextArea.Model("\u{E9}")
    model.reduce(.selectAll)
    let isOther = model.reduce(.insert("e\u{301}"))
    #expect(isOther, "Other bytes are another text.")
  }

  @Test func yankingNothingLeavesTheSelection() {
    var model = TextArea.Model("abc")
    model.reduce(.selectAll)
    model.reduce(.yank)
    #expect(model.text == "abc" && model.selectedText == "abc")
    model.reduce(.kill(.end))
    model.reduce(.yank)
    model.reduce(.yank)
    #expect(model.text == "abcabc")
  }

  @Test func noPlaceIsOutOfTheTextOrWithinACharacter() {
    var model = TextArea.Model("👩‍👩‍👧e\u{301}\nb")
    for (line, offset, expected) in [
      (0, 5, (0, 0)), (0, 19, (0, 18)), (0, 99, (0, 21)), (-1, 3, (0, 0)), (7, 0, (1, 1)),
      (Int.max, Int.max, (1, 1)), (Int.min, Int.min, (0, 0)), (1, .min, (1, 0)),
    ] {
      model.reduce(.place(TextArea.Position(line: line, offset: offset)))
      #expect(model.cursor == TextArea.Position(line: expected.0, offset: expected.1))
    }
    #expect(model.line(0) == "👩‍👩‍👧e\u{301}" && model.line(2) == "" && model.line(-1) == "")
  }

  @Test func everythingElseIsForOthers() {
    for chord in [KeyChord.tab, .shift(.tab), .escape, .ctrl("c"), .ctrl("z"), .alt("x"), .f(1)] {
      #expect(TextArea.Action.of(chord) == nil, "\(chord)")
    }
    #expect(TextArea.Action.of(.key(KeyPress(.ctrl("c"), text: "c"))) == nil)
    #expect(TextArea.Action.of(.focus(true)) == nil)
    #expect(TextArea.Action.of(.key(KeyPress("x", phase: .release, text: "x"))) == nil)
    #expect(TextArea.Action.of(.key(KeyPress("x", text: "x"))) == .insert("x"))
  }
}
