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
    var canGo = true
  }

  private enum Event: Sendable {
    case log(String), name(TextInput.Action), focus(String), dialog(String?), go(Bool)
  }

  private static let spin = Spin<Page, Event>(initialState: Page()) {
    Reducer { page, event in
      switch event {
      case .log(let text): page.log.append(text)
      case .name(let action): page.name.reduce(action)
      case .focus(let id): page.focus.reduce(.move(to: id))
      case .dialog(let text): page.dialog = text
      case .go(let can): page.canGo = can
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

  @Test func theKeysThatContinueAreShown() throws {
    let stage = Scene(Self.ui(), columns: 30, rows: 8)
    stage.terminal.type("g")
    try stage.terminal.expect(
      """
      ▏
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
    for wrong in ["ctrl+", "gg", "", "ctrl+x  hyp+s"] {
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(KeyMap.self, from: Data(#"{"save": "\#(wrong)"}"#.utf8))
      }
      guard case .dataCorrupted(let context) = error else { throw try #require(error) }
      #expect(context.debugDescription.hasPrefix("\"\(wrong)\" is not a key"))
    }
  }

  @Test func whatCannotWorkIsNamed() {
    #expect(Self.ui().keyMapProblems == [])
    let problems = Self.ui(["save": ["s"], "remove": ["g"], "name": ["d"], "yes": ["d"]])
      .keyMapProblems
    #expect(
      problems == [
        .unknown("save"),
        .clash(KeyClash("g", ["first", "remove"], beginning: "g g")),
        .clash(KeyClash("g", ["last", "remove"], beginning: "g e")),
        .clash(KeyClash("d", ["name", "ask"])),
      ])
    #expect(problems[0].description == "The key map names “save”, which is no command.")
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
