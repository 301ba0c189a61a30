import SpinTesting
import Testing

@testable import SpinTTY

/// Text inputs that hold much more than is seen of them.
@Suite struct LongTextInputTests {
  /// Every key used to read the text through several times.
  ///
  /// The test counts the bytes that are measured and the characters that are visited. Benchmarks measure
  /// the time of a key, also in a secret text with a limit.
  @Test(arguments: ["lorem ipsum ", "漢字 und é ", "👩‍👩‍👧 x "])
  func whatIsMeasuredDependsOnWhatIsSeenNotOnWhatThereIs(_ word: String) {
    let small = work(bytes: 8_192, word)
    let large = work(bytes: 1 << 20, word)
    #expect(large.measured < 4_096 && abs(large.measured - small.measured) < 128)
    #expect(large.visited < 300 && abs(large.visited - small.visited) < 20)
  }

  @Test(arguments: [0, 999, 1_023, 1_024, 2_559, 2_560, 2_570, 8_000, 20_000, 59_990, 60_000])
  func whatIsSeenOfALongTextIsWhatTheCursorIsIn(place: Int) {
    let text = String((0..<60_000).map { Character("\($0 % 10)") })
    var model = TextInput.Model(text)
    model.moveCursor(to: place)
    let shown = Picture(42, 1) { TextInput(model) }
    let column = (shown.canvas.cursor?.column ?? 0) - 1
    let start = place - column
    #expect((0..<40).contains(column))
    #expect(shown.text == "▌" + text.dropFirst(start).prefix(40))
    // It does not jump about while the cursor moves on.
    var moves = 0
    var before = start
    for step in 0..<100 where place + step <= text.count {
      model.moveCursor(to: place + step)
      let shown = Picture(42, 1) { TextInput(model) }
      let start = place + step + 1 - (shown.canvas.cursor?.column ?? 0)
      if start != before { moves += 1 }
      before = start
    }
    #expect(moves <= 7)
  }

  @Test func aClickInALongTextFindsTheCharacterUnderIt() throws {
    var model = TextInput.Model(String(repeating: "漢é", count: 4_000))
    model.moveCursor(to: 6_001)
    let shown = Picture(42, 1) { TextInput(model).id("text") }
    for column in [1, 2, 8, 39] {
      var clicked = model
      let frame = shown.canvas.frame
      let input = ControlInput(
        .mouse(MouseEvent(.press(.left), column: column, row: 0)), on: frame,
        region: frame["text"])
      clicked.reduce(try #require(TextInput.Action(input)))
      let text = Picture(42, 1) { TextInput(clicked) }.canvas
      let under = shown.canvas.cell(column: column, row: 0).text
      #expect(under.isEmpty || String(clicked.textAfterCursor.prefix(1)) == under)
      #expect(text.size.columns == 42 && abs(clicked.cursor - model.cursor) < 40)
    }
  }

  @Test(arguments: Seeds.series(60))
  func aClickMovesNoTextThatIsLongerThanItsRoom(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pieces = ["a", "b", "漢", "字", "é", "e\u{301}", "👩‍👩‍👧", "\u{200B}", "กำ", "ｶﾞ"]
    let text = (0..<60).map { _ in generator.pick(pieces) }.joined()
    let columns = generator.number(1..<14)
    var model = TextInput.Model(text, isSecret: generator.once(in: 6))
    for _ in 0..<20 {
      if generator.once(in: 2) { model.moveCursor(to: generator.number(0..<61)) }
      let shown = Picture(columns, 1) { TextInput(model).id("text") }.canvas
      let column = generator.number(0..<columns)
      let input = ControlInput(
        .mouse(MouseEvent(.press(.left), column: column, row: 0)), on: shown.frame,
        region: shown.frame["text"])
      model.reduce(try #require(TextInput.Action(input)))
      let clicked = Picture(columns, 1) { TextInput(model).id("text") }.canvas
      #expect(clicked.lines == shown.lines, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.series(40))
  func charactersAreCountedAlongWithEdits(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", "\u{301}", "🇫", "🇷", "👩", "\u{200D}", "👧", "\u{FE0F}", "❤", "क", "\u{94D}", "ष",
      "\u{1100}",
      "\u{1161}", "\u{600}", " ", "🏽",
    ]
    let limit = 12
    var model = TextInput.Model("", limit: limit)
    for _ in 0..<60 {
      switch generator.number(0..<5) {
      case 0: press(generator.pick([.backspace, .delete, .ctrl("w")]), &model)
      case 1: press(generator.pick([.left, .shift(.right), .shift(.home), .end]), &model)
      case 2: press(generator.pick([.ctrl("_"), .alt("e"), .ctrl("x"), .ctrl("y")]), &model)
      default:
        model.insert((0..<generator.number(1..<4)).map { _ in generator.pick(pieces) }.joined())
      }
      #expect(model.edited.characterCount == model.text.count, "seed \(seed)")
      #expect(model.text.count <= limit, "seed \(seed)")
    }
  }

  @Test func wordsOfAllScriptsEndWhereTheyDo() {
    var model = TextInput.Model("één_2 漢字 x\u{301}y \u{600}1 a-b👩‍👩‍👧c")
    var places: [Int] = []
    for _ in 0..<6 {
      model.reduce(.move(.wordBackward))
      places.append(model.cursor)
    }
    #expect(places == [18, 16, 14, 9, 6, 0])
    places = []
    for _ in 0..<6 {
      model.reduce(.move(.wordForward))
      places.append(model.cursor)
    }
    #expect(places == [5, 8, 11, 15, 17, 19])
  }

  private func press(_ chord: KeyChord, _ model: inout TextInput.Model) {
    if let action = TextInput.Action.of(chord) { model.reduce(action) }
  }

  /// The most bytes that a frame measures while the cursor moves about the end of a text, and how many
  /// characters are asked whether they are part of a word on the way over a word in the middle.
  private func work(bytes: Int, _ word: String) -> (measured: Int, visited: Int) {
    let text = String(repeating: word, count: bytes / word.utf8.count)
    let (end, rules) = (text.utf8.count, WidthRules())
    var model = TextInput.Model(text)
    var (measured, visited) = (0, 0)
    for place in stride(from: end, to: end - 2_560, by: -16) {
      var bytes = 0
      model.moveCursor(toOffset: place)
      func read(_ part: Range<Int>) -> [TextAtom] {
        bytes += part.count
        return AtomReader.atoms(of: text, in: part, rules)
      }
      let first = model.firstShown(in: 80, width: { read($0).width }, read)
      let row = TextRow(text, first..<end, isLast: true, columns: 79, rules)
      bytes += row.stops.end - first
      measured = max(measured, bytes)
    }
    for direction in [TextDirection.back, .forth] {
      _ = text.wordEdge(direction, from: text.boundary(atOrBefore: end / 2)) { character in
        visited += 1
        return character.isPartOfWord
      }
    }
    return (measured, visited)
  }
}
