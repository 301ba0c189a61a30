import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

@Suite struct TreeInputTests {
  private struct Node: Identifiable, Equatable, Sendable {
    let id: String
    var children: [Node] = []
  }

  /// A tree below a title, in which the user goes about.
  private struct Files: Equatable, Sendable {
    var roots = [
      Node(id: "a", children: [Node(id: "b", children: [Node(id: "c")]), Node(id: "d")]),
      Node(id: "e", children: [Node(id: "f")]),
      Node(id: "g"),
    ]
    var tree = Tree<Node>.Model()
    var activated: String?

    enum Event: Equatable, Sendable {
      case tree(Tree<Node>.Action)
      case reverse
    }

    static var ui: UISpin<Files, Event> {
      UISpin(
        Spin<Files, Event>(initialState: Files()) {
          Reducer { files, event in
            switch event {
            case .tree(let action):
              let outcome = files.tree.reduce(action, in: files.roots, children: \.children)
              if case .activated(let id) = outcome { files.activated = id }
            case .reverse: files.roots.reverse()
            }
          }
        }
      ) { files, _ in
        Text("title")
        Tree(files.roots, files.tree) {
          $0.children
        } row: {
          Text($0.id)
        }.scrollbar().id("tree")
      } keys: {
        Control("tree") { .tree($0) }
      }
    }
  }

  private let right = "\u{1B}[C"
  private let left = "\u{1B}[D"
  private let down = "\u{1B}[B"

  @Test func arrowsOpenAndCloseAndGoInAndOut() throws {
    let stage = Scene(Files.ui, columns: 12, rows: 6)
    stage.terminal.show()
    stage.terminal.type(right + right + right + right)
    try stage.terminal.expect(
      """
      title
      ▾ a        ┃
      ├─▾ b      ┃
      │ └── c    ┃
      └── d      ┃
      ▸ e        │
      """)
    #expect(stage.rehearsal.state.tree.selection.id == "c")
    stage.terminal.type("\r")
    #expect(stage.rehearsal.state.activated == "c")
    stage.terminal.type(left + left + left + left)
    #expect(stage.rehearsal.state.tree == Tree<Node>.Model(Selection("a")))
    stage.terminal.type(down + " " + "*")
    #expect(stage.rehearsal.state.tree.open == ["e", "a"])
    #expect(stage.rehearsal.state.tree.selection.id == "e")
  }

  @Test func aClickOnTheMarkOpensARowAndOneBesideItSelects() {
    let stage = Scene(Files.ui, columns: 12, rows: 8)
    stage.terminal.show()
    stage.terminal.click(column: 0, row: 1)
    #expect(stage.rehearsal.state.tree.open == ["a"])
    stage.terminal.show()
    stage.terminal.click(column: 2, row: 2)
    #expect(stage.rehearsal.state.tree.open == ["a", "b"])
    #expect(stage.rehearsal.state.tree.selection.id == "a")
    stage.terminal.show()
    stage.terminal.click(column: 4, row: 3)
    #expect(stage.rehearsal.state.tree.selection.id == "c", "A leaf has no mark.")
    stage.terminal.click(column: 2, row: 1)
    #expect(stage.rehearsal.state.tree.selection.id == "a")
    #expect(stage.rehearsal.state.tree.open == ["a", "b"])
  }

  /// The row that was clicked is the row that was seen.
  @Test func aClickMeansNoStrangerIfTheNodesMovedSinceTheFrame() {
    let stage = Scene(Files.ui, columns: 12, rows: 6)
    stage.terminal.show()
    stage.rehearsal.emit(.reverse)
    stage.terminal.click(column: 0, row: 1)
    #expect(stage.rehearsal.state.tree.open == ["a"])
    stage.terminal.click(column: 3, row: 2)
    #expect(stage.rehearsal.state.tree.selection.id == "e")
  }
}
