import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

/// A menu of a choice, which the state has while it is open.
@Suite struct MenuTests {
  private struct Page: Equatable, Sendable {
    var menu: Choice<Int>?
    var chosen: [Int] = []
  }

  private enum Event: Sendable { case open, menu(Choice<Int>.Action) }

  private func stage(_ title: String? = nil) -> Scene<Page, Event> {
    let spin = Spin<Page, Event>(initialState: Page()) {
      Reducer { page, event in
        switch event {
        case .open: page.menu = Choice([1, 2, 3], current: 2, disabled: [3])
        case .menu(let action): if let chosen = page.menu.reduce(action) { page.chosen += [chosen] }
        }
      }
    }
    let ui = UISpin(spin) { _, _ in
      Text("page")
      Spacer()
      Help()
    } keys: {
      Key("o", help: "open", .open)
    } layers: {
      Layer.menu(\.menu, option: { "option \($0)" }, titled: title) { .menu($0) }
    }
    return Scene(ui, columns: 40, rows: 9)
  }

  @Test func aMenuIsOpenUntilAnOptionIsChosenOrItIsClosed() {
    let stage = stage()
    func press(_ keys: String) -> Page {
      stage.terminal.show()
      stage.terminal.type(keys)
      return stage.rehearsal.state
    }
    #expect(press("o").menu?.current == 2)
    #expect(press("\u{1B}[A").menu?.current == 1)
    #expect(press("\r") == Page(chosen: [1]))
    #expect(press("o").menu != nil)
    #expect(press("\u{1B}[27u") == Page(chosen: [1]))
    // A click chooses, one outside closes, and one on a disabled option does neither.
    _ = press("o")
    stage.terminal.show()
    stage.terminal.click(column: 18, row: 5)
    #expect(stage.rehearsal.state.menu != nil)
    stage.terminal.click(column: 18, row: 4)
    #expect(stage.rehearsal.state == Page(chosen: [1, 2]))
    _ = press("o")
    stage.terminal.show()
    stage.terminal.click(column: 0, row: 0)
    #expect(stage.rehearsal.state == Page(chosen: [1, 2]))
    // Without a menu, an action of one has no effect.
    stage.rehearsal.emit(.menu(.choose(1)))
    #expect(stage.rehearsal.state == Page(chosen: [1, 2]))
  }

  @Test func aMenuWithATitleIsADialog() throws {
    let stage = stage("choose")
    stage.terminal.show()
    stage.terminal.type("o")
    try stage.terminal.expect(
      """
      page
      ╭─ choose ─────────────────────────────╮
      │                                      │
      │  option 1                            │
      │  option 2                            │
      │  option 3                            │
      │                                      │
      ╰─ ↑↓←→ move  enter choose  esc close ─╯
       ↑↓←→ move  enter choose  esc close
      """)
  }
}
