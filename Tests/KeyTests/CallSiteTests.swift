import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

/// A viewer of processes as a program writes it: lists, a filter, a dialog, a message, a menu.
struct Top: Sendable {
  struct Process: Identifiable, Hashable, Sendable {
    let id: Int
    var command: String
  }

  struct Kill: Identifiable, Sendable {
    let process: Process
    var choice = Choice([false, true])
    var id: Int { process.id }
  }

  enum Region: Hashable, Sendable { case list, filter, detail, answer, menu, save }

  enum Event: Sendable {
    case list(Selection<Int>.Action)
    case filter(TextInput.Action)
    case detail(Scroll.Action)
    case focus(Focus<Region>.Action)
    case kill
    case answer(Choice<Bool>.Action)
    case menu(Choice<String>.Action)
    case openMenu
    case sort
    case size(Size)
  }

  var processes = [Process(id: 1, command: "init"), Process(id: 7, command: "bash")]
  var list = Selection<Int>()
  var filter = TextInput.Model()
  var detail = Scroll()
  var focus = Focus(Region.list)
  var killing: Kill?
  var toast: String?
  var menu: Choice<String>?
  var size = Size.zero

  var rows: [Process] {
    processes.filter { filter.text.isEmpty || $0.command.contains(filter.text) }
  }

  mutating func apply(_ event: Event) {
    switch event {
    case .list(let action):
      if case .activated = list.reduce(action, in: rows) { apply(.kill) }
    case .filter(let action): filter.reduce(action)
    case .detail(let action): detail.reduce(action)
    case .focus(let action): focus.reduce(action)
    case .kill: killing = list.selected(in: rows).map { Kill(process: $0) }
    case .answer(let action):
      guard let kill = killing, let answer = killing?.choice.reduce(action) else { return }
      if answer {
        processes.removeAll { $0.id == kill.process.id }
        toast = "killed \(kill.process.command)"
      }
      killing = nil
    case .menu(let action):
      if let chosen = menu?.reduce(action) {
        toast = chosen
        menu = nil
      }
    case .openMenu: menu = Choice(["copy", "quit"])
    case .sort: processes.sort { $0.command < $1.command }
    case .size(let size): self.size = size
    }
  }

  static let spin = Spin<Top, Event>(initialState: Top()) { Reducer { $0.apply($1) } }

  static var ui: UISpin<Top, Event> {
    UISpin(Top.spin, focus: \.focus) { top, screen in
      List(top.rows, top.list) { Text($0.command) }.id(Region.list)
        .frame(height: .fixed(3))
      TextInput(top.filter, placeholder: "filter").id(Region.filter)
      Viewport(top.detail) { Text("one\ntwo\nthree") }.frame(height: .fixed(1)).id(Region.detail)
      Button("Save", id: Region.save)
      Help()
    } keys: {
      Control(Region.list) { .list($0) }
      Control(Region.filter) { .filter($0) }
      Control(Region.detail) { .detail($0) }
      Control.focus { .focus($0) }
      Control.input { if case .resized(let size) = $0.kind { .size(size) } else { nil } }
      Key("/", help: "filter", .focus(.move(to: .filter)))
      Key("k", help: "kill", .kill)
      Key("s", .click(Region.save), help: "sort", .sort)
      Key("m", help: "menu", .openMenu)
      Key.help("?")
      Key.palette(.ctrl("p"))
      Key.quit("q", .ctrl("c"))
    } layers: {
      Layer(\.killing) { kill, _ in
        Dialog("kill") {
          Text(kill.process.command)
        } buttons: {
          Choices(kill.choice) { $0 ? "Yes" : "No" }.id(Region.answer)
        }
      } keys: {
        Control(Region.answer) { .answer($0) }
        Key("n", .escape, help: "no", .answer(.choose(false)))
        Key("y", help: "yes", when: { $0.process.id != 1 }, .answer(.choose(true)))
      }
      Layer(\.toast, at: .bottom, catches: .itsOwn) { text, _ in Toast(text) }
      Layer(\.menu, at: .below(Region.filter)) { menu, _ in
        Choices(menu, axis: .vertical) { $0 }.id(Region.menu)
      } keys: {
        Control(Region.menu) { .menu($0) }
        Key("x", .clickOutside, help: "close") { menu in .menu(.choose(menu.options[0])) }
      }
      Layer(when: { $0.size.columns < 10 }, at: .top, catches: .itsOwn) { _, _ in Text("narrow") }
    }
  }
}

@Suite struct CallSiteTests {
  @Test func aProgramIsAStackOfLayers() throws {
    let stage = Scene(Top.ui, columns: 30, rows: 8)
    try stage.terminal.expect(
      """
      init
      bash

      ▌filter
      one
        Save
       / filter  ? help  q quit …
      """)
    // Down to the second row, and its dialog.
    stage.terminal.type("\u{1B}[Bk")
    try stage.terminal.expect(
      """
      init╭─ kill ────────────╮
      bash│                   │
          │       bash        │
      ▌fil│                   │
      one │     No   Yes      │
        Sa│                   │
       n/e╰─ n/esc no  y yes ─╯
      """)
    // q is for the bottom, and the dialog catches it; y is for the dialog.
    stage.terminal.type("qy")
    #expect(stage.rehearsal.end == nil)
    #expect(stage.rehearsal.state.processes.map(\.id) == [1])
    try stage.terminal.expect(
      """
      init


      ▌filter
      one
        Save
       / filter  ? help  q quit …
              ▌ killed bash
      """)
  }

  @Test func charactersGoToTheTextThatHasTheFocusWhenTheyHaveTheirTurn() {
    let stage = Scene(Top.ui, columns: 30, rows: 8)
    stage.terminal.show()
    // All of it is read at once; k, s and q are keys of the layer.
    stage.terminal.type("/bask q")
    #expect(stage.rehearsal.state.filter.text == "bask q")
    #expect(stage.rehearsal.state.killing == nil)
    #expect(stage.rehearsal.end == nil)
    stage.terminal.type("\t\tq")
    #expect(stage.rehearsal.end == .quit)
  }

  @Test func aBindingInAPaletteIsFoundByItsNameAndDone() throws {
    let stage = Scene(Top.ui, columns: 30, rows: 8)
    stage.terminal.show()
    stage.terminal.type("\u{10}ki")
    try stage.terminal.expect(
      """
      init
      bash
      ╭─ Commands ─────────────────╮
      │ ▌ki                        │
      │ kill                     k │
      ╰── enter choose  esc close ─╯
       / filter  ? help  q quit …
      """)
    stage.terminal.type("\r")
    #expect(stage.rehearsal.state.killing?.process.id == 1)
    stage.terminal.type("y")
    #expect(stage.rehearsal.state.killing != nil, "Not live for the first process.")
    stage.terminal.type("n")
    #expect(stage.rehearsal.state.killing == nil)
  }
}
