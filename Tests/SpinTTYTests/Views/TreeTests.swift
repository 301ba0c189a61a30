import Testing

@testable import SpinTTY

/// A node of the trees of these tests.
struct Folder: Identifiable, Equatable, Sendable {
  let id: String
  var children: [Folder] = []

  init(_ id: String, _ children: [Folder] = []) {
    self.id = id
    self.children = children
  }

  static let some = [
    Folder(
      "Sources",
      [
        Folder("Core", [Folder("Loop"), Folder("Engine", [Folder("Record")])]),
        Folder("漢字"),
      ]),
    Folder("README"),
    Folder("Tests", [Folder("All")]),
  ]
}

@Suite struct TreeTests {
  private typealias Model = Tree<Folder>.Model

  @Test func childrenThatAreNotThereAreAwaitedAndTriedAgain() {
    var model = Tree<Folder>.Model(Selection("Tests"))
    var tests: [Folder]?
    func children(_ folder: Folder) -> [Folder]? { folder.id == "Tests" ? tests : folder.children }
    func shown() -> String {
      picture(40, 4) {
        Tree(Folder.some, model, children: children) { Text($0.id, wrapping: .none) }
      }
    }
    func reduce(_ action: Tree<Folder>.Action) -> Tree<Folder>.Outcome {
      model.reduce(action, in: Folder.some, children: children)
    }
    func missing() -> [String] { model.missing(in: Folder.some, children: children).map(\.id) }
    #expect(shown() == "▸ Sources\n  README\n▸ Tests")
    #expect(missing() == [])
    #expect(reduce(.open()) == .opened(["Tests"]))
    #expect(shown() == "▸ Sources\n  README\n▾ Tests loading")
    #expect(missing() == ["Tests"])
    #expect(reduce(.open()) == .nothing)
    model.fail("Tests", "It is locked")
    #expect(shown() == "▸ Sources\n  README\n▾ Tests It is locked; enter tries again")
    #expect(missing() == [])
    #expect(reduce(.rows(.activate("Tests"))) == .opened(["Tests"]))
    #expect(missing() == ["Tests"])
    #expect(reduce(.close()) == .closed("Tests"))
    #expect(missing() == [])
    #expect(reduce(.rows(.activate("Tests"))) == .opened(["Tests"]))
    tests = [Folder("All")]
    #expect(shown() == "▸ Sources\n  README\n▾ Tests\n└── All")
    tests = []
    #expect(shown() == "▸ Sources\n  README\n  Tests")
  }

  /// A row that was closed when it failed said so after it was opened, and was not tried.
  @Test func aRowThatFailedWhileItWasClosedIsTriedWhenItIsOpened() {
    func children(_ folder: Folder) -> [Folder]? { nil }
    func missing(_ model: Model) -> [String] {
      model.missing(in: Folder.some, children: children).map(\.id)
    }
    var model = Model(Selection("Tests"))
    for open in [.toggle(), .open(), .openSiblings, .rows(.activate("Tests"))]
      as [Tree<Folder>.Action]
    {
      model.open = []
      model.fail("Tests", "It is locked")
      model.reduce(open, in: Folder.some, children: children)
      #expect(missing(model).contains("Tests"), "\(open)")
    }
    model.fail("Tests", "It is locked")
    #expect(!missing(model).contains("Tests"))
    model.open.insert("Sources")
    #expect(!missing(model).contains("Tests"), "It was open already.")
    model.open.remove("Tests")
    model.open.insert("Tests")
    #expect(missing(model).contains("Tests"), "It was closed meanwhile.")
  }

  /// Rows deeper than the tree was wide had neither mark nor text.
  @Test func howeverDeepARowIsItsContentIsShown() {
    let deepest = (0..<30).reversed().reduce(Folder("leaf")) { Folder("row \($1)", [$0]) }
    let model = Model(open: Set((0..<30).map { "row \($0)" }))
    func rows(_ columns: Int) -> [Substring] {
      picture(columns, 31) {
        Tree([deepest], model) {
          $0.children
        } row: {
          Text($0.id, wrapping: .none)
        }
      }.split(separator: "\n")
    }
    let shown = rows(20)
    #expect(shown[0] == "▾ row 0" && shown[1] == "└─▾ row 1")
    #expect(shown[6...].dropLast().allSatisfy { $0.hasPrefix("          └─▾ row ") })
    #expect(shown.last == "          └── leaf")
    #expect(rows(80)[18].hasPrefix(String(repeating: " ", count: 34) + "└─▾ row 18"))
    for columns in 1...12 {
      #expect(rows(columns).count == 31)
    }
  }

  private func view(_ model: Tree<Folder>.Model) -> Tree<Folder> {
    Tree(Folder.some, model) {
      $0.children
    } row: {
      Text($0.id, wrapping: .none)
    }
  }

  @discardableResult
  private func reduce(
    _ model: inout Tree<Folder>.Model, _ actions: Tree<Folder>.Action...
  ) -> Tree<Folder>.Outcome {
    actions.reduce(.nothing) { model.reduce($1, in: Folder.some, children: \.children) }
  }

  @Test func linesLeadFromARowToItsParent() {
    let model = Model(open: ["Sources", "Core", "Engine", "Record", "gone"])
    let drawn = picture(20, 9) { view(model) }
    #expect(
      drawn == """
        ▾ Sources
        ├─▾ Core
        │ ├── Loop
        │ └─▾ Engine
        │   └── Record
        └── 漢字
          README
        ▸ Tests
        """)
  }

  @Test func inASCIITheMarksArePlusAndMinus() {
    let drawn = picture(20, 9, in: .ascii) { view(Model(open: ["Sources", "Core"])) }
    #expect(
      drawn == """
        - Sources
        | - Core
        | |   Loop
        | ` + Engine
        `   漢字
          README
        + Tests
        """)
  }

  @Test func inWordsItIsIndentedAndSaysWhatIsOpen() {
    let said = ViewList([view(Model(Selection("Core"), open: ["Sources"]))])
    #expect(
      said.plainLines(width: 40, in: ViewEnvironment())
        == ["  - Sources", ">   + Core", "      漢字", "    README", "  + Tests"])
  }

  @Test func itIsCutToItsRoom() {
    let model = Model(open: ["Sources", "Core", "Engine"])
    #expect(picture(5, 5) { view(model) } == "▾ So…\n├─▾ …\n├── …\n└─▾ …\n└── …")
    #expect(picture(1, 1) { view(model) } == "▾")
    #expect(
      picture(9, 2) {
        Tree([Folder](), Model()) {
          $0.children
        } row: {
          Text($0.id)
        }
      } == "")
  }

  @Test func theRightArrowOpensARowAndThenGoesIntoIt() {
    var model = Model()
    #expect(reduce(&model, .open()) == .opened(["Sources"]))
    #expect(model.selection.index(in: rows(model)) == 0)
    #expect(reduce(&model, .open()) == .selected)
    #expect(model.selection.id == "Core")
    #expect(reduce(&model, .open(), .open()) == .selected)
    #expect(model.selection.id == "Loop")
    #expect(reduce(&model, .open()) == .nothing, "A leaf.")
    #expect(model.open == ["Sources", "Core"])
  }

  @Test func theLeftArrowClosesARowAndThenGoesToItsParent() {
    var model = Model(Selection("Record"), open: ["Sources", "Core", "Engine"])
    #expect(reduce(&model, .close()) == .selected)
    #expect(model.selection.id == "Engine")
    #expect(reduce(&model, .close()) == .closed("Engine"))
    #expect(reduce(&model, .close()) == .selected)
    #expect(model.selection.id == "Core")
    #expect(reduce(&model, .close(), .close(), .close()) == .closed("Sources"))
    #expect(reduce(&model, .close()) == .nothing, "At the top.")
    #expect(model.open.isEmpty && model.selection.id == "Sources")
  }

  @Test func enterOpensAndClosesWhatHasChildrenAndActivatesALeaf() {
    var model = Model()
    #expect(reduce(&model, .rows(.activate())) == .opened(["Sources"]))
    #expect(reduce(&model, .rows(.activate())) == .closed("Sources"))
    #expect(reduce(&model, .rows(.activate("README"))) == .activated("README"))
    #expect(reduce(&model, .toggle()) == .nothing)
    #expect(reduce(&model, .toggle("gone")) == .nothing)
    #expect(reduce(&model, .rows(.activate("Tests"))) == .opened(["Tests"]))
    #expect(model.selection.id == "Tests", "A double click selects.")
  }

  @Test func closingARowAboveTheSelectedOneSelectsIt() {
    var model = Model(Selection("Record"), open: ["Sources", "Core", "Engine"])
    #expect(reduce(&model, .toggle("Core")) == .closed("Core"))
    #expect(model.selection.id == "Core")
    #expect(reduce(&model, .toggle("Core")) == .opened(["Core"]))
    #expect(model.open.contains("Engine"), "It is open as before.")
  }

  @Test func openingARowElsewhereKeepsTheSelectedOne() {
    var model = Model(Selection(index: 1))
    #expect(reduce(&model, .toggle("Sources")) == .opened(["Sources"]))
    #expect(model.selection.id == "README" && model.selection.index == 3)
  }

  @Test func starOpensAllRowsOfOneParent() {
    var model = Model()
    #expect(reduce(&model, .openSiblings) == .opened(["Sources", "Tests"]))
    #expect(reduce(&model, .openSiblings) == .nothing)
    #expect(reduce(&model, .rows(.select("漢字")), .openSiblings) == .opened(["Core"]))
    #expect(model.open == ["Sources", "Tests", "Core"])
  }

  @Test func keysAndClicksMakeActions() {
    typealias Action = Tree<Folder>.Action
    let page = Size(columns: 9, rows: 5)
    #expect(Action.of(.right, page: page) == .open(of: 5))
    #expect(Action.of(.left, page: page) == .close(of: 5))
    #expect(Action.of(.space, page: page) == .toggle(of: 5))
    #expect(Action.of("*", page: page) == .openSiblings)
    #expect(Action.of(.enter, page: page) == .rows(.activate()))
    #expect(Action.of(.end, page: page) == .rows(.move(.max, of: 5)))
    #expect(Action.of(.pageDown, page: page) == .rows(.page(1, of: 5)))
    #expect(Action.of(.tab, page: page) == nil)
  }

  /// Notes which nodes are asked for their children.
  private final class Asked {
    var nodes: [Int] = []
  }

  private struct Node: Identifiable, Sendable {
    let id: Int
  }

  @Test func closedRowsAreAskedForTheirChildrenOnlyIfTheyCanBeSeen() {
    let asked = Asked()
    let roots = (0..<100_000).map { Node(id: $0) }
    func children(_ node: Node) -> [Node] {
      asked.nodes.append(node.id)
      return [Node(id: node.id + 1_000_000)]
    }
    var model = Tree<Node>.Model(Selection(500, index: 500, offset: 498), open: [7])
    let drawn = picture(12, 3) {
      Tree(roots, model, children: children) { Text("\($0.id)") }
    }
    #expect(drawn == "▸ 498\n▸ 499\n▸ 500")
    #expect(asked.nodes == [7, 498, 499, 500], "The open row once, and those on the screen.")
    asked.nodes = []
    model.reduce(.rows(.move(1)), in: roots, children: children)
    #expect(asked.nodes == [7])
  }

  @Test func aNodeInItselfHasAnEnd() {
    let model = Tree<Node>.Model(open: [1])
    let drawn = picture(12, 5) {
      Tree([Node(id: 1)], model) { _ in
        [Node(id: 1)]
      } row: {
        Text("\($0.id)")
      }
    }
    #expect(drawn == "▾ 1\n└─▸ 1")
  }

  private func rows(_ model: Tree<Folder>.Model) -> Rows<String> {
    TreeOutline(Folder.some, open: model.open) { $0.children }.ids
  }
}
