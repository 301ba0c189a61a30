import SpinCallbacks
import SpinTTY
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

/// What a key means, as a table: the state, what is typed in one read, and what came of it.
@Suite struct RuleOfKeysTests {
  enum Area: Hashable, Sendable { case name, rows, save, other }

  struct Page: Equatable, Sendable {
    var focus: Focus<Area>?
    var name = ""
    var log: [String] = []
    var dialog: String?
    var hint: String?
  }

  enum Event: Equatable, Sendable {
    case name(TextInput.Action)
    case rows(Selection<Int>.Action)
    case focus(Focus<Area>.Action)
    case log(String)
    case open(String?)
    case hint(String?)
  }

  private static func apply(_ page: inout Page, _ event: Event) {
    switch event {
    case .name(.insert(let text)): page.name += text
    case .name(let action): page.log.append("name \(action)")
    case .rows(.move(let step, _)): page.log.append("row \(step)")
    case .rows(.activate): page.log.append("row activated")
    case .rows(.mark): page.log.append("row marked")
    case .rows(let action): page.log.append("\(action)")
    case .focus(let action): page.focus?.reduce(action)
    case .log(let text): page.log.append(text)
    case .open(let dialog): page.dialog = dialog
    case .hint(let hint): page.hint = hint
    }
  }

  /// A page with a text, rows and a button; a dialog with a text; and a hint that catches its own.
  private static func ui(_ focus: Focus<Area>?) -> UISpin<Page, Event> {
    let spin = Spin<Page, Event>(initialState: Page(focus: focus)) { Reducer { apply(&$0, $1) } }
    return UISpin(spin, focus: { $0.focus ?? Focus() }) { page, _ in
      TextInput(TextInput.Model(page.name)).id(Area.name)
      List(count: 3, Selection()) { Text("row \($0)") }.frame(height: .fixed(3)).id(Area.rows)
      Button("Save", id: Area.save)
    } keys: {
      Control(Area.rows) { .rows($0) }
      Control(Area.name) { .name($0) }
      Control.focus { .focus($0) }
      Control.input { if case .paste(let text) = $0.event { .log("pasted \(text)") } else { nil } }
      Key("k", help: "first", .log("shadowed"))
      Key(.backspace, .delete, help: "up", .log("up"))
      Key("k", .ctrl("k"), help: "second", .log("k"))
      Key("d", .f(1), help: "dialog", .open("text"))
      Key("h", .f(2), help: "hint", .hint("hint"))
      Key("+", help: "closed", when: { $0.dialog != nil }, .log("below a dialog"))
      Key("x", .click(Area.save), help: "save", .log("saved"))
      Key.quit(.ctrl("c"))
    } layers: {
      Layer(\.dialog) { text, _ in
        Dialog("dialog") { TextInput(TextInput.Model(text)).id(Area.name) }
      } keys: {
        Control(Area.name) { .name($0) }
        Key(.escape, help: "close", .open(nil))
        Key("!", help: "never", .log("a character"))
      }
      Layer(\.hint, at: .bottom, catches: .itsOwn) { text, _ in
        Text(text)
      } keys: {
        Key("k", .escape, help: "away", .hint(nil))
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let rule: String
    var focus: Focus<Area>? = Focus(Area.rows)
    let keys: String
    var name = ""
    var log: [String] = []
    var after: Area?
    var end: UIEndReason?

    var testDescription: String { rule }
  }

  static let table: [Row] = [
    // 1. Characters and pastes go to the text control that has the focus.
    Row(rule: "1: a text with focus gets keys", focus: Focus(.name), keys: "kd+x", name: "kd+x"),
    Row(rule: "1: space is a character", focus: Focus(.name), keys: "a b", name: "a b"),
    Row(
      rule: "1: a paste is one", focus: Focus(.name), keys: "\u{1B}[200~k\u{1B}[201~",
      name: "k"),
    Row(
      rule: "1: so is what deletes one", focus: Focus(.name), keys: "\u{7F}\u{1B}[3~",
      log: [
        "name remove(SpinTTY.TextInput.Motion.backward)",
        "name remove(SpinTTY.TextInput.Motion.forward)",
      ]),
    Row(rule: "2: elsewhere it is a key", keys: "\u{7F}\u{1B}[3~", log: ["up", "up"]),
    Row(rule: "1: chords are none", focus: Focus(.name), keys: "\u{B}", log: ["k"]),
    Row(rule: "1: without focus the first text has it", focus: nil, keys: "kx", name: "kx"),
    Row(
      rule: "1: by the state at its turn", keys: "k\u{1B}[Z+k", name: "+k", log: ["k"],
      after: .name),
    // 2. The keys of the layer; of two live ones the later wins.
    Row(rule: "2: the later wins", keys: "k", log: ["k"]),
    Row(rule: "2: what is not live means nothing", keys: "+"),
    Row(
      rule: "2: before the control", focus: Focus(.save), keys: "x \r",
      log: ["saved", "saved", "saved"]),
    // 3. Enter and space are a click of the region that has the focus.
    Row(rule: "3: enter clicks", focus: Focus(.save), keys: "\r", log: ["saved"]),
    Row(
      rule: "3: if nothing is bound the control has it", keys: "\r ",
      log: ["row activated", "row marked"]),
    // 4. The control with the focus; without focus each in order.
    Row(rule: "4: the control with the focus", keys: "\u{1B}[B", log: ["row 1"]),
    Row(
      rule: "4: and no other", focus: Focus(.name), keys: "\u{1B}[B\u{1B}[D",
      log: ["name move(SpinTTY.TextInput.Motion.backward, extends: false)"]),
    Row(
      rule: "4: without focus each in order", focus: nil, keys: "\u{1B}[B\u{1B}[D",
      log: ["row 1", "name move(SpinTTY.TextInput.Motion.backward, extends: false)"]),
    Row(
      rule: "4: then those of no region", keys: "\u{1B}[200~k\u{1B}[201~", log: ["pasted k"]),
    Row(rule: "4: tab moves the focus as it was seen", keys: "\t", after: .save),
    Row(rule: "4: around the end", keys: "\t\tq", name: "q", after: .name),
    // 5. A layer that catches everything ends the search.
    Row(rule: "5: the dialog's text", keys: "dkx+!", name: "kx+!"),
    Row(rule: "5: keys below are caught", keys: "d\u{1BB}", name: "\u{1BB}"),
    Row(
      rule: "5: chords below are caught", keys: "d\u{B}\u{1B}[B",
      log: ["name kill(SpinTTY.TextInput.Motion.end)"]),
    Row(rule: "5: until it is gone", keys: "dk\u{1B}[27uk", name: "k", log: ["k"]),
    Row(rule: "5: ctrl-C goes on down", keys: "d\u{3}", end: .quit),
    Row(rule: "5: a hint takes its own", keys: "hkk", log: ["k"]),
    Row(rule: "5: and leaves the rest", keys: "hx", log: ["saved"]),
    Row(
      rule: "5: the topmost first", keys: "d\u{1B}OQk", name: "k"),
  ]

  @Test(arguments: table)
  func aKeyMeansWhatTheRuleSays(_ row: Row) {
    let stage = Scene(Self.ui(row.focus), columns: 30, rows: 9)
    stage.terminal.show()
    stage.terminal.type(row.keys)
    let state = stage.rehearsal.state
    #expect(state.name == row.name)
    #expect(state.log == row.log)
    if let after = row.after { #expect(state.focus?.current == after) }
    #expect(stage.rehearsal.end == row.end)
  }

  /// It used to be dead while its binding was not live.
  @Test func ctrlCAndCtrlZAreAlwaysAlive() {
    func stage(_ when: Bool) -> Scene<Page, Event> {
      let spin = Spin<Page, Event>(initialState: Page(dialog: "text")) { Reducer { _, _ in } }
      let ui = UISpin(spin) { _, _ in
        TextInput(TextInput.Model()).id(Area.name)
      } keys: {
        Control(Area.name) { .name($0) }
        Control.input { $0.event == nil ? nil : .log("any") }
        Key.quit(.ctrl("c"), when: { _ in when })
        Key(.ctrl("z"), help: "nothing", when: { _ in when }, .log("z"))
      } layers: {
        Layer(\.dialog) { text, _ in
          Text(text)
        } keys: {
          Control.input { _ in nil }
        }
      }
      return Scene(ui)
    }
    let dead = stage(false)
    dead.terminal.type("\u{1A}")
    #expect(dead.rehearsal.suspensions == 1)
    dead.terminal.type("\u{3}")
    #expect(dead.rehearsal.end == .signal(2))
    let live = stage(true)
    live.terminal.type("\u{1A}\u{3}")
    #expect(live.rehearsal.suspensions == 0)
    #expect(live.rehearsal.end == .quit)
  }

  @Test func aProgramAtWorkEmitsAnEventInsteadOfQuitting() {
    let spin = Spin<Page, Event>(initialState: Page()) {
      Reducer { Self.apply(&$0, $1) }
    }
    let ui = UISpin(spin) { _, _ in
      Spacer()
      Help()
    } keys: {
      Key("w", help: "work", .log("work"))
      Key.quit("q", .ctrl("c"), unless: { $0.log == ["work"] ? .log("not yet") : nil })
    }
    let stage = Scene(ui, columns: 30, rows: 3)
    stage.terminal.type("wq")
    stage.terminal.show()
    #expect(stage.rehearsal.state.log == ["work", "not yet"] && stage.rehearsal.end == nil)
    #expect(stage.terminal.terminal.text.contains("q quit"))
    stage.terminal.type("\u{3}")
    #expect(stage.rehearsal.end == .quit)
  }

  @Test func helpNamesTheKeysThatComeDown() throws {
    let spin = Spin<Page, Event>(initialState: Page()) {
      Reducer { Self.apply(&$0, $1) }
    }
    let ui = UISpin(spin, focus: { $0.focus ?? Focus(.rows) }) { _, _ in
      Help()
    } keys: {
      Control(Area.name) { .name($0) }
      Key("d", help: "dialog", .open("text"))
      Key(.f(1), help: "more", .log("more"))
      Key.quit("q", .ctrl("c"))
    } layers: {
      Layer(\.dialog, at: .bottom) { _, _ in
        Text("dialog")
      } keys: {
        Key("y", help: "yes", .open(nil))
      }
    }
    let stage = Scene(ui, columns: 40, rows: 3)
    try stage.terminal.expect(" d dialog  F1 more  q quit")
    stage.terminal.type("d")
    try stage.terminal.expect(" y yes  ^C quit\n\n                 dialog")
  }

  @Test func helpNamesNoCharactersWhileTheyGoToAText() throws {
    let spin = Spin<Page, Event>(initialState: Page(focus: Focus(.rows))) {
      Reducer { Self.apply(&$0, $1) }
    }
    let ui = UISpin(spin, focus: { $0.focus ?? Focus() }) { _, _ in
      Help()
    } keys: {
      Control(Area.name) { .name($0) }
      Key(.f(1), help: "name", .focus(.move(to: .name)))
      Key(.f(2), help: "rows", .focus(.move(to: .rows)))
      Key("d", help: "dialog", .open("text"))
    }
    let stage = Scene(ui, columns: 40, rows: 1)
    try stage.terminal.expect(" F1 name  F2 rows  d dialog")
    stage.terminal.press(.function(1))
    try stage.terminal.expect(" F1 name  F2 rows")
    stage.terminal.press(.function(2))
    try stage.terminal.expect(" F1 name  F2 rows  d dialog")
  }

  @Test func aKeyThatIsBoundInNoLayerNeverEntersTheMailbox() {
    let seen = Transcript<Int>()
    let spin = Spin<Page, Event>(initialState: Page()) { Reducer { Self.apply(&$0, $1) } }
    let ui = UISpin(spin) { _, _ in
    } keys: {
      Key("a", help: "a", .log("a"))
    } layers: {
      Layer(\.dialog) { _, _ in
      } keys: {
        Key("b", help: "b", .log("b"))
      }
    }
    let rehearsal = ui.rehearse(
      on: .callersThread, options: RunOptions(observers: [Observer { seen.append($0.number) }]))
    rehearsal.input("xyz\rbq".utf8)
    rehearsal.input("a".utf8)
    #expect(rehearsal.state.log == ["a"])
    #expect(seen.entries == [0, 1])
  }
}
