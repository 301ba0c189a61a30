import Foundation
import SpinCallbacks
import SpinTTY
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

/// Keys that are pressed one after the other, and keys that the user chooses.
@Suite struct KeySequenceTests {
  private struct Page: Sendable {
    var log: [String] = []
    var name = TextInput.Model()
    var focus = Focus("rows")
    var dialog: String?
    var note: String?
    var menu: String?
    var canGo = true
  }

  private enum Event: Sendable {
    case log(String), name(TextInput.Action), focus(String), dialog(String?), go(Bool)
    case note(String?), menu(String?)
  }

  private static let spin = Spin<Page, Event>(initialState: Page()) {
    Reducer { page, event in
      switch event {
      case .log(let text): page.log.append(text)
      case .name(let action): page.name.reduce(action)
      case .focus(let id): page.focus.reduce(.move(to: id))
      case .dialog(let text): page.dialog = text
      case .go(let can): page.canGo = can
      case .note(let text): page.note = text
      case .menu(let text): page.menu = text
      }
    }
  }

  private static func ui(_ map: KeyMap = [:]) -> UISpin<Page, Event> {
    var options = UIOptions.fullScreen
    options.keyMap = map
    return UISpin(spin, options: options, focus: { $0.focus }) { page, _ in
      TextInput(page.name).id("name")
      Button("Rows", id: "rows")
      Help()
    } keys: {
      Control("name") { .name($0) }
      Control.input { if case .paste(let text) = $0.event { .log("pasted \(text)") } else { nil } }
      Key("g g", help: "first", .log("first"))
      Key("g e", help: "last", when: \.canGo, .log("last"))
      Key("ctrl+x ctrl+s", .f(2), help: "save", .log("saved")).named("save-all")
      Key("x", help: "remove", .log("removed"))
      Key("n", help: "name", .focus("name"))
      Key("d", help: "ask", .dialog("sure?"))
      Key.palette(.ctrl("p"))
      Key.quit("q", "ctrl+x ctrl+c")
    } layers: {
      Layer(\.dialog, at: .top) { text, _ in
        Dialog("dialog") { Text(text) }
      } keys: {
        Key("g y", help: "yes", .dialog(nil))
        Key("o", help: "ok", .log("ok"))
      }
      Layer(\.note, at: .bottom, catches: .itsOwn) { text, _ in Text(text) }
      Layer(\.menu, at: .bottom, catches: .itsOwn) { text, _ in
        Text(text)
      } keys: {
        Key("m", help: "menu", .log("menu"))
      }
    }
  }

  /// The rules, as a table: what is typed, and what comes of it.
  private static let table: [(rule: String, keys: String, log: [String])] = [
    ("the keys of a sequence come one after the other", "ggge", ["first", "last"]),
    ("any other key ends it, and does nothing else", "gxx", ["removed"]),
    ("the first key as well, if it does not continue", "gegxggx", ["last", "first", "removed"]),
    ("escape ends it", "g\u{1B}[27ug\u{1B}[27ux", ["removed"]),
    ("an arrow ends it", "g\u{1B}[Agg", ["first"]),
    ("a paste ends it and arrives", "g\u{1B}[200~g\u{1B}[201~x", ["pasted g", "removed"]),
    ("characters continue it beside a text that has the focus", "n\u{18}\u{13}g", ["saved"]),
    ("a text that has the focus keeps the first character", "ngg\u{18}\u{13}", ["saved"]),
    ("a key of its own does the same", "\u{1B}OQ", ["saved"]),
    ("a release ends nothing", "\u{1B}[103u\u{1B}[103;1:3u\u{1B}[103u", ["first"]),
    ("a modal layer keeps its own sequences", "dgggyx", ["removed"]),
  ]

  @Test func aSequenceOfKeysIsOneChord() {
    for (rule, keys, log) in Self.table {
      let stage = Scene(Self.ui(), columns: 40, rows: 12)
      stage.terminal.show()
      stage.terminal.type(keys)
      #expect(stage.rehearsal.state.log == log, "\(rule)")
      #expect(stage.rehearsal.end == nil, "\(rule)")
    }
    // ctrl-C has its meaning, also as a part of a sequence.
    for (keys, end) in [("g\u{3}", UIEndReason.signal(2)), ("\u{18}\u{3}", .quit)] {
      let stage = Scene(Self.ui())
      stage.terminal.type(keys)
      #expect(stage.rehearsal.end == end)
    }
  }

  /// One tape means the same on every runtime, however it is cut.
  @Test(arguments: RuntimeUnderTest.all)
  func aSequenceIsTheSameOnEveryRuntime(runtime: RuntimeUnderTest) async {
    for cut in [1, 2, 3, 7] {
      let rehearsal = Self.ui().rehearse(on: runtime(), columns: 40, rows: 12)
      let tape = Array("gxggge\u{18}\u{13}g".utf8)
      for start in stride(from: 0, to: tape.count, by: cut) {
        rehearsal.input(tape[start..<min(start + cut, tape.count)])
      }
      await rehearsal.idle()
      #expect(rehearsal.state.log == ["first", "last", "saved"])
      rehearsal.stop()
    }
  }

  /// What happens by itself between two keys, and what the keys that follow do.
  private static let changes:
    [(rule: String, before: String, event: Event, after: String, log: [String])] = [
      ("the first key of a dialog that opens is the dialog's", "g", .dialog("sure?"), "o", ["ok"]),
      ("its sequences too", "g", .dialog("sure?"), "gyx", ["removed"]),
      ("a dialog that closes ends what it has begun", "dg", .dialog(nil), "gg", ["first"]),
      ("and the next key has its own meaning", "dg", .dialog(nil), "x", ["removed"]),
      ("below a dialog nothing ends what it has begun", "dg", .focus("name"), "yx", []),
      ("a message without keys ends nothing", "g", .note("saved"), "g", ["first"]),
      ("nor does its end", "g", .note(nil), "g", ["first"]),
      ("a layer with keys of its own does", "g", .menu("menu"), "m", ["menu"]),
      ("and so does a focus that moves", "g", .focus("name"), "x", []),
      ("another change ends nothing", "g", .go(false), "g", ["first"]),
    ]

  /// The first key of a dialog that opened by itself was swallowed.
  @Test(arguments: RuntimeUnderTest.all)
  func whatOpensOrClosesByItselfEndsASequence(runtime: RuntimeUnderTest) async {
    for (rule, before, event, after, log) in Self.changes {
      let rehearsal = Self.ui().rehearse(on: runtime(), columns: 40, rows: 12)
      rehearsal.input(before.utf8)
      await rehearsal.idle()
      rehearsal.emit(event)
      await rehearsal.idle()
      rehearsal.input(after.utf8)
      await rehearsal.idle()
      #expect(rehearsal.state.log == log, "\(rule)")
      rehearsal.stop()
    }
  }

  @Test func theTableOfKeysThatContinueCloses() {
    let stage = Scene(Self.ui(), columns: 40, rows: 12)
    stage.terminal.type("g")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("g …"))
    stage.rehearsal.emit(.dialog("sure?"))
    stage.terminal.show()
    #expect(!stage.terminal.terminal.text.contains("g …"))
  }

  /// Nothing of the program takes the paste or the click.
  @Test func aPasteOrAClickWithoutAMeaningEndsASequenceToo() {
    let ui = UISpin(Self.spin) { _, _ in
      Help()
    } keys: {
      Key("g g", help: "first", .log("first"))
      Key("x", help: "remove", .log("removed"))
    }
    for between in ["\u{1B}[200~text\u{1B}[201~", "\u{1B}[<0;3;3M"] {
      let stage = Scene(ui)
      stage.terminal.type("g\(between)gxg\(between)x")
      #expect(stage.rehearsal.state.log == ["removed"], "\(between.debugDescription)")
    }
    // A move or the wheel ends nothing.
    for between in ["\u{1B}[<35;3;3M", "\u{1B}[<64;3;3M", "\u{1B}[<0;3;3m", "\u{1B}[I"] {
      let stage = Scene(ui)
      stage.terminal.type("g\(between)g")
      #expect(stage.rehearsal.state.log == ["first"], "\(between.debugDescription)")
    }
  }

  @Test func theKeysThatContinueAreShown() throws {
    let stage = Scene(Self.ui(), columns: 30, rows: 8)
    stage.terminal.type("g")
    try stage.terminal.expect(
      """
      ▌
      ▌ Rows ▐
       g g first  g e la╭─ g … ────╮
                        │          │
                        │ g  first │
                        │ e  last  │
                        │          │
                        ╰──────────╯
      """)
    stage.rehearsal.emit(.go(false))
    stage.terminal.show()
    #expect(!stage.terminal.terminal.text.contains("last"), "What is shown has an effect.")
    stage.terminal.type("g")
    stage.terminal.show()
    #expect(stage.rehearsal.state.log == ["first"])
    #expect(!stage.terminal.terminal.text.contains("g …"))
    stage.terminal.type("\u{18}")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("^X …"))
    #expect(stage.terminal.terminal.text.contains("^S  save"))
    #expect(stage.terminal.terminal.text.contains("^C  quit"))
  }

  @Test func aUserChoosesTheKeys() throws {
    let map: KeyMap = ["save-all": ["ctrl+w"], "first": ["home", "g h"], "quit": []]
    let ui = Self.ui(map)
    let stage = Scene(ui, columns: 60, rows: 12)
    stage.terminal.type("\u{17}\u{1B}[Hghgg\u{1B}OQq")
    #expect(stage.rehearsal.state.log == ["saved", "first", "first"])
    #expect(stage.rehearsal.end == nil && ui.keyMapProblems == [])
    stage.terminal.show()
    let help = try #require(stage.terminal.terminal.text.split(separator: "\n").last)
    #expect(help.hasPrefix(" home first  g e last  ^W save  x remove"))
    #expect(!help.contains("quit"))
    stage.terminal.type("\u{10}quit")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("quit"), "A command without keys is there.")
    stage.terminal.type("\r")
    #expect(stage.rehearsal.end == .quit)
    #expect(ui.keyMap.commands["save-all"] == ["ctrl+w"])
    #expect(Self.ui().keyMap.commands["first"] == ["g g"])
  }

  @Test func aMapIsAFile() throws {
    let file = #"{"save-all": ["ctrl+x ctrl+s", "f2"], "quit": "pageup", "x": []}"#
    let map = try JSONDecoder().decode(KeyMap.self, from: Data(file.utf8))
    #expect(map == ["save-all": ["ctrl+x ctrl+s", .f(2)], "quit": [.pageUp], "x": []])
    #expect(try JSONDecoder().decode(KeyMap.self, from: JSONEncoder().encode(map)) == map)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(KeyMap.self, from: Data(#"["ctrl+s"]"#.utf8))
    }
  }

  /// One wrong key refused the whole file.
  @Test func aWrongKeyLeavesTheOthers() throws {
    let file = #"""
      {"save-all": ["ctrl-x ctrl-s", "ctrl+w"], "first": "CTRL+HOME", "remove": ["f99"], "last": "",
      "name": [], "ask": ["\u001b", "\n", "\u0000", "\t", "a"], "quit": 7, "pallete": "^p",
      "commands": [null, 3.5, ["x"], {"a": "b"}, "f1"]}
      """#
    let map = try JSONDecoder().decode(KeyMap.self, from: Data(file.utf8))
    #expect(
      map.commands == ["save-all": ["ctrl+w"], "name": [], "ask": ["a"], "commands": [.f(1)]])
    #expect(
      map.mistakes == [
        KeyMap.Mistake("ask", "\u{1B}", nearest: .escape),
        KeyMap.Mistake("ask", "\n", nearest: .enter),
        KeyMap.Mistake("ask", "\0", nearest: "ctrl+space"),
        KeyMap.Mistake("ask", "\t", nearest: .tab), KeyMap.Mistake("commands", nil),
        KeyMap.Mistake("commands", nil), KeyMap.Mistake("commands", nil),
        KeyMap.Mistake("commands", nil), KeyMap.Mistake("first", "CTRL+HOME", nearest: "ctrl+home"),
        KeyMap.Mistake("last", ""), KeyMap.Mistake("pallete", "^p", nearest: .ctrl("p")),
        KeyMap.Mistake("quit", nil), KeyMap.Mistake("remove", "f99", nearest: .f(9)),
        KeyMap.Mistake("save-all", "ctrl-x ctrl-s", nearest: "ctrl+x ctrl+s"),
      ])
    let ui = Self.ui(map)
    let problems = ui.keyMapProblems
    #expect(problems.prefix(map.mistakes.count) == map.mistakes.map { .mistake($0) }[...])
    #expect(problems.dropFirst(map.mistakes.count) == [.unknown("pallete")])
    #expect(
      map.mistakes[13].description == "The key map gives “save-all” a wrong key: "
        + "\"ctrl-x ctrl-s\" is not a key: is \"ctrl+x ctrl+s\" meant?")
    let words = problems.map(\.description).joined()
    #expect(words.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "Nothing acts on the terminal.")
    // A command of which no key is right keeps its own.
    let stage = Scene(ui, columns: 60, rows: 12)
    stage.terminal.type("\u{17}ggx")
    #expect(stage.rehearsal.state.log == ["saved", "first", "removed"])
    stage.terminal.type("a")
    #expect(stage.rehearsal.state.dialog == "sure?")
    let copy = try JSONDecoder().decode(KeyMap.self, from: JSONEncoder().encode(map))
    #expect(copy.commands == map.commands && copy.mistakes == [])
  }

  /// Making these would take minutes if each pair of keys were compared.
  @Test func manyKeysWithOneChordAreNoProblemOfAMap() {
    let spin = Spin<Int, Int>(initialState: 0) { Reducer { $0 = $1 } }
    let one = UISpin(spin) { number, _ in
      Text("\(number)")
    } keys: {
      for number in 0..<1_000 { Key("k", help: "to \(number)", when: { $0 == number }, number + 1) }
    }
    let many = UISpin(spin) { number, _ in
      Text("\(number)")
    } keys: {
      for number in 0..<1_000 {
        let digits = String(number + 1_000).map(String.init).joined(separator: " ")
        Key(Chord(stringLiteral: digits), help: "to \(number)", number)
      }
    }
    #expect(one.keyMapProblems == [] && many.keyMapProblems == [])
  }

  @Test func whatCannotWorkIsNamed() {
    #expect(Self.ui().keyMapProblems == [])
    let problems = Self.ui(["sve-all": ["s"], "remove": ["g"], "name": ["d"], "yes": ["d"]])
      .keyMapProblems
    #expect(
      problems == [
        .unknown("sve-all", nearest: "save-all"),
        .clash(KeyClash("g", ["first", "remove"], beginning: "g g")),
        .clash(KeyClash("g", ["last", "remove"], beginning: "g e")),
        .clash(KeyClash("d", ["name", "ask"])),
      ])
    #expect(
      problems[0].description
        == "The key map names “sve-all”, which is no command: is “save-all” meant?")
    #expect(
      problems[1].description.hasPrefix(
        "The key g also begins g g in the live bindings “first” and “remove”, and the last one wins"
      ))
    // A run tells the same of bindings that are live at once.
    let stage = Scene(Self.ui(["remove": ["g"]]))
    #expect(
      stage.rehearsal.keyClashes == [KeyClash("g", ["first", "last", "remove"], beginning: "g g")])
    stage.terminal.type("g")
    #expect(stage.rehearsal.state.log == ["removed"], "The last one wins.")
  }

  @Test func tabAndArrowsAreNamedInTheHelp() throws {
    let ui = UISpin(Self.spin) { _, _ in
      Help()
    } keys: {
      Key("x", help: "remove", .log("removed"))
      Control("list", help: "move") { (_: Selection<Int>.Action) in nil }
      Keys(when: \.canGo) {
        Control("tabs", help: "turn") { (_: Choice<Int>.Action) in nil }
        Control("text", help: "scroll") { (_: Scroll.Action) in nil }
        Control.focus(help: "next") { (_: Focus<String>.Action) in nil }
      }
    }
    let stage = Scene(ui, columns: 60)
    // The controls are asked in order.
    try stage.terminal.expect(" ↑↓ move  ←→ turn  x remove  tab next")
    stage.rehearsal.emit(.go(false))
    try stage.terminal.expect(" ↑↓ move  x remove")
  }

  @Test func aShortRowOfHelpKeepsTabAndSaysThatThereIsMore() throws {
    let ui = UISpin(Self.spin) { _, _ in
      Help()
    } keys: {
      Control("list", help: "move") { (_: Selection<Int>.Action) in nil }
      Key("x", help: "remove", .log("removed"))
      Key("n", help: "name", .log("named"))
      Key.help("?")
      Control.focus(help: "next") { (_: Focus<String>.Action) in nil }
    }
    try Scene(ui, columns: 48).terminal.expect(" ↑↓ move  x remove  n name  ? help  tab next")
    try Scene(ui, columns: 40).terminal.expect(" ↑↓ move  x remove  ? help  tab next …")
    try Scene(ui, columns: 20).terminal.expect(" ? help  tab next …")
  }

  @Test func spaceIsNamedIfItMarksTheRowsOfATable() throws {
    struct Row: Identifiable, Sendable { let id: Int }
    func row(_ takes: @escaping @Sendable (Table<Row>.Action) -> Event?) -> Scene<Page, Event> {
      Scene(
        UISpin(Self.spin) { _, _ in
          Help()
        } keys: {
          Control("table", help: "move", takes)
          Key("x", help: "remove", .log("removed"))
        })
    }
    try row { .log("\($0)") }.terminal.expect(" ↑↓ move  x remove  space mark")
    try row { $0.isMark ? nil : .log("\($0)") }.terminal.expect(" ↑↓ move  x remove")
    let layered = Scene(
      UISpin(Self.spin) { _, _ in
        Help()
      } keys: {
      } layers: {
        Layer({ $0 }) { (_: Page, _) in
          Dialog("table") { Text("rows") }
        } keys: {
          Control("table", help: "move") { (action: Table<Row>.Action) in .log("\(action)") }
        }
      })
    layered.terminal.show()
    #expect(layered.terminal.terminal.text.contains("space mark"))
  }

  @Test func onlyTheArrowsOfTheFocusedRegionAreNamed() throws {
    let ui = UISpin(Self.spin, focus: { $0.focus }) { _, _ in
      Help()
    } keys: {
      Control("rows", help: "move") { (_: Selection<Int>.Action) in nil }
      Control("tabs", help: "turn") { (_: Choice<Int>.Action) in nil }
      Key("n", help: "name", .focus("tabs"))
      Key(.left, help: "back", .log("back"))
    } layers: {
      Layer(\.dialog, at: .top) { text, _ in
        Dialog("dialog") { Text(text) }
      } keys: {
        Control("answer", help: "choose") { (_: Selection<Int>.Action) in nil }
      }
    }
    let stage = Scene(ui)
    try stage.terminal.expect(" ↑↓ move  n name  ← back")
    stage.terminal.type("n")
    try stage.terminal.expect(" ↑↓→ turn  n name  ← back")
    // Below a dialog, no arrow has a meaning.
    stage.rehearsal.emit(.dialog("sure?"))
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("↑↓ choose"))
    #expect(!stage.terminal.terminal.text.contains("turn"))
  }
}
