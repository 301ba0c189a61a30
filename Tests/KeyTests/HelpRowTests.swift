import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

/// Which bindings the row of help names, and which layers stand above the row.
@Suite struct HelpRowTests {
  private enum Area: Hashable, Sendable { case name, save }

  private struct Note: Equatable, Sendable {
    var name = TextInput.Model()
    var focus = Focus<Area>(.save)
    var toast: String?
    var saved = 0

    enum Event: Sendable {
      case name(TextInput.Action)
      case focus(Focus<Area>.Action)
      case save
      case toast(String?)
    }

    mutating func apply(_ event: Event) {
      switch event {
      case .name(let action): name.reduce(action)
      case .focus(let action): focus.reduce(action)
      case .save: saved += 1
      case .toast(let text): toast = text
      }
    }
  }

  private func stage(
    rows: Int = 5, at place: LayerPlace = .bottom, columns: Int = 36, note: Note = Note()
  ) -> Scene<Note, Note.Event> {
    let spin = Spin<Note, Note.Event>(initialState: note) { Reducer { $0.apply($1) } }
    let ui = UISpin(spin, focus: \.focus) { note, _ in
      VStack {
        TextInput(note.name, placeholder: "name").id(Area.name)
        Text("save").focusable().id(Area.save)
        Spacer()
        Help()
      }
    } keys: {
      Control(Area.name) { .name($0) }
      Control.focus { .focus($0) }
      Click(Area.save, help: "save", .save)
      Key("t", .ctrl("t"), help: "toast", .toast("saved"))
      Key("x", help: "no toast", .toast(nil))
      Key.help("?")
      Key.palette(.ctrl("p"))
    } layers: {
      Layer(\.toast, at: place, catches: .itsOwn) { text, _ in Toast(text) }
    }
    return Scene(ui, columns: columns, rows: rows)
  }

  @Test func aToastAtTheBottomStandsAboveTheHelp() throws {
    let stage = stage()
    stage.terminal.type("t")
    try stage.terminal.expect(
      """
      ▌name
      save

                    ▌ saved
       t toast  x no toast  ? help …
      """)
    stage.terminal.type("x")
    try stage.terminal.expect("▌name\nsave\n\n\n t toast  x no toast  ? help …")
  }

  /// Beside a short row of help it would move when the row gets longer.
  @Test func aToastInACornerStandsAboveTheHelpEvenIfThatIsShort() throws {
    let stage = stage(at: .bottomTrailing, columns: 50)
    stage.terminal.type("t")
    try stage.terminal.expect(
      """
      ▌name
      save

                                                ▌ saved
       t toast  x no toast  ? help  ^P commands
      """)
    let top = self.stage(at: .top)
    top.terminal.type("t")
    try top.terminal.expect(
      "▌name         ▌ saved\nsave\n\n\n t toast  x no toast  ? help …")
  }

  /// On a large screen it touches neither the row of help nor the edge.
  @Test func onALargeScreenAToastKeepsARowAndTwoColumnsFree() {
    let stage = stage(rows: 20, at: .bottomTrailing, columns: 50)
    stage.terminal.type("t")
    stage.terminal.show()
    let cells = stage.terminal.terminal.cells
    let rows = cells.indices.filter { cells[$0].dropFirst().contains { $0.text == "▌" } }
    #expect(rows == [15, 16, 17], "Help is in row 19.")
    #expect(cells[16].map(\.text).joined().hasSuffix("▌ saved   "))
  }

  @Test func aToastStandsAboveTheHelpInABorder() throws {
    let ui = UISpin(Score.spin) { _, _ in
      VStack {
        Text("top")
        Spacer()
        Help()
      }.frame(width: .fill).border(.light, padding: 0)
    } keys: {
      Key("l", help: "lock", .lock)
    } layers: {
      Layer(when: \.isLocked, at: .bottom, catches: .itsOwn) { _, _ in Toast("saved") }
    }
    let stage = Scene(ui, columns: 20, rows: 6)
    stage.terminal.type("l")
    try stage.terminal.expect(
      """
      ┌──────────────────┐
      │top               │
      │                  │
      │     ▌█saved█     │
      │ l lock           │
      └──────────────────┘
      """)
  }

  @Test func aLayerThatHasNoRoomAboveTheHelpCoversIt() throws {
    let stage = stage(rows: 3, note: Note(toast: "a\nb\nc"))
    try stage.terminal.expect(
      "▌name           ▌ a\nsave            ▌ b\n t toast  x no t▌ c   ? help …")
  }

  @Test func clicksWithoutAKeyAreInTheTableAndThePaletteButNotInTheRow() throws {
    let stage = stage(rows: 9)
    stage.terminal.show()
    #expect(!stage.terminal.terminal.text.contains("click"))
    stage.terminal.type("?")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("click  save"))
    stage.terminal.type("?\u{10}")
    try stage.terminal.expect(
      """
      ▌name
      ╭─ Commands ───────────────────────╮
      │ ▌command                         │
      │ save                             │
      │ toast                          t │
      │ no toast                       x │
      │ help                           ? │
      ╰──────── enter choose  esc close ─╯
       t toast  x no toast  ? help …
      """)
  }

  @Test func aKeyWithoutAnEventInTheStateIsNotOffered() throws {
    let ui = UISpin(Score.spin) { score, _ in
      Text("value: \(score.value)")
      Help()
    } keys: {
      Key("+", help: "more", .add(1))
      Key("h", help: "half", event: { $0.value > 0 ? .add(-$0.value / 2) : nil })
      Key("v", help: "divide", when: { $0.value > 1 }, event: { .add(6 / ($0.value - 1)) })
      Keys(when: \.isOpen) {
        Key.run("e", help: "edit") { score in
          score.value == 2 ? ChildCommand("vi") : nil
        } finished: { _ in
          nil
        }
      }
      Key.help("?")
      Key.palette(.ctrl("p"))
    } layers: {
      Layer({ $0.value == 3 ? $0.value : nil }, at: .bottom, catches: .itsOwn) { value, _ in
      } keys: {
        Key("z", help: "zero", event: { _ in nil })
        Key("o", help: "one", event: { .add(1 - $0) })
      }
    }
    let stage = Scene(ui, columns: 60, rows: 10)
    func row() -> Substring? {
      stage.terminal.show()
      return stage.terminal.terminal.text.split(separator: "\n").last
    }
    #expect(row() == " + more  ? help  ^P commands")
    stage.terminal.type("hve")
    #expect(row() == " + more  ? help  ^P commands")
    stage.terminal.type("+")
    #expect(row() == " + more  h half  ? help  ^P commands")
    stage.terminal.type("+")
    #expect(row() == " + more  h half  v divide  e edit  ? help  ^P commands")
    stage.terminal.type("+")
    #expect(row() == " o one  + more  h half  v divide  ? help  ^P commands")
    stage.terminal.type("+\u{10}")
    stage.terminal.show()
    let commands = stage.terminal.terminal.text
    #expect(commands.contains("half") && commands.contains("divide"))
    #expect(!commands.contains("edit"))
  }

  @Test func theTableOfHelpShowsNoKeyWithoutAnEvent() throws {
    let ui = UISpin(Score.spin) { _, _ in
      Help(.all)
    } keys: {
      Key("h", help: "half", event: { $0.value > 0 ? .add(-$0.value / 2) : nil })
      Key("+", help: "more", .add(1))
    }
    let stage = Scene(ui)
    try stage.terminal.expect("+  more")
    stage.terminal.type("+")
    try stage.terminal.expect("h  half\n+  more")
  }

  @Test func thePaletteNamesNoKeyThatATextWouldTake() throws {
    let stage = stage(rows: 9, note: Note(focus: Focus(.name), toast: nil))
    stage.terminal.type("x\u{10}")
    try stage.terminal.expect(
      """
      ▌x
      ╭─ Commands ───────────────────────╮
      │ ▌command                         │
      │ save                             │
      │ toast                         ^T │
      │ no toast                         │
      │ help                             │
      ╰──────── enter choose  esc close ─╯
       ^T toast  ^P commands
      """)
    #expect(stage.rehearsal.state.name.text == "x")
    stage.terminal.type("save\r")
    #expect(stage.rehearsal.state.saved == 1, "It is chosen all the same.")
  }

  @Test func theBarOfThePaletteHasOneLook() {
    let stage = stage(rows: 9)
    stage.terminal.type("\u{10}\u{1B}[B")
    stage.terminal.show()
    let row = stage.terminal.terminal.cells[4].map(\.text).joined()
    #expect(row.contains("toast") && row.contains(" t "))
    let looks = Set((2..<34).map { stage.terminal.terminal[4, $0].style })
    #expect(looks.count == 1 && looks.allSatisfy { $0.background == .palette(25) })
  }
}
