import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

/// A text control below layers that are not modal.
@Suite struct LayerTextTests {
  private struct Page: Equatable, Sendable {
    var query = TextInput.Model()
    var menu = Choice(["new", "newer"])
    var chosen: [String] = []
    var keys = 0
    var isModal = false
  }

  private enum Event: Sendable {
    case query(TextInput.Action), menu(Choice<String>.Action), key
  }

  private enum Area: Hashable, Sendable { case query, menu }

  private func stage(_ catches: Layer<Page, Event>.Catch, hasFocus: Bool) -> Scene<Page, Event> {
    let spin = Spin<Page, Event>(initialState: Page()) {
      Reducer { page, event in
        switch event {
        case .query(let action): page.query.reduce(action)
        case .menu(let action):
          if let chosen = page.menu.reduce(action) { page.chosen.append(chosen) }
        case .key: page.keys += 1
        }
      }
    }
    let isFocused: @Sendable (Page) -> any FocusValue = { _ in Focus(Area.menu) }
    let ui = UISpin(spin) { page, _ in
      TextInput(page.query).id(Area.query)
    } keys: {
      Control(Area.query) { .query($0) }
    } layers: {
      Layer(
        when: { _ in true }, at: .below(Area.query), catches: catches,
        focus: hasFocus ? isFocused : nil
      ) { page, _ in
        Choices(page.menu, axis: .vertical) { $0 }.id(Area.menu)
      } keys: {
        Control(Area.menu) { .menu($0) }
        Key("!", help: "mark", .key)
      }
    }
    return Scene(ui, columns: 20, rows: 6)
  }

  /// A blank chose the first suggestion, and the arrows of the text moved in the menu.
  @Test func suggestionsLeaveTextAndItsArrowsToTheTextBelow() {
    let stage = stage(.itsOwn, hasFocus: false)
    stage.terminal.show()
    stage.terminal.type("new a")
    #expect(stage.rehearsal.state.query.text == "new a")
    stage.terminal.type("\u{1B}[D\u{1B}[D.")
    #expect(stage.rehearsal.state.query.text == "new. a")
    #expect(stage.rehearsal.state.chosen == [])
    stage.terminal.type("\u{1B}[B")
    #expect(stage.rehearsal.state.menu.current == "newer")
    stage.terminal.type("\r")
    #expect(stage.rehearsal.state.chosen == ["newer"])
    // A key of the layer is its own.
    stage.terminal.type("!")
    #expect(stage.rehearsal.state.keys == 1 && stage.rehearsal.state.query.text == "new. a")
  }

  @Test func aLayerThatHasTheFocusOrIsModalTakesTheBlank() {
    for (catches, hasFocus) in [
      (Layer<Page, Event>.Catch.itsOwn, true), (.everything, false), (.everything, true),
    ] {
      let stage = stage(catches, hasFocus: hasFocus)
      stage.terminal.show()
      stage.terminal.type(" ")
      #expect(stage.rehearsal.state.chosen == ["new"], "\(catches) \(hasFocus)")
      #expect(stage.rehearsal.state.query.text == "")
    }
  }
}
