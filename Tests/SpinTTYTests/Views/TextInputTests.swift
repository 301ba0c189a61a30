import Testing

@testable import SpinTTY

@Suite struct TextInputTests {
  /// A model with its cursor where the bar is.
  private func model(_ picture: String) -> TextInput.Model {
    var model = TextInput.Model(picture.filter { $0 != "|" })
    model.moveCursor(to: picture.prefix { $0 != "|" }.count)
    return model
  }

  private func shown(_ model: TextInput.Model) -> String {
    model.textBeforeCursor + "|" + model.textAfterCursor
  }

  private func after(_ picture: String, _ inputs: InputEvent...) -> String {
    var model = model(picture)
    for input in inputs { reduce(input, &model) }
    return shown(model)
  }

  /// Reduces an input, if it is one for texts; says whether it was.
  @discardableResult
  private func reduce(_ input: InputEvent, _ model: inout TextInput.Model) -> Bool {
    guard let action = TextInput.Action.of(input) else { return false }
    model.reduce(action)
    return true
  }

  private func key(_ chord: KeyChord) -> InputEvent { .key(KeyPress(chord)) }

  @Test(arguments: [
    (KeyChord.left, "on|e two", "o|ne two"), (.right, "on|e two", "one| two"),
    (.left, "|one", "|one"), (.right, "one|", "one|"),
    (.home, "on|e", "|one"), (.end, "on|e", "one|"), (.ctrl("a"), "on|e", "one|"),
    (.ctrl("e"), "on|e", "one|"), (.ctrl("b"), "on|e", "o|ne"), (.ctrl("f"), "on|e", "one|"),
    (.alt("b"), "one two-th|ree", "one two-|three"), (.alt("b"), "one  |two", "|one  two"),
    (.ctrl(.left), "one two|", "one |two"), (.ctrl(.right), "|one two", "one| two"),
    (.alt("f"), "one| two three", "one two| three"), (.alt("f"), "one|  ", "one  |"),
    (.backspace, "on|e", "o|e"), (.backspace, "|one", "|one"), (.delete, "on|e", "on|"),
    (.delete, "one|", "one|"), (.ctrl("h"), "on|e", "o|e"), (.ctrl("d"), "|one", "|ne"),
    (.ctrl("w"), "one two |x", "one |x"),
    (.ctrl("w"), "cd /usr/local-x  |y", "cd |y"), (.alt(.backspace), "cd /usr/local|", "cd /usr/|"),
    (.ctrl(.backspace), "a.b|", "a.|"), (.ctrl("w"), "|one", "|one"),
    (.alt(.backspace), "one two|", "one |"),
    (.alt("d"), "|one two", "| two"), (.ctrl(.delete), "one| two x", "one| x"),
    (.ctrl("u"), "one| two", "| two"), (.ctrl("k"), "one| two", "one|"),
  ])
  func keysDoWhatTheyDoInAShell(chord: KeyChord, before: String, expected: String) {
    #expect(after(before, key(chord)) == expected)
  }

  @Test func whatIsTypedIsWrittenAtTheCursor() {
    #expect(after("ac|", .text("d")) == "acd|")
    #expect(after("a|c", .text("漢字")) == "a漢字|c")
    #expect(after("a|c", .key(KeyPress("b", text: "b"))) == "ab|c")
    #expect(after("a|", .key(KeyPress("b", phase: .release, text: "b"))) == "a|")
  }

  @Test func aPasteBecomesOneLine() {
    #expect(after("a|b", .paste("1\r\n2\n3\t4\u{1B}[2J\u{0}")) == "a1 2 3 4[2J|b")
  }

  /// A line that was copied with its end had a blank behind it, which nobody sees in a secret.
  @Test func theLineEndsAtTheEndOfAPasteAreDropped() {
    for end in ["\n", "\r\n", "\r", "\n\n", "\n\u{1B}\n", "\u{0}\n"] {
      #expect(after("a|b", .paste("one\(end)")) == "aone|b", "\(end.debugDescription)")
      #expect(after("a|b", .paste("one two \(end)")) == "aone two |b", "A blank is a blank.")
      #expect(after("a|b", .paste("\(end)one")).dropFirst().first == " ")
      #expect(after("a|b", .paste(end)) == "a|b")
      #expect(TextInput.Model("one\(end)").text == "one")
      #expect(TextInput.Model("one\(end)two\(end)", isSecret: true).text.hasPrefix("one "))
      #expect(TextArea.Model("one\n").text == "one\n", "Other texts keep theirs.")
    }
    // Alone, they replace no selected text.
    #expect(TextInput.Action(ControlInput(.paste("\r\n"), on: FrameMap(), region: nil)) == nil)
  }

  @Test func theCursorNeverStandsWithinACharacter() {
    #expect(after("👩‍👩‍👧e\u{301}|", key(.left)) == "👩‍👩‍👧|e\u{301}")
    #expect(after("👩‍👩‍👧e\u{301}|", key(.left), key(.backspace)) == "|e\u{301}")
    #expect(after("e|", .text("\u{301}", extends: true)) == "e\u{301}|")
    // The letter joins the accent behind it, so the cursor goes behind both.
    var model = model("|x")
    model.insert("\u{301}")
    model.moveCursor(to: 0)
    model.insert("e")
    #expect(model.text.count == 2)
    #expect(model.cursor == 1)
    #expect(Array(model.textBeforeCursor.unicodeScalars) == ["e", "\u{301}"])
  }

  @Test func regionalIndicatorsPairUpWithoutLosingTheCursor() {
    var model = TextInput.Model("🇫🇷🇩🇪")
    model.moveCursor(to: 0)
    model.insert("🇺")
    #expect(model.text.unicodeScalars.count == 5)
    #expect(model.cursor <= model.text.count)
    #expect(model.textBeforeCursor.count + model.textAfterCursor.count == model.text.count)
  }

  @Test func everythingElseIsForOthers() {
    var model = TextInput.Model("a")
    for chord in [KeyChord.enter, .tab, .escape, .up, .ctrl("c"), .alt("x"), .f(1)] {
      do {
        let isTaken = reduce(key(chord), &model)
        #expect(!isTaken, "\(chord)")
      }
    }
    do {
      let isTaken = reduce(.key(KeyPress(.ctrl("c"), text: "c")), &model)
      #expect(!isTaken)
    }
    do {
      let isTaken = reduce(.resize(columns: 1, rows: 1), &model)
      #expect(!isTaken)
    }
    do {
      let isTaken = reduce(.focus(true), &model)
      #expect(!isTaken)
    }
    #expect(model == TextInput.Model("a"))
  }

  @Test func theCursorIsShownWhereTheNextCharacterGoes() {
    func cursor(_ columns: Int, _ picture: String) -> (String, Int?) {
      // The text has a blank column on each side.
      let shown = Picture(columns + 2, 1) { TextInput(model(picture)) }
      return (String(shown.text.dropFirst()), shown.canvas.cursor.map { $0.column - 1 })
    }
    #expect(cursor(10, "ab|c") == ("abc", 2))
    #expect(cursor(10, "漢字|漢") == ("漢字漢", 4))
    #expect(cursor(10, "abcdefghi|") == ("abcdefghi", 9))
    #expect(cursor(10, "abcdefghij|") == ("fghij", 5))
    #expect(cursor(10, "abcdefghijklmn|o") == ("fghijklmno", 9))
    #expect(cursor(10, "abcdefghijklmno|") == ("klmno", 5))
    #expect(cursor(10, "abcdefghi|jklmno") == ("abcdefghij", 9))
    // Half a wide character at the edge is a blank.
    #expect(cursor(5, "漢字漢字|") == ("漢字", 4))
    #expect(cursor(5, "漢字漢|字") == ("字漢", 4))
    let narrow = Picture(1, 1) { TextInput(model("abc|")) }
    #expect(narrow.text == "" && narrow.canvas.cursor?.column == 0)
  }

  @Test func aMaskIsShownAndSaidInPlaceOfEachCharacter() {
    func shown(_ picture: String, _ mask: Character) -> (String, Int?, [String]) {
      var secret = TextInput.Model(model(picture).text, isSecret: true)
      secret.moveCursor(to: model(picture).cursor)
      let input = TextInput(secret, placeholder: "password", mask: mask)
      let drawn = Picture(10, 1) { input }
      return (
        String(drawn.text.dropFirst()), drawn.canvas.cursor.map { $0.column - 1 },
        input.plainLines()
      )
    }
    #expect(shown("sé漢👩‍👩‍👧|", "*") == ("****", 4, ["****"]))
    #expect(shown("sé|漢👩‍👩‍👧", "*") == ("****", 2, ["****"]))
    #expect(shown("ab|c", "漢") == ("漢漢漢", 4, ["漢漢漢"]))
    #expect(shown("ab|", "\u{1B}") == ("␛␛", 2, ["␛␛"]))
    #expect(shown("|", "*") == ("password", 0, ["password"]))
  }

  @Test func whatIsBeyondTheLimitIsNotInserted() {
    #expect(TextInput.Model("abcdef", limit: 3).text == "abc")
    var model = TextInput.Model("ae", limit: 4)
    model.moveCursor(to: 1)
    reduce(.paste("1\n2345"), &model)
    #expect(shown(model) == "a1 |e")
    do {
      let isTaken = reduce(.text("x"), &model)
      #expect(isTaken, "what is typed is for the text, also if there is no room")
    }
    #expect(shown(model) == "a1 |e")
    reduce(key(.end), &model)
    reduce(.text("\u{301}", extends: true), &model)
    #expect(shown(model) == "a1 e\u{301}|")
    reduce(key(.backspace), &model)
    reduce(.text("👩‍👩‍👧"), &model)
    #expect(shown(model) == "a1 👩‍👩‍👧|")
    model.setText("123456")
    #expect(shown(model) == "1234|")
    #expect(TextInput.Model("a", limit: -1).text == "")
    var long = TextInput.Model("a", limit: .max)
    long.insert("b")
    #expect(shown(long) == "ab|")
  }

  @Test func aPlaceholderIsShownUntilThereIsText() {
    let shown = Picture(10, 1) { TextInput(TextInput.Model(), placeholder: "name") }
    #expect(shown.text == "▌name")
    #expect(shown.marks(row: 0) { $0.attributes.contains(.dim) } == " ^^^^")
    #expect(shown.canvas.cursor == Cursor(column: 1, row: 0))
  }

  @Test func onlyTheInputWithTheFocusShowsItsCursor() {
    func cursor(_ focus: String) -> Cursor? {
      var environment = ViewEnvironment.plain
      environment.focus = RegionKey(focus)
      return Picture(10, 2, in: environment) {
        VStack {
          TextInput(TextInput.Model("a")).id("first")
          TextInput(TextInput.Model("b")).id("second")
        }
      }
      .canvas.cursor
    }
    #expect(cursor("first") == Cursor(column: 2, row: 0))
    #expect(cursor("second") == Cursor(column: 2, row: 1))
    #expect(cursor("elsewhere") == nil)
  }

  @Test func whatIsKilledCanBeYanked() {
    var model = model("one two three|")
    for _ in 0..<2 { model.reduce(.of(.ctrl("w"))!) }
    #expect(shown(model) == "one |" && model.killed == "two three", "Two kills in a row join.")
    model.reduce(.of(.home)!)
    model.reduce(.of(.ctrl("y"))!)
    #expect(shown(model) == "two three|one ")
    model.reduce(.of(.ctrl("k"))!)
    #expect(shown(model) == "two three|" && model.killed == "one ", "A motion begins another one.")
    model.reduce(.of(.ctrl("k"))!)
    model.reduce(.of(.ctrl("u"))!)
    #expect(shown(model) == "|" && model.killed == "two threeone ")
    model.setText("")
    model.reduce(.yank)
    #expect(shown(model) == "two threeone |")
    var moved = TextInput.Model("one two three")
    moved.reduce(.kill(.blankBackward))
    moved.moveCursor(to: 0)
    moved.reduce(.kill(.wordForward))
    moved.insert("1")
    moved.reduce(.kill(.end))
    #expect(moved.killed == " two ", "Other edits come between.")
    var short = TextInput.Model("abcdef", limit: 6)
    short.reduce(.kill(.start))
    short.reduce(.insert("xyz"))
    short.reduce(.yank)
    #expect(shown(short) == "xyzabc|")
  }

  @Test func nothingOfASecretIsKeptElsewhere() {
    var secret = TextInput.Model("one two", isSecret: true, isSelected: true)
    #expect(secret.selectedText == nil)
    for action in [TextInput.Action.copy, .cut, .yank, .undo] { secret.reduce(action) }
    #expect(secret.text == "" && secret.killed == "" && !secret.canUndo)
    secret.reduce(.insert("one two"))
    secret.reduce(.kill(.start))
    secret.reduce(.yank)
    #expect(secret.text == "" && secret.killed == "")
    secret.reduce(.insert("one two"))
    secret.reduce(.selectWord(1))
    secret.reduce(.remove(.backward))
    #expect(secret.text == "", "Its words are not told apart.")
  }

  @Test func whatIsTypedReplacesTheSelection() {
    var name = TextInput.Model("notes.txt", limit: 10, isSelected: true)
    #expect(name.selectedText == "notes.txt" && name.cursor == 9)
    name.reduce(.insert("list.markdown"))
    #expect(name.text == "list.markd", "The room of the selection counts.")
    name.reduce(.undo)
    #expect(name.text == "notes.txt" && name.selectedText == "notes.txt")
    name.reduce(.redo)
    #expect(name.text == "list.markd" && name.selectedText == nil)
    for chord in [KeyChord.ctrl(.shift(.left)), .shift(.left)] { name.reduce(.of(chord)!) }
    #expect(name.selectedText == ".markd")
    name.reduce(.of(.alt("w"))!)
    name.reduce(.of(.left)!)
    #expect(shown(name) == "list|.markd" && name.killed == ".markd")
    name.reduce(.selectAll)
    name.reduce(.of(.ctrl("x"))!)
    name.reduce(.of(.ctrl("v"))!)
    #expect(name.text == "list.markd")
    name.reduce(.selectWord(1))
    #expect(name.selectedText == "list")
    name.reduce(.selectWord(4))
    #expect(name.selectedText == ".", "What is in no word is selected alone.")
  }

  @Test func selectedTextIsMarked() {
    var model = TextInput.Model("0123456789abcdef漢字xy")
    model.reduce(.move(.wordBackward, extends: true))
    let shown = Picture(14, 1) { TextInput(model) }
    let isMarked = { (style: Style) in style.attributes.contains(.reverse) }
    #expect(shown.text == "▌0123456789ab")
    #expect(shown.marks(row: 0, where: isMarked) == " ^^^^^^^^^^^^")
    model.reduce(.place(3))
    model.reduce(.move(.forward, extends: true))
    let short = Picture(14, 1) { TextInput(model) }
    #expect(short.marks(row: 0, where: isMarked) == "    ^")
    #expect(Picture(1, 1) { TextInput(model) }.text.count <= 1)
    #expect(Picture(0, 1) { TextInput(model) }.text == "")
  }

  @Test func aSecretTextIsOneWord() {
    var secret = TextInput.Model("one two three", isSecret: true)
    secret.reduce(.move(.wordBackward))
    #expect(secret.cursor == 0)
    secret.reduce(.move(.wordForward))
    #expect(secret.cursor == 13)
    secret.reduce(.remove(.blankBackward))
    #expect(secret.text == "")
  }

  @Test func aSecretIsShownAsBullets() {
    let secret = TextInput.Model("abc", isSecret: true)
    #expect(picture(10, 1) { TextInput(secret) } == "▌•••")
    #expect(picture(10, 1, in: .ascii) { TextInput(secret) } == "|***")
    var other = secret
    other.setText("x")
    #expect(other.isSecret)
  }

  @Test func anActionSaysWhetherItChangedTheText() {
    var model = model("ab|")
    let actions: [TextInput.Action] = [
      .move(.start), .remove(.backward), .remove(.end), .insert("漢é"), .place(1),
    ]
    let changes = actions.map { model.reduce($0) }
    #expect(changes == [false, false, true, true, false])
    #expect(shown(model) == "|漢é", "The byte lies in the first character.")
    model.reduce(.place(.max))
    #expect(shown(model) == "漢é|")
  }
}
