import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

/// Disabled controls take no focus, no click and no key.
@Suite struct DisabledTests {
  enum Area: Hashable, Sendable { case name, agrees, size, save, menu }

  struct Draft: Sendable {
    var name = TextInput.Model()
    var agrees = false
    var size = Choice(["small", "large"])
    var isLocked = false
    var saved = 0
    var focus = Focus<Area>(.name)
    /// Whether the form has only the name.
    var isShort = false

    enum Event: Sendable {
      case name(TextInput.Action)
      case agree
      case size(Choice<String>.Action)
      case lock
      case save
      case focus(Focus<Area>.Action)
    }

    mutating func apply(_ event: Event) {
      switch event {
      case .name(let action): name.reduce(action)
      case .agree: agrees.toggle()
      case .size(let action): size.reduce(action)
      case .lock: isLocked.toggle()
      case .save: saved += 1
      case .focus(let action): focus.reduce(action)
      }
    }

    @ViewBuilder var form: ViewList {
      // snippet.disabled
      TextInput(name).id(Area.name).disabled(isLocked)
      Checkbox("I agree", agrees, id: Area.agrees)
      Choices(size) { $0 }.id(Area.size).disabled(isLocked)
      Button("Save", id: Area.save, isDefault: true)
        .disabled(!agrees || saved > 0)
      // snippet.end
    }

    static func ui(_ draft: Draft) -> UISpin<Draft, Event> {
      let spin = Spin<Draft, Event>(initialState: draft) { Reducer { $0.apply($1) } }
      return UISpin(spin, focus: \.focus) { draft, _ in
        if draft.isShort {
          TextInput(draft.name).id(Area.name).disabled(draft.isLocked)
        } else {
          draft.form
        }
        Help()
      } keys: {
        Control(Area.name) { .name($0) }
        Control(Area.size, help: "size") { .size($0) }
        Control.focus { .focus($0) }
        Click(Area.agrees, .agree)
        Key(.ctrl("s"), .click(Area.save), help: "save", .save)
        Key(.ctrl("l"), help: "lock", .lock)
        Key.palette(.ctrl("p"))
      }
    }
  }

  private func stage(_ change: (inout Draft) -> Void = { _ in }) -> Scene<Draft, Draft.Event> {
    var draft = Draft()
    change(&draft)
    let stage = Scene(Draft.ui(draft), columns: 40, rows: 6)
    stage.terminal.show()
    return stage
  }

  private let back = "\u{1B}[Z"
  private let right = "\u{1B}[C"
  private let save = "\u{13}"
  private let lock = "\u{0C}"

  @Test func tabPassesOverADisabledControl() {
    let stage = stage()
    var order: [Area?] = []
    for key in ["\t", "\t", "\t", back, back] {
      stage.type(key)
      order.append(stage.rehearsal.state.focus.current)
    }
    #expect(order == [.agrees, .size, .name, .size, .agrees])
    // It is in the order as soon as it is enabled.
    stage.type(" ", "\t", "\t")
    #expect(stage.rehearsal.state.focus.current == .save)
  }

  @Test func aDisabledControlTakesNoClick() {
    let stage = stage { $0.focus = Focus(.agrees) }
    stage.terminal.click(column: 3, row: 3)
    #expect(stage.rehearsal.state.saved == 0)
    #expect(stage.rehearsal.state.focus.current == .agrees)
    stage.type(" ")
    stage.terminal.click(column: 3, row: 3)
    #expect(stage.rehearsal.state.saved == 1)
    #expect(stage.rehearsal.state.focus.current == .save)
  }

  @Test func anOptionOfADisabledChoiceIsNotClicked() {
    let stage = stage { $0.isLocked = true }
    stage.terminal.click(column: 10, row: 2)
    #expect(stage.rehearsal.state.size.current == "small")
    stage.type(lock)
    stage.terminal.click(column: 10, row: 2)
    #expect(stage.rehearsal.state.size.current == "large")
  }

  @Test func theKeyOfADisabledControlDoesNothingAndIsNotNamed() {
    let stage = stage()
    #expect(!stage.terminal.terminal.text.contains("save"))
    #expect(stage.terminal.terminal.text.contains("lock"))
    stage.type(save)
    #expect(stage.rehearsal.state.saved == 0)
    stage.type("\t", " ")
    #expect(stage.terminal.terminal.text.contains("save"))
    stage.type(save)
    #expect(stage.rehearsal.state.saved == 1)
    #expect(!stage.terminal.terminal.text.contains("save"))
  }

  @Test func thePaletteLeavesOutTheCommandsOfDisabledControls() {
    let stage = stage()
    stage.type("\u{10}")
    #expect(!stage.terminal.terminal.text.contains("save"))
    #expect(stage.terminal.terminal.text.contains("lock"))
    stage.type("\u{1B}[27u", "\t", " ", "\u{10}")
    #expect(stage.terminal.terminal.text.contains("save"))
    // It is not chosen if the control is disabled only now, either.
    stage.rehearsal.emit(.save)
    stage.type("save", "\r")
    #expect(stage.rehearsal.state.saved == 1)
  }

  @Test func thePaletteDoesNotClickADisabledControl() {
    let stage = stage()
    stage.type("\u{10}", "save", "\r")
    #expect(stage.rehearsal.state.saved == 0)
    stage.type("\u{1B}[27u", "\t", " ", "\u{10}", "save", "\r")
    #expect(stage.rehearsal.state.saved == 1)
  }

  @Test func enterDoesNotClickADisabledDefaultButton() {
    let stage = stage()
    stage.type("\r")
    #expect(stage.rehearsal.state.saved == 0)
    stage.type("\t", " ", back, "\r")
    #expect(stage.rehearsal.state.saved == 1)
  }

  /// Between two keys that were typed at once, no frame was shown.
  @Test func theStateDecidesAboutKeysThatWereTypedAhead() {
    let stage = stage { $0.focus = Focus(.agrees) }
    stage.terminal.type(" \t\t\r\r\r")
    #expect(stage.rehearsal.state.saved == 1)
    #expect(stage.rehearsal.state.focus.current == .save)
    let locked = self.stage()
    locked.terminal.type("a" + lock + "b")
    #expect(locked.rehearsal.state.name.text == "a")
    locked.terminal.type(lock + "c")
    #expect(locked.rehearsal.state.name.text == "ac")
  }

  @Test func theStateDecidesIfThereIsNoFrame() {
    let ui = Draft.ui(Draft(focus: Focus(.save)))
    let rehearsal = ui.rehearse(on: .callersThread)
    rehearsal.input((save + "\r ").utf8)
    #expect(rehearsal.state.saved == 0)
    let agreed = Draft.ui(Draft(agrees: true, focus: Focus(.save))).rehearse(on: .callersThread)
    agreed.input((save + "\r ").utf8)
    #expect(agreed.state.saved == 1)
    let locked = Draft.ui(Draft(isLocked: true)).rehearse(on: .callersThread)
    locked.input("a".utf8)
    #expect(locked.state.name.text == "")
  }

  @Test func theStateDecidesAboutClicksOnAnEarlierFrame() {
    let stage = stage { $0.agrees = true }
    stage.terminal.click(column: 3, row: 3)
    stage.terminal.click(column: 3, row: 3)
    #expect(stage.rehearsal.state.saved == 1)
  }

  @Test func theFocusMovesOnFromAControlThatBecomesDisabled() {
    let stage = stage()
    stage.type(lock)
    #expect(stage.rehearsal.state.focus.current == .agrees)
    // Unlocking does not move it back.
    stage.type(lock)
    #expect(stage.rehearsal.state.focus.current == .agrees)
    let last = self.stage { ($0.agrees, $0.focus) = (true, Focus(.save)) }
    last.type("\r")
    #expect(last.rehearsal.state.focus.current == .name)
  }

  @Test func theFocusStaysIfThereIsNoOtherControl() {
    let stage = stage { $0.isShort = true }
    stage.type(lock)
    stage.type("a", "\t")
    #expect(stage.rehearsal.state.focus.current == .name)
    #expect(stage.rehearsal.state.name.text == "")
    #expect(stage.terminal.show() == 0)
    stage.type(lock, "a")
    #expect(stage.rehearsal.state.name.text == "a")
  }

  @Test func anArrowPassesOverADisabledOptionAndEnterDoesNotChooseIt() throws {
    struct Order: Sendable {
      var menu = Choice(["small", "medium", "large"], disabled: ["medium", "large"])
      var chosen: [String] = []
    }
    let spin = Spin<Order, Choice<String>.Action>(initialState: Order()) {
      Reducer { order, action in
        if let chosen = order.menu.reduce(action) { order.chosen.append(chosen) }
        order.menu.disabled = ["medium"]
      }
    }
    let ui = UISpin(spin) { order, _ in
      Choices(order.menu, axis: .vertical) { $0 }.id(Area.menu)
    } keys: {
      Control(Area.menu) { (action: Choice<String>.Action) in action }
    }
    let stage = Scene(ui, columns: 20, rows: 4)
    stage.terminal.show()
    stage.terminal.click(column: 2, row: 2)
    #expect(stage.rehearsal.state.chosen == [])
    stage.terminal.type("\u{1B}[B")
    #expect(stage.rehearsal.state.menu.current == "small")
    stage.terminal.type("\u{1B}[B\r")
    #expect(stage.rehearsal.state.chosen == ["large"])
    stage.terminal.show()
    stage.terminal.click(column: 2, row: 1)
    #expect(stage.rehearsal.state.chosen == ["large"])
    stage.terminal.click(column: 2, row: 0)
    #expect(stage.rehearsal.state.chosen == ["large", "small"])
  }
}
