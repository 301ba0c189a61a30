import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

/// Tab and the wheel in a viewport that shows a part of a form.
@Suite struct ViewportFocusTests {
  private struct Page: Equatable, Sendable {
    var focus = Focus(0)
    var scroll = Scroll()
    var texts = (0..<9).map { _ in TextInput.Model() }
  }

  private enum Event: Sendable {
    case focus(Focus<Int>.Action), scroll(Scroll.Action), text(Int, TextInput.Action)
  }

  private func stage() -> Scene<Page, Event> {
    let spin = Spin<Page, Event>(initialState: Page()) {
      Reducer { page, event in
        switch event {
        case .focus(let action): page.focus.reduce(action)
        case .scroll(let action): page.scroll.reduce(action)
        case .text(let field, let action): page.texts[field].reduce(action)
        }
      }
    }
    let ui = UISpin(spin, focus: \.focus) { page, _ in
      Viewport(page.scroll) {
        Form(spacing: 0) {
          for field in 0..<9 { Field("\(field)") { TextInput(page.texts[field]).id(field) } }
        }
      }.id("page")
    } keys: {
      for field in 0..<9 { Control(field) { .text(field, $0) } }
      Control("page") { .scroll($0) }
      Control.focus { .focus($0) }
    }
    let stage = Scene(ui, columns: 12, rows: 4)
    stage.terminal.show()
    return stage
  }

  @Test func tabReachesTheFieldsBelowTheFoldAndTheViewportShowsThem() throws {
    let stage = stage()
    for field in 0..<9 { stage.type("x\(field)", "\t") }
    #expect(stage.rehearsal.state.texts.map(\.text) == (0..<9).map { "x\($0)" })
    #expect(stage.rehearsal.state.focus.current == 0)
    try stage.terminal.expect("0  ▌x0\n1  ▌x1\n2  ▌x2\n3  ▌x3")
    stage.type("\t", "\t", "\t", "\t", "y")
    try stage.terminal.expect("2  ▌x2\n3  ▌x3\n4  ▌x4y\n5  ▌x5")
    #expect(stage.rehearsal.state.scroll == Scroll(), "The position of the program is its own.")
  }

  @Test func typedAheadTabsGoThroughTheFieldsBelowTheFold() {
    let stage = stage()
    stage.terminal.type((0..<9).map { "x\($0)\t" }.joined())
    stage.terminal.show()
    #expect(stage.rehearsal.state.texts.map(\.text) == (0..<9).map { "x\($0)" })
  }

  @Test func theWheelScrollsOnFromWhatIsSeenAndAwayFromTheFocus() throws {
    let stage = stage()
    stage.type("\t", "\t", "\t", "\t", "y")
    try stage.terminal.expect("2  ▌\n3  ▌\n4  ▌y\n5  ▌")
    stage.terminal.scroll(1, column: 1, row: 1)
    stage.terminal.show()
    try stage.terminal.expect("5  ▌\n6  ▌\n7  ▌\n8  ▌")
    stage.terminal.scroll(-1, column: 1, row: 1)
    stage.terminal.show()
    try stage.terminal.expect("2  ▌\n3  ▌\n4  ▌y\n5  ▌")
    stage.type("\t")
    try stage.terminal.expect("2  ▌\n3  ▌\n4  ▌y\n5  ▌")
    #expect(stage.rehearsal.state.focus.current == 5)
  }

  @Test func aClickMovesNoRows() throws {
    let stage = stage()
    stage.type("\t", "\t", "\t", "\t")
    try stage.terminal.expect("2  ▌\n3  ▌\n4  ▌\n5  ▌")
    stage.terminal.click(column: 5, row: 0)
    stage.terminal.show()
    try stage.terminal.expect("2  ▌\n3  ▌\n4  ▌\n5  ▌")
    #expect(stage.rehearsal.state.focus.current == 2)
  }
}
