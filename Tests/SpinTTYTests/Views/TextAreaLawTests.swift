import SpinTesting
import Testing

@testable import SpinTTY

/// What holds for every text and every series of actions.
///
/// A failure prints its seed; `SPIN_SEED` repeats it, `SPIN_ROUNDS` tries more.
@Suite struct TextAreaLawTests {
  private static let pieces = [
    "a", "b", " ", " ", "one", "two ", "\n", "\n", "\r\n", "x\ny", "\t", "漢", "字。", "(", "\u{301}",
    "e\u{301}", "🇫", "🇷", "👩", "\u{200D}", "👧", "\u{FE0F}", "❤", "क", "\u{94D}", "ष", "\u{600}",
    "\u{1100}", "\u{1161}", "\u{202E}", "\u{E0061}", "\u{200B}", "   ", "1", "\u{20E3}", "\u{1B}",
  ]

  /// Texts that are long enough for their rows to be kept.
  private static let longPieces = [
    String(repeating: "wörter ", count: 200), String(repeating: "long words ", count: 150),
    String(repeating: "x", count: 1_100),
  ]

  private static let motions: [TextArea.Motion] = [
    .forward, .backward, .wordForward, .wordBackward, .blankBackward, .lineStart, .lineEnd,
    .start, .end, .up, .down, .pageUp, .pageDown,
  ]

  private func room(_ random: inout SeededGenerator) -> TextPage? {
    random.once(in: 4) ? nil : aRoom(&random)
  }

  private func aRoom(_ random: inout SeededGenerator) -> TextPage {
    TextPage(
      columns: random.pick([1, 2, 3, 8, 20, 80]), rows: random.pick([1, 2, 5, 24]),
      widths: WidthRules(
        profile: random.pick([.grapheme, .wcwidth]), ambiguousIsWide: random.once(in: 5)))
  }

  private func action(_ random: inout SeededGenerator) -> TextArea.Action {
    switch random.number(0..<20) {
    case 0..<8: .insert(random.pick(Self.pieces))
    case 8, 9: .remove(random.pick([.forward, .backward]))
    case 10: .remove(random.pick(Self.motions))
    case 11: .kill(random.pick(Self.motions))
    case 12: random.pick([.yank, .selectAll, .copy, .cut])
    case 13: .undo
    case 14: random.pick([.redo, .undo])
    case 15:
      .place(
        TextArea.Position(line: random.number(-1..<9), offset: random.number(-1..<40)),
        extends: random.once(in: 2), in: room(&random))
    case 16: .scroll(random.pick([-3, 3, .max, .min]), in: room(&random))
    default:
      .move(random.pick(Self.motions), extends: random.once(in: 3), in: room(&random))
    }
  }

  @Test(arguments: Seeds.series(30))
  func actionsDoWhatTheyDoToAPlainString(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model = TextArea.Model()
    var plain = PlainArea()
    for step in 0..<120 {
      let action = action(&random)
      let before = model
      let changed = model.reduce(action)
      let expected = plain.reduce(action, before: before, after: model)
      let note = "seed \(seed), step \(step): \(action)"
      #expect(model.text.utf8.elementsEqual(plain.text.utf8), "\(note)")
      #expect(changed == expected, "\(note)")
      #expect(PlainArea.offset(of: model.cursor, in: model) == plain.cursor, "\(note)")
      #expect(model.selectedText == plain.selectedText, "\(note)")
      #expect(model.killed == plain.killed, "\(note)")
    }
  }

  /// Undo and redo lead through exactly the texts there were.
  @Test(arguments: Seeds.series(30))
  func undoAndRedoReturnExactlyToTheTextsThereWere(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model = TextArea.Model()
    var texts = [Array(model.text.utf8)]
    for step in 0..<150 {
      let action = action(&random)
      let changed = model.reduce(action)
      let count = model.edited.history.past.count
      if changed, action != .undo, action != .redo {
        texts.removeSubrange(min(count, texts.count)...)
        texts.append(Array(model.text.utf8))
      }
      #expect(Array(model.text.utf8) == texts[count], "seed \(seed), step \(step): \(action)")
      #expect(
        texts.count == count + model.edited.history.future.count + 1, "seed \(seed), step \(step)")
    }
    while model.reduce(.undo) {}
    #expect(model.text.isEmpty, "seed \(seed)")
    while model.reduce(.redo) {}
    #expect(Array(model.text.utf8) == texts.last, "seed \(seed)")
  }

  /// One model edits both: a text area without newlines is a text input.
  @Test(arguments: Seeds.series(30))
  func aTextInputIsATextAreaOfOneLine(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var input = TextInput.Model()
    var area = TextArea.Model()
    let chords: [KeyChord] = [
      .left, .right, .home, .end, .ctrl(.left), .alt("f"), .shift(.left), .shift(.right),
      .shift(.home), .ctrl(.shift(.left)), .ctrl(.shift(.right)), .ctrl("a"), .backspace, .delete,
      .ctrl("w"), .alt("d"), .ctrl("u"), .ctrl("k"), .ctrl("y"), .ctrl("x"), .alt("w"), .ctrl("_"),
      .alt("e"),
    ]
    for step in 0..<120 {
      let note = "seed \(seed), step \(step)"
      let before = input
      if random.once(in: 2) {
        let text = random.pick(Self.pieces).withoutControls(keepsLines: false)
        #expect(input.reduce(.insert(text)) == area.reduce(.insert(text)), "\(note)")
      } else if random.once(in: 6) {
        let (offset, isWord) = (random.number(-1..<40), random.once(in: 3))
        let place = TextArea.Position(offset: offset)
        input.reduce(isWord ? .selectWord(offset) : .place(offset, extends: step % 2 == 0))
        area.reduce(isWord ? .selectWord(place) : .place(place, extends: step % 2 == 0))
      } else {
        let chord = random.pick(chords)
        let actions = (TextInput.Action.of(chord), TextArea.Action.of(chord))
        let changes = (input.reduce(try #require(actions.0)), area.reduce(try #require(actions.1)))
        #expect(changes.0 == changes.1, "\(note): \(chord)")
      }
      #expect(input.text.utf8.elementsEqual(area.text.utf8), "\(note)")
      #expect(input.position == area.cursor.offset, "\(note)")
      #expect(input.selectedText == area.selectedText, "\(note)")
      #expect(input.killed == area.killed && input.canUndo == area.canUndo, "\(note)")
      let bytes = input.selectedBytes
      for place in [bytes.lowerBound, bytes.upperBound] {
        #expect(input.text.boundary(atOrBefore: place) == place, "\(note)")
      }
      // Undo after any edit restores the text, and redo the edit.
      guard !input.text.utf8.elementsEqual(before.text.utf8), input.canUndo else { continue }
      var copy = input
      while copy.edited.history.past.count > before.edited.history.past.count { copy.reduce(.undo) }
      while copy.edited.history.past.count < input.edited.history.past.count { copy.reduce(.redo) }
      #expect(copy.text.utf8.elementsEqual(input.text.utf8), "\(note)")
    }
    while input.reduce(.undo) {}
    #expect(input.text.isEmpty, "seed \(seed)")
  }

  /// Rows are found lazily, and kept over edits; nobody can tell.
  @Test(arguments: Seeds.series(25))
  func rowsKeptOverEditsAreThoseOfTheTextAsItIs(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var line = TextLine(String(repeating: "one two (three) ", count: 80))
    let rooms = (0..<2).map { _ in aRoom(&random) }
    var room = rooms[1]
    for step in 0..<40 {
      if random.once(in: 8) { room = random.pick(rooms) }
      let place = line.text.boundary(atOrBefore: random.number(0..<line.length + 1))
      let end = min(line.length, place + random.pick([0, 0, 1, 2, 9]))
      let text = random.pick(Self.pieces + Self.longPieces).filter { !$0.isNewline }
      line.replace(place..<line.text.boundary(atOrAfter: end), with: text)
      let fresh = TextLine(line.text)
      let offset = line.text.boundary(atOrBefore: random.number(0..<line.length + 1))
      let number = random.number(0..<60)
      let note = "seed \(seed), step \(step)"
      #expect(line.row(at: offset, in: room) == fresh.row(at: offset, in: room), "\(note)")
      #expect(line.start(of: number, in: room) == fresh.start(of: number, in: room), "\(note)")
      guard random.once(in: 3) else { continue }
      #expect(line.rowCount(in: room) == fresh.rowCount(in: room), "\(note)")
    }
  }

  /// A line breaks where a ``Text`` of the same width breaks it.
  @Test(arguments: Seeds.series(60))
  func linesBreakWhereTextBreaks(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = Self.pieces + Self.longPieces + ["a", " ", "b  ", "-", "。", "(x) "]
    let text = (0..<random.number(0..<30)).map { _ in random.pick(pieces) }.joined()
      .filter { !$0.isNewline && $0 != "\t" }
    // What the gate replaces may belong to the character before it, until it is replaced.
    let clean = CleanText(text.withoutControls(keepsLines: true)).string
    let room = aRoom(&random)
    guard let columns = room.textColumns else { return }
    let line = TextLine(clean)
    let layout = TextLayout(
      runs: [Text.Run(clean)], width: columns, widths: room.widths, ellipsis: "")
    let expected = layout.lines.map { line in
      layout.fragments(of: line).map(\.text.string).joined()
    }
    let starts = (0..<line.rowCount(in: room)).compactMap { line.start(of: $0, in: room) }
    let rows = zip(starts, starts.dropFirst() + [line.length]).map { line.part($0..<$1) }
    #expect(rows.count == expected.count, "seed \(seed)")
    for (row, expected) in zip(rows, expected) {
      #expect(row.utf8.starts(with: expected.utf8), "seed \(seed)")
      let hidden = row.dropFirst(expected.count)
      let isBlank = hidden.allSatisfy { $0.isWhitespace }
      #expect(isBlank, "seed \(seed)")
    }
  }

  /// The cursor is in sight, on its character, and a click on a cell finds what is there.
  @Test(arguments: Seeds.series(30))
  func whatIsClickedIsWhatIsSeen(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = TextArea.Model()
    for _ in 0..<40 { model.reduce(action(&random)) }
    if random.once(in: 3) { model.reduce(.insert(random.pick(Self.longPieces))) }
    model.reduce(.move(.forward))
    let columns = random.pick([2, 3, 9, 30])
    let shown = Picture(columns, 6) { TextArea(model).id("text") }
    let cursor = try #require(shown.canvas.cursor, "seed \(seed)")
    for _ in 0..<20 {
      let mouse = MouseEvent(
        .press(.left), column: random.number(0..<columns), row: random.number(0..<6))
      let frame = shown.canvas.frame
      let action = try #require(
        TextArea.Action(ControlInput(.mouse(mouse), on: frame, region: frame["text"])))
      var clicked = model
      clicked.reduce(action)
      let again = Picture(columns, 6) { TextArea(clicked) }
      #expect(again.text == shown.text, "seed \(seed): a click does not scroll")
      let place = try #require(again.canvas.cursor, "seed \(seed)")
      let rows = try #require(frame["text"]?.grid?.rows)
      if mouse.row >= rows.count {
        #expect(place.row == rows.count - 1, "seed \(seed): below the text is its end")
        continue
      }
      #expect(place.row == mouse.row, "seed \(seed)")
      #expect(place.column <= max(mouse.column, columns < 4 ? 0 : 1), "seed \(seed)")
      if place.column == cursor.column, place.row == cursor.row { continue }
      let text = clicked.line(clicked.cursor.line)
      let behind = text[text.index(atOffset: clicked.cursor.offset)...].prefix(1)
      let cell = shown.canvas.cell(column: place.column, row: place.row).text
      if behind.allSatisfy({ $0.isASCII && !$0.isWhitespace }), place.column < columns - 1 {
        #expect(cell == behind || behind.isEmpty, "seed \(seed)")
      }
    }
  }

  @Test(arguments: Seeds.series(12))
  func aListOfLinesIsAnArrayOfLines(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = LineList([])
    var array = [TextLine("")]
    for step in 0..<25 {
      let first = random.number(0..<array.count)
      let last = min(array.count - 1, first + random.pick([0, 0, 1, 5, 300, 700]))
      let lines = (0..<random.pick([1, 1, 2, 3, 130, 600])).map { TextLine("\(step) \($0)") }
      list.replace(first...last, with: lines)
      array.replaceSubrange(first...last, with: lines)
      #expect(list.count == array.count, "seed \(seed)")
      #expect(list.all.elementsEqual(array), "seed \(seed)")
      #expect(
        list == LineList(array) && (list == LineList(array.dropLast() + [TextLine("?")])) == false)
      let number = random.number(0..<array.count)
      #expect(list[number] == array[number], "seed \(seed)")
    }
  }
}
