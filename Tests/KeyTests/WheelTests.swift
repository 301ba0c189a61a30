import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

/// The wheel over views that scroll within a view that scrolls.
@Suite struct WheelTests {
  private struct Page: Equatable, Sendable {
    var page = Scroll()
    var rows = Selection<Int>()
    var inner = Scroll()
    var text = TextArea.Model("one\ntwo\nthree\nfour\nfive")
    var log = LogView.Model()
  }

  private enum Event: Sendable {
    case page(Scroll.Action), rows(Selection<Int>.Action), inner(Scroll.Action)
    case text(TextArea.Action), log(LogView.Model.Action)
  }

  private enum Content: CaseIterable {
    case list, viewport, textArea, log
  }

  private static let lines = {
    var lines = LogView.Lines()
    for number in 0..<6 { lines.append("line \(number)") }
    return lines
  }()

  private enum Area: Hashable, Sendable { case page, inner }

  private func stage(_ content: Content, count: Int = 6) -> Scene<Page, Event> {
    let spin = Spin<Page, Event>(initialState: Page()) {
      Reducer { page, event in
        switch event {
        case .page(let action): page.page.reduce(action)
        case .rows(let action): page.rows.reduce(action, in: Array(0..<count))
        case .inner(let action): page.inner.reduce(action)
        case .text(let action): page.text.reduce(action)
        case .log(let action): page.log.reduce(action, in: Self.lines)
        }
      }
    }
    let ui = UISpin(spin) { page, _ in
      Viewport(page.page) {
        VStack {
          Text("top")
          inner(content, of: page, count: count).frame(height: .fixed(3)).id(Area.inner)
          for number in 0..<9 { Text("below \(number)") }
        }
      }.id(Area.page)
    } keys: {
      switch content {
      case .list: Control(Area.inner) { .rows($0) }
      case .viewport: Control(Area.inner) { .inner($0) }
      case .textArea: Control(Area.inner) { .text($0) }
      case .log: Control(Area.inner) { .log($0) }
      }
      Control(Area.page) { .page($0) }
    }
    return Scene(ui, columns: 20, rows: 6)
  }

  private func inner(_ content: Content, of page: Page, count: Int) -> any View {
    switch content {
    case .list: List(Array(0..<count), page.rows) { Text("line \($0)") }
    case .viewport:
      Viewport(page.inner) { Text((0..<count).map { "line \($0)" }.joined(separator: "\n")) }
    case .textArea: TextArea(page.text)
    case .log: LogView(Self.lines, page.log)
    }
  }

  @Test(arguments: Content.allCases)
  private func atTheLastRowTheWheelIsLeftToTheViewAround(_ content: Content) {
    let stage = stage(content)
    stage.terminal.show()
    // A log follows its tail, and a text area its cursor.
    let beginsAtEnd = content == .log || content == .textArea
    stage.terminal.scroll(beginsAtEnd ? -1 : 1, column: 2, row: 2)
    stage.terminal.show()
    #expect(stage.rehearsal.state.page.row == 0, "The rows were scrolled.")
    let shown = stage.terminal.terminal.text
    stage.terminal.scroll(beginsAtEnd ? -1 : 1, column: 2, row: 2)
    stage.terminal.show()
    if beginsAtEnd {
      #expect(stage.terminal.terminal.text == shown, "Both are at their first row.")
      stage.terminal.scroll(1, column: 2, row: 2)
      stage.terminal.show()
      stage.terminal.scroll(1, column: 2, row: 2)
    }
    #expect(stage.rehearsal.state.page.row == 3)
    stage.terminal.show()
    // Back up: first the page, which has moved under the mouse, and then the rows.
    stage.terminal.scroll(-1, column: 2, row: 5)
    stage.terminal.show()
    #expect(stage.rehearsal.state.page.row == 0)
    let before = stage.terminal.terminal.text
    stage.terminal.scroll(-1, column: 2, row: 2)
    stage.terminal.show()
    #expect(stage.rehearsal.state.page.row == 0 && stage.terminal.terminal.text != before)
  }

  @Test(arguments: [0, 1, 3]) func rowsThatAllFitTakeNoWheel(_ count: Int) {
    for content in [Content.list, .viewport] {
      let stage = stage(content, count: count)
      stage.terminal.show()
      stage.terminal.scroll(1, column: 2, row: 2)
      #expect(stage.rehearsal.state.page.row == 3, "\(content)")
    }
  }

  @Test func rowsWithoutADeclaredFirstRowTakeTheWheelAsEver() {
    struct Rows: View {
      func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
        Size(columns: 4, rows: 2)
      }
      func draw(into surface: Surface, in environment: ViewEnvironment) {
        surface.declareContent(Size(columns: 4, rows: 9), page: surface.size)
      }
    }
    let spin = Spin<[Scroll.Action], Scroll.Action>(initialState: []) { Reducer { $0.append($1) } }
    let ui = UISpin(spin) { _, _ in
      Rows().id(1)
    } keys: {
      Control(1) { $0 }
    }
    let stage = Scene(ui, columns: 4, rows: 2)
    stage.terminal.show()
    stage.terminal.scroll(-1, column: 1, row: 1)
    #expect(stage.rehearsal.state == [.scroll(-3, limit: 7)])
  }
}
