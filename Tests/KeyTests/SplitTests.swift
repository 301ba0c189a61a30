import Foundation
import SpinCallbacks
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

@testable import SpinTTY

/// Two views with a divider, a menu at the pointer, and a hint.
@Suite struct SplitTests {
  private struct Desk: Sendable {
    var panes = Split.Model(0.25)
    var focus = Focus("panes")
    var menu: Choice<String>?
  }

  private enum Event: Sendable {
    case panes(Split.Action), focus(Focus<String>.Action), open, menu(Choice<String>.Action), close
  }

  private static func ui(_ axis: Axis = .horizontal) -> UISpin<Desk, Event> {
    let spin = Spin<Desk, Event>(initialState: Desk()) {
      Reducer { desk, event in
        switch event {
        case .panes(let action): desk.panes.reduce(action)
        case .focus(let action): desk.focus.reduce(action)
        case .open: desk.menu = Choice(["Cut", "Copy"])
        case .menu(let action): if desk.menu?.reduce(action) != nil { desk.menu = nil }
        case .close: desk.menu = nil
        }
      }
    }
    var options = UIOptions.fullScreen
    options.mouse = .drags
    return UISpin(spin, options: options, focus: { $0.focus }) { desk, _ in
      Split(desk.panes, axis: axis) {
        Text("one one one")
      } second: {
        Button("two", id: "two").hint("The second view")
      }
      .id("panes")
    } keys: {
      Control("panes") { .panes($0) }
      Control.focus { .focus($0) }
      Key("m", .click("panes", .right), help: "menu", .open)
      Key.hint(.f(1), help: "what is this")
    } layers: {
      Layer(\.menu, at: .pointer) { menu, _ in
        Choices(menu, axis: .vertical) { $0 }.id("menu")
      } keys: {
        Control("menu") { .menu($0) }
        Key(.escape, .clickOutside, help: "close", .close)
      }
    }
  }

  private func mouse(_ terminal: ScriptedTerminal, _ code: Int, _ column: Int, _ row: Int = 0) {
    terminal.type("\u{1B}[<\(code);\(column + 1);\(row + 1)M")
  }

  /// Where the divider is in the first row, and whether it has the look of the focus.
  private func divider(_ stage: Scene<Desk, Event>) -> String {
    stage.terminal.show()
    let row = stage.terminal.terminal.text.split(separator: "\n").first ?? ""
    let column = row.firstIndex { "┃│".contains($0) }
    return column.map { "\(row[$0])\(row.distance(from: row.startIndex, to: $0))" } ?? "none"
  }

  @Test func theDividerMovesByKeysAndByTheMouse() throws {
    let stage = Scene(Self.ui(), columns: 25, rows: 2)
    #expect(divider(stage) == "┃6")
    stage.terminal.type("\u{1B}[C\u{1B}[1;2C")
    #expect(divider(stage) == "┃9", "Shift moves it by a tenth.")
    mouse(stage.terminal, 0, 9, 1)
    mouse(stage.terminal, 32, 14, 5)
    #expect(divider(stage) == "┃14", "The drag goes on beside the divider.")
    mouse(stage.terminal, 32, 40)
    #expect(divider(stage) == "┃23", "The second view keeps a cell.")
    mouse(stage.terminal, 32, 0)
    #expect(divider(stage) == "┃1")
    stage.terminal.type("\u{1B}[<0;1;1m\u{1B}[D\t")
    #expect(divider(stage) == "│1")
    stage.terminal.type("\u{1B}[C\u{1B}[Z\u{1B}[A\u{1B}[C")
    #expect(divider(stage) == "┃2", "Only with the focus, and along its axis.")
    mouse(stage.terminal, 0, 5, 1)
    mouse(stage.terminal, 32, 9, 1)
    #expect(divider(stage) == "┃2", "What was pressed elsewhere drags nothing.")
    stage.terminal.resize(columns: 2, rows: 2)
    #expect(divider(stage) == "none", "There is no room for both.")
    let tall = Scene(Self.ui(.vertical), columns: 11, rows: 5)
    try tall.terminal.expect("one one one\n━━━━━━━━━━━\n  two")
    tall.terminal.type("\u{1B}[B\u{1B}[C")
    try tall.terminal.expect("one one one\n\n━━━━━━━━━━━\n  two")
    tall.terminal.press(.up)
    tall.terminal.show()
    #expect(tall.terminal.frameBytes < 120)
  }

  /// Its divider moved the outer split.
  @Test func aSplitInsideWithoutAnIDDoesNotMove() {
    let canvas = Canvas(size: Size(columns: 21, rows: 11))
    Split(Split.Model()) {
      Text("one")
    } second: {
      Split(Split.Model(), axis: .vertical) {
        Text("two")
      } second: {
        Split(Split.Model()) {
          Text("three")
        } second: {
          Text("four")
        }.id("own")
      }
    }
    .id("panes").show(on: canvas)
    let dividers = canvas.frame.regions.compactMap { $0.id(as: DividerID.self) }
    #expect(Set(dividers.map(\.split)) == [RegionKey("panes"), RegionKey("own")])
    #expect(dividers.map(\.axis) == [.horizontal, .horizontal])
  }

  @Test func aPositionHasNoSenseOnlyWithinItsBounds() throws {
    #expect([-3, .nan, 7, 0.25].map { Split.Model($0).share } == [0, 0.5, 1, 0.25])
    for action in [
      Split.Action.place(.min, of: 0), .place(.max, of: 3), .place(3, of: .max),
      .step(.max, of: .max), .step(.min, of: 0),
    ] {
      var model = Split.Model()
      model.reduce(action)
      #expect((0...1).contains(model.share))
      let copy = try JSONDecoder().decode(Split.Model.self, from: JSONEncoder().encode(model))
      #expect(copy == model)
    }
    for length in 2...40 {
      for cells in 1..<length {
        var model = Split.Model()
        model.reduce(.place(cells, of: length))
        #expect(model.cells(of: length) == cells)
      }
    }
  }

  @Test func aMenuOpensAtThePointerOrAtTheFocus() throws {
    func place(_ stage: Scene<Desk, Event>) throws -> [Int] {
      stage.terminal.show()
      let rows = stage.terminal.terminal.text.split(
        separator: "\n", omittingEmptySubsequences: false)
      let row = try #require(rows.firstIndex { $0.contains("Cut") })
      let start = try #require(rows[row].firstRange(of: "Cut")).lowerBound
      return [rows[row].distance(from: rows[row].startIndex, to: start), row]
    }
    let stage = Scene(Self.ui(), columns: 30, rows: 8)
    stage.terminal.show()
    mouse(stage.terminal, 2, 3, 2)
    let first = try place(stage)
    #expect(first[1] == 3, "It is below the pointer.")
    stage.terminal.type("\u{1B}[27u")
    stage.terminal.show()
    mouse(stage.terminal, 2, 20, 2)
    let second = try place(stage)
    #expect(second == [first[0] + 17, 3])
    stage.terminal.type("\u{1B}[27u")
    stage.terminal.show()
    mouse(stage.terminal, 2, 29, 7)
    let third = try place(stage)
    #expect(third[1] == 5 && third[0] < 29, "At an edge, it lies above.")
    stage.terminal.type("\u{1B}[27u\tm")
    let fourth = try place(stage)
    #expect(fourth[1] == 1 && fourth[0] > 7, "After a key, it is below the button.")
  }

  @Test func aHintIsShownAtTheFocusUntilTheNextKey() throws {
    let stage = Scene(Self.ui(), columns: 30, rows: 6)
    func isShown() -> Bool {
      stage.terminal.show()
      return stage.terminal.terminal.text.contains("The second view")
    }
    stage.terminal.show()
    stage.terminal.type("\u{1B}OP")
    #expect(!isShown(), "The split has none.")
    stage.terminal.type("\t\u{1B}OP")
    #expect(isShown())
    stage.terminal.type("\u{1B}OP")
    #expect(!isShown(), "The key hides it.")
    stage.terminal.type("\u{1B}OP")
    #expect(isShown())
    stage.terminal.type("\u{1B}[27u")
    #expect(!isShown(), "Escape as well.")
    stage.terminal.type("\u{1B}OP\u{1B}[Z\u{1B}[C")
    #expect(!isShown() && divider(stage) == "┃8", "Any other key has its effect.")
  }
}
