import SpinCallbacks
import SpinTTY
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

@Suite struct LayerTests {
  enum Area: Hashable, Sendable { case rows, yes, panel, title, bar, item(Int), menu }

  struct Question: Identifiable, Equatable, Sendable {
    var id: Int
    var text = "sure?"
  }

  struct Desk: Equatable, Sendable {
    var question: Question?
    var note: String?
    var isBusy = false
    var focus = Focus<Area>()
    var log: [String] = []
  }

  enum Event: Equatable, Sendable {
    case ask(Int?)
    case note(String?)
    case busy(Bool)
    case log(String)
    case focus(Focus<Area>.Action)
    case rows(Selection<Int>.Action)
  }

  static let spin = Spin<Desk, Event>(initialState: Desk()) {
    Reducer { desk, event in
      switch event {
      case .ask(let id): desk.question = id.map { Question(id: $0) }
      case .note(let note): desk.note = note
      case .busy(let isBusy): desk.isBusy = isBusy
      case .log(let text): desk.log.append(text)
      case .focus(let action): desk.focus.reduce(action)
      case .rows(let action): desk.log.append("\(action)")
      }
    }
  }

  private static var ui: UISpin<Desk, Event> {
    UISpin(spin, focus: \.focus) { desk, _ in
      Text("title").id(Area.title)
      List(count: 4, Selection()) { Text("row \($0)") }.frame(height: .fixed(4)).id(Area.rows)
      Button("bar", id: Area.bar)
    } keys: {
      Click(Area.title, .log("title"))
      Click(Area.title, button: .right, .log("title, right"))
      Click(Area.title, count: 2, .log("title, twice"))
      Control(Area.rows) { .rows($0) }
      Click(Area.bar, .log("bar"))
      Control.focus { .focus($0) }
    } layers: {
      Layer(\.question) { question, _ in
        Text(question.text).padding(horizontal: 2, vertical: 1).id(Area.panel)
        Text("yes").id(Area.yes)
      } keys: {
        Key("y", .click(Area.yes), help: "yes", event: { .log("yes to \($0.id)") })
        Key(.clickOutside, help: "", .ask(nil))
      }
      Layer(\.note, at: .aligned(.bottomTrailing), catches: .itsOwn) { text, _ in
        Text(text).id(Area.item(1))
      } keys: {
        Click { (area: Area) in
          if case .item(let number) = area { .log("item \(number)") } else { nil }
        }
      }
      Layer(when: \.isBusy, at: .aligned(.topTrailing), catches: .itsOwn) { _, _ in
        Text("busy").clickThrough()
      }
    }
  }

  private func stage() -> Scene<Desk, Event> {
    let stage = Scene(LayerTests.ui, columns: 20, rows: 6)
    stage.terminal.show()
    return stage
  }

  @Test func aLayerHidesWhatLiesBelowItAndCatchesClicksThere() throws {
    let stage = stage()
    stage.rehearsal.emit(.ask(1))
    try stage.terminal.expect(
      """
      title
      row 0
      row 1  sure?
      row 2
      row 3yes
        bar
      """)
    // On the bar, outside of the layer: it catches everything, and closes.
    stage.terminal.click(column: 1, row: 5)
    #expect(stage.rehearsal.state.question == nil)
    #expect(stage.rehearsal.state.log == [])
  }

  @Test func aClickInALayerMeansWhatTheLayerSays() {
    let stage = stage()
    stage.rehearsal.emit(.ask(1))
    stage.terminal.show()
    stage.terminal.click(column: 7, row: 4)
    stage.terminal.type("y")
    stage.terminal.click(column: 6, row: 1)  // Its own panel, to which nothing is bound.
    #expect(stage.rehearsal.state.log == ["yes to 1", "yes to 1"])
    #expect(stage.rehearsal.state.question != nil)
  }

  /// A click means what was seen, and means nothing if that is not there any more.
  @Test func aClickOnALayerThatIsGoneMeansNothing() {
    let stage = stage()
    stage.rehearsal.emit(.ask(1))
    stage.terminal.show()
    stage.rehearsal.emit(.ask(nil))
    stage.terminal.click(column: 7, row: 4)
    #expect(stage.rehearsal.state.log == [])
  }

  @Test func aClickOnAnEarlierLifeOfALayerMeansNothing() {
    let stage = stage()
    stage.rehearsal.emit(.ask(1))
    stage.terminal.show()
    // The dialog of another question, at the same place, in two steps and in one.
    stage.rehearsal.emit(.ask(2))
    stage.terminal.click(column: 7, row: 4)
    #expect(stage.rehearsal.state.log == [])
    stage.terminal.show()
    stage.rehearsal.emit(.ask(nil))
    stage.rehearsal.emit(.ask(2))
    stage.terminal.click(column: 7, row: 4)
    #expect(stage.rehearsal.state.log == [])
    stage.terminal.show()
    stage.terminal.click(column: 7, row: 4)
    #expect(stage.rehearsal.state.log == ["yes to 2"])
  }

  @Test func aClickBelowALayerThatHasComeMeanwhileMeansNothing() {
    let stage = stage()
    stage.rehearsal.emit(.ask(1))
    stage.terminal.click(column: 0, row: 0)
    #expect(stage.rehearsal.state.log == [])
    #expect(stage.rehearsal.state.question == nil, "It was outside of what catches everything.")
  }

  @Test func aLayerThatCatchesItsOwnLeavesTheRestToThoseBelow() throws {
    let stage = stage()
    stage.rehearsal.emit(.note("saved"))
    try stage.terminal.expect("title\nrow 0\nrow 1\nrow 2\nrow 3\n  bar          saved")
    stage.terminal.click(column: 0, row: 0)
    stage.terminal.click(column: 17, row: 5)
    #expect(stage.rehearsal.state.log == ["title", "item 1"])
  }

  @Test func clicksGoThroughALayerWhoseViewSaysSo() {
    let ui = UISpin(LayerTests.spin) { _, _ in
      Text("a long title").id(Area.title)
    } keys: {
      Click(Area.title, .log("title"))
    } layers: {
      Layer(when: { !$0.isBusy }, at: .aligned(.topLeading), catches: .itsOwn) { _, _ in
        Text("over").background(.blue).clickThrough()
      }
      Layer(when: \.isBusy, at: .aligned(.topLeading), catches: .itsOwn) { _, _ in Text("over") }
    }
    let stage = Scene(ui, columns: 20, rows: 3)
    stage.terminal.show()
    stage.terminal.click(column: 1, row: 0)
    #expect(stage.rehearsal.state.log == ["title"])
    stage.rehearsal.emit(.busy(true))
    stage.terminal.show()
    stage.terminal.click(column: 1, row: 0)
    #expect(stage.rehearsal.state.log == ["title"])
  }

  /// Two transitions: first the focus moves, then the click means what it means.
  @Test func aClickOnWhatHasNotTheFocusMovesItFirst() {
    let transitions = Transcript<String>()
    let rehearsal = LayerTests.ui.rehearse(
      on: .callersThread, columns: 20, rows: 6,
      options: RunOptions(observers: [
        Observer { transition in
          if let event = transition.event { transitions.append("\(event)") }
        }
      ]))
    _ = rehearsal.frame()
    for _ in 1...2 { rehearsal.input("\u{1B}[<0;2;6M\u{1B}[<0;2;6m".utf8) }
    #expect(rehearsal.state.focus.current == .bar)
    #expect(transitions.entries.count == 3)
    #expect(transitions.entries.first?.hasPrefix("focus(") == true)
    #expect(transitions.entries.dropFirst().allSatisfy { $0 == "log(\"bar\")" })
  }

  @Test func clicksAreCountedAndButtonsToldApart() {
    let time = ManualScheduler()
    let stage = Scene(LayerTests.ui, on: .callersThread(scheduler: time), columns: 20, rows: 6)
    stage.terminal.show()
    for _ in 1...3 { stage.terminal.click(column: 1, row: 0) }
    stage.rehearsal.input("\u{1B}[<2;1;1M\u{1B}[<2;1;1m".utf8)
    #expect(
      stage.rehearsal.state.log == ["title", "title, twice", "title", "title, right"])
  }

  @Test func theOrderOfDeclarationSaysWhatIsOnTop() throws {
    let ui = UISpin(LayerTests.spin) { _, _ in
      Text("bottom")
    } layers: {
      Layer(\.note, at: .aligned(.topLeading)) { text, _ in
        Text(text)
      } keys: {
        Key("x", help: "x", .log("first"))
      }
      Layer(when: \.isBusy, at: .aligned(.topLeading)) { _, _ in
        Text("top")
      } keys: {
        Key("x", help: "x", .log("second"))
      }
    }
    let stage = Scene(ui, columns: 20, rows: 2)
    stage.rehearsal.emit(.busy(true))
    stage.rehearsal.emit(.note("first"))
    stage.terminal.type("x")
    try stage.terminal.expect("topstm")
    stage.rehearsal.emit(.busy(false))
    stage.terminal.type("x")
    try stage.terminal.expect("firstm")
    #expect(stage.rehearsal.state.log == ["second", "first"])
  }

  @Test func aMenuLiesBelowItsButtonOrAboveItIfThereIsNoRoom() throws {
    func ui(_ row: Int) -> UISpin<Desk, Event> {
      UISpin(LayerTests.spin) { _, _ in
        for number in 0..<row { Text("\(number)") }
        Text("file").padding(Insets(leading: 3)).id(Area.menu)
      } layers: {
        Layer(when: { _ in true }, at: .below(Area.menu)) { _, _ in
          Choices(Choice(["open", "quit"]), axis: .vertical) { $0 }
        }
      }
    }
    try Scene(ui(0), columns: 12, rows: 5).terminal.expect("   file\n open\n quit")
    try Scene(ui(4), columns: 12, rows: 5).terminal.expect("0\n1\n open\n quit\n   file")
  }

  @Test func wordsWithoutAScreenAreThoseOfTheLayersToo() {
    let view = Dialog("remove") {
      Text("Tosca?")
    } buttons: {
      Choices(Choice([true, false])) { $0 ? "Yes" : "No" }
      Button("Later", id: "later")
    }
    #expect(view.plainLines() == ["remove", "Tosca?", "[Yes] No [Later]"])
  }

  @Test func whatWasPressedOnGetsTheDragAndIsToldIfItGoes() {
    let ui = UISpin(LayerTests.spin) { desk, _ in
      Text("above")
      if !desk.isBusy { Text("handle").id(Area.bar) }
    } keys: {
      Control(Area.bar) { (mouse: Mouse) in .log("\(mouse.action)") }
      Control.input { input in input.mouse.map { .log("elsewhere \($0.action)") } }
    }
    let stage = Scene(ui, columns: 20, rows: 4)
    stage.terminal.show()
    stage.rehearsal.input("\u{1B}[<0;1;2M\u{1B}[<32;9;4M".utf8)
    stage.rehearsal.emit(.busy(true))
    stage.terminal.show()
    stage.terminal.show()
    stage.rehearsal.input("\u{1B}[<32;9;1M".utf8)
    #expect(
      stage.rehearsal.state.log == [
        "press(SpinTTY.MouseEvent.Button.left)", "drag(SpinTTY.MouseEvent.Button.left)",
        "cancelled(SpinTTY.MouseEvent.Button.left)",
        "elsewhere drag(SpinTTY.MouseEvent.Button.left)",
      ])
  }

  @Test func aDragWhosePressNobodySawIsForTheControlsWithoutARegionOfTheLayerThere() {
    let ui = UISpin(LayerTests.spin) { _, _ in
      Text("below").id(Area.bar)
    } keys: {
      Control(Area.bar) { (mouse: AnyMouse) in .log("below \(mouse.name)") }
    } layers: {
      Layer(\.question) { _, _ in
        Text("sure?").id(Area.panel)
      } keys: {
        Control(Area.panel) { (mouse: AnyMouse) in .log("panel \(mouse.name)") }
        Control.input { input in input.mouse.map { _ in .log("layer") } }
      }
    }
    let stage = Scene(ui, columns: 20, rows: 3)
    stage.rehearsal.emit(.ask(1))
    stage.terminal.show()
    stage.rehearsal.input("\u{1B}[<32;10;2M\u{1B}[<0;10;2m".utf8)
    #expect(stage.rehearsal.state.log == ["layer", "layer"])
  }

  /// A program whose handle lies below a question, which is asked by an event.
  private func stageWithAHandle() -> Scene<Desk, Event> {
    let ui = UISpin(LayerTests.spin) { _, _ in
      Text("handle").id(Area.bar)
    } keys: {
      Control(Area.bar) { (mouse: AnyMouse) in .log("\(mouse.name)") }
    } layers: {
      Layer(\.question, at: .bottom) { question, _ in
        Text("sure?").id(Area.panel)
      } keys: {
        Control(Area.panel) { (mouse: AnyMouse) in .log("sure: \(mouse.name)") }
        Key(.clickOutside, help: "close", .ask(nil))
      }
    }
    let stage = Scene(ui, columns: 20, rows: 4)
    stage.terminal.show()
    return stage
  }

  @Test func aLayerThatComesDuringADragTellsWhatIsDraggedBelowIt() {
    let stage = stageWithAHandle()
    stage.rehearsal.input("\u{1B}[<0;1;1M\u{1B}[<32;4;1M".utf8)
    stage.rehearsal.emit(.ask(1))
    stage.terminal.show()
    stage.terminal.show()
    stage.rehearsal.input("\u{1B}[<32;5;1M\u{1B}[<0;5;1m".utf8)
    #expect(stage.rehearsal.state.log == ["press", "drag", "cancelled"])
    // The next press closes the layer, and is no press of the handle.
    stage.rehearsal.input("\u{1B}[<0;1;1M".utf8)
    stage.terminal.show()
    stage.rehearsal.input("\u{1B}[<32;2;1M\u{1B}[<0;2;1m".utf8)
    #expect(stage.rehearsal.state.log == ["press", "drag", "cancelled"])
    stage.rehearsal.input("\u{1B}[<0;1;1M\u{1B}[<32;2;1M\u{1B}[<0;2;1m".utf8)
    #expect(stage.rehearsal.state.log.suffix(3) == ["press", "drag", "release"])
  }

  @Test func aDragInTheTopmostLayerGoesOnWhateverComesBelow() {
    let stage = stageWithAHandle()
    stage.rehearsal.emit(.ask(1))
    stage.terminal.show()
    stage.rehearsal.input("\u{1B}[<0;10;4M".utf8)
    stage.terminal.show()
    stage.rehearsal.input("\u{1B}[<32;1;1M\u{1B}[<0;1;1m".utf8)
    #expect(stage.rehearsal.state.log == ["sure: press", "sure: drag", "sure: release"])
  }

  @Test func whatWasPressedInALayerDoesNotPassToItsNextLife() {
    let ui = UISpin(LayerTests.spin) { _, _ in
      Text("below")
    } keys: {
      Control.input { input in input.mouse.map { .log("elsewhere \($0.action)") } }
    } layers: {
      Layer(\.question, catches: .itsOwn) { question, _ in
        Text("handle").id(Area.panel)
      } keys: {
        Control(Area.panel) { (mouse: Mouse) in .log("\(mouse.action)") }
      }
    }
    let stage = Scene(ui, columns: 20, rows: 5)
    stage.rehearsal.emit(.ask(1))
    stage.terminal.show()
    // In the middle of the screen; the drag goes to its corner.
    stage.rehearsal.input("\u{1B}[<0;10;3M\u{1B}[<32;1;1M".utf8)
    stage.rehearsal.emit(.ask(nil))
    stage.rehearsal.emit(.ask(2))
    stage.terminal.show()
    stage.rehearsal.input("\u{1B}[<32;2;1M".utf8)
    #expect(
      stage.rehearsal.state.log == [
        "press(SpinTTY.MouseEvent.Button.left)", "drag(SpinTTY.MouseEvent.Button.left)",
        "elsewhere drag(SpinTTY.MouseEvent.Button.left)",
      ])
  }

  @Test func twoClicksOnDifferentThingsAtOnePlaceAreNoDoubleClick() {
    let ui = UISpin(LayerTests.spin) { desk, _ in
      if desk.isBusy { Text("stop").id(Area.yes) } else { Text("start").id(Area.bar) }
    } keys: {
      Click(Area.bar, .busy(true))
      Click(Area.yes, .log("one click"))
      Click(Area.yes, count: 2, .log("two clicks"))
    }
    let stage = Scene(
      ui, on: CallbackRuntime.callersThread(scheduler: ManualScheduler()), columns: 20, rows: 2)
    stage.terminal.show()
    stage.terminal.click(column: 0, row: 0)
    stage.terminal.show()
    stage.terminal.click(column: 0, row: 0)
    #expect(stage.rehearsal.state.log == ["one click"])
    stage.terminal.click(column: 0, row: 0)
    #expect(stage.rehearsal.state.log == ["one click", "two clicks"])
  }

  /// A control that takes all that the mouse does, by name.
  private struct AnyMouse: ControlAction {
    let name: String

    init?(_ input: ControlInput) {
      guard let mouse = input.mouse else { return nil }
      name = String("\(mouse.action)".prefix { $0 != "(" })
    }
  }

  /// A control that takes the mouse as it is.
  private struct Mouse: ControlAction {
    let action: MouseEvent.Action

    init?(_ input: ControlInput) {
      guard let mouse = input.mouse else { return nil }
      if case .release = mouse.action { return nil }
      action = mouse.action
    }
  }
}
