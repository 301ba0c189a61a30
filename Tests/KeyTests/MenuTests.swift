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

  /// The title of the current option is the widest one, and it has room for its mark.
  @Test(arguments: [nil, "size"])
  func aMenuBelowAFramedControlHasRoomForItsMark(_ title: String?) throws {
    let spin = Spin<Page, Event>(initialState: Page(menu: Choice([1, 222_222], current: 222_222))) {
      Reducer { _, _ in }
    }
    var options = UIOptions.inline
    options.density = .regular
    let ui = UISpin(spin, options: options) { _, _ in
      Select(Choice([1, 222_222], current: 222_222)) { "\($0)" }.id("size")
      Spacer()
    } layers: {
      Layer.menu(\.menu, option: { "\($0)" }, titled: title, at: .below("size")) { .menu($0) }
    }
    let stage = Scene(ui, columns: 40, rows: 9)
    stage.terminal.show()
    let select = "╭───────────╮\n│ 222222  ▾ │\n╰───────────╯\n"
    // The titles are below the text, and a border is below the frame.
    let bare = "  1\n  222222  ✓"
    let dialog = """
      ╭─ size ─────────────────────────────╮
      │                                    │
      │  1                                 │
      │  222222                         ✓  │
      │                                    │
      ╰─ ↑↓ move  enter choose  esc close ─╯
      """
    try stage.terminal.expect(select + (title == nil ? bare : dialog))
  }

  @Test func oneOfTwoOptionsWithTheSameTitleIsMarked() throws {
    let spin = Spin<Page, Event>(initialState: Page(menu: Choice([1, 2, 3], current: 3))) {
      Reducer { _, _ in }
    }
    let ui = UISpin(spin) { _, _ in
      Select(Choice([1, 2, 3], current: 2)) { $0 < 3 ? "same" : "3" }.id("size")
      Spacer()
    } layers: {
      Layer.menu(\.menu, option: { $0 < 3 ? "same" : "3" }, at: .below("size")) { .menu($0) }
    }
    let stage = Scene(ui, columns: 40, rows: 5)
    stage.terminal.show()
    try stage.terminal.expect("▌same  ▾\n same\n same  ✓\n 3")
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
