import Foundation
import Testing

@testable import SpinTTY

@Suite struct FocusTests {
  @Test func tabGoesThroughTheOrderThatWasSeenAndAroundItsEnds() {
    var focus = Focus("a")
    let order = ["a", "b", "c"]
    var seen: [String?] = []
    for action in [
      Focus.Action.next(of: order), .next(of: order), .next(of: order), .previous(of: order),
      .previous(of: ["a", "x", "c"]), .next(of: []), .move(to: "q"), .move(to: nil),
      .previous(of: order),
    ] {
      focus.reduce(action)
      seen.append(focus.current)
    }
    #expect(seen == ["b", "c", "a", "c", "x", "x", "q", nil, "c"])
    #expect(focus.isOn("c"))
  }

  @Test func theFocusKnowsWhereClicksCameFrom() throws {
    var focus = Focus("a")
    #expect(focus.originKey == nil)
    focus.reduce(.move(to: "b"))
    focus.reduce(.move(to: "c"))
    #expect(focus.originKey == RegionKey("a") && focus == Focus("c"))
    let decoded = try JSONDecoder().decode(
      Focus<String>.self, from: JSONEncoder().encode(focus))
    #expect(decoded == focus && decoded.originKey == nil)
    focus.reduce(.next(of: ["b", "c", "d"]))
    #expect(focus.originKey == nil && focus.isOn("d"))
    focus.reduce(.move(to: "a"))
    focus.current = "b"
    #expect(focus.originKey == nil)
    focus.reduce(.move(to: "a"))
    focus.reduce(.move(to: "b"))
    #expect(focus.originKey == nil, "It is where it began.")
    var none = Focus<String>()
    none.reduce(.move(to: "a"))
    none.reduce(.move(to: "b"))
    #expect(none.originKey != nil && none.originKey != RegionKey("a"), "No region had it.")
  }

  /// It began at the first region, wherever the focus was.
  @Test func tabGoesOnFromThePlaceOfARegionThatIsGone() {
    var focus = Focus("a")
    func tab(_ action: Focus<String>.Action) -> String? {
      focus.reduce(action)
      return focus.current
    }
    let order = ["a", "b", "c", "d"]
    #expect(tab(.next(of: order)) == "b")
    #expect(tab(.next(of: ["a", "c", "d"])) == "c")
    #expect(tab(.previous(of: ["a", "d", "new"])) == "a")
    #expect(tab(.previous(of: order)) == "d")
    #expect(tab(.next(of: ["b", "c"])) == "b", "Around the end.")
    #expect(tab(.previous(of: ["x", "y"])) == "y", "Nothing of the former order is left.")
  }

  @Test func whatHasTheFocusAndIsNotSeenGivesItToTheFirst() {
    var focus = Focus(9)
    let isMoved = focus.reduce(.next(of: [1, 2]))
    #expect(isMoved && focus.current == 1)
    let isMovedAgain = focus.reduce(.move(to: 1))
    #expect(!isMovedAgain)
  }
}

@Suite struct FrameMapTests {
  private enum Button: Hashable, Sendable { case save, cancel, panel }

  private func focused(_ id: (some Hashable & Sendable)?) -> ViewEnvironment {
    var environment = ViewEnvironment.plain
    environment.focus = id.map { RegionKey($0) }
    return environment
  }

  private func dialog(_ focus: Button? = nil) -> Picture {
    Picture(20, 5, in: focused(focus)) {
      HStack(spacing: 2) {
        Text("save").id(Button.save)
        Text("cancel").id(Button.cancel)
      }
      .padding(1).border(.ascii, padding: 0).id(Button.panel)
    }
  }

  @Test func aHitTellsTheRegionsItLiesInAndNoneThatLiesBelow() {
    let map = Picture(12, 4) {
      ZStack {
        Letters(".").id("list")
        VStack { Text("no").id("button") }.padding(1).id("dialog")
      }
    }.canvas.frame
    #expect(map.ids(column: 2, row: 1) == ["button", "dialog"])
    #expect(map.ids(column: 9, row: 3) == ["list"])
  }

  /// A click on the box used to select a row of the list that it hid.
  @Test func whatIsDrawnOnTopCatchesTheClicks() {
    let map = Picture(12, 5) {
      ZStack {
        Letters(".").id("list")
        Text("box").padding(1).background(.blue).padding(1)
      }
      .id("panel")
    }.canvas.frame
    #expect(map.ids(column: 0, row: 0) == ["list", "panel"])
    #expect(map.ids(column: 6, row: 1) == ["list", "panel"])
    for (column, row) in [(1, 1), (3, 2), (5, 3)] {
      #expect(map.ids(column: column, row: row) == ["panel"])
    }
  }

  @Test func linesAndLettersOnTopCatchTheClicksAndGapsBetweenThemDoNot() {
    let map = Picture(12, 5) {
      ZStack {
        Letters(".").id("list")
        VStack {
          Divider().frame(width: .fixed(5))
          HStack(spacing: 2) {
            Text("a")
            Text("b")
          }
          Text("c").border(.light)
        }
      }
    }.canvas.frame
    let caught = (0..<5).map { row in
      (0..<6).map { map.ids(column: $0, row: row).isEmpty ? "x" : "." }.joined()
    }
    #expect(caught == ["xxxxx.", "x..x..", "xxxxx.", "xxxxx.", "xxxxx."])
  }

  @Test func aGroundBelongsToTheNameAroundIt() {
    func map(@ViewBuilder _ top: () -> ViewList) -> FrameMap {
      let top = top()
      return Picture(12, 1) {
        ZStack {
          Letters(".").id("list")
          top
        }
      }.canvas.frame
    }
    let inside = map { Text("save").padding(horizontal: 1).background(.blue).id("save") }
    #expect(inside.ids(column: 0, row: 0) == ["save"])
    #expect(inside["save"]?.isOpaque == true && inside["list"]?.isOpaque == false)
    let outside = map { Text("save").id("save").padding(horizontal: 1).background(.blue) }
    #expect(outside.ids(column: 0, row: 0) == [])
    #expect(outside.ids(column: 1, row: 0) == ["save"])
    #expect(outside.ids(column: 6, row: 0) == ["list"])
    let plain = map { Text("save").padding(horizontal: 1).opaque() }
    #expect(plain.ids(column: 0, row: 0) == [])
  }

  @Test func aRegionOfWhichNothingIsSeenDoesNotChangeTheOneAroundIt() {
    func map(_ rows: Int) -> FrameMap {
      Picture(6, rows) {
        VStack {
          Text("top")
          TextInput(TextInput.Model("secret", isSecret: true)).id("field")
        }
        .id("form")
      }.canvas.frame
    }
    #expect(map(2)["field"]?.isFocusable == true && map(2)["field"]?.isSecret == true)
    #expect(map(1)["field"] == nil)
    #expect(map(1)["form"]?.isFocusable == false && map(1)["form"]?.isSecret == false)
  }

  @Test func clicksGoThroughWhatSaysSoButNotThroughNamesInIt() {
    let map = Picture(12, 3) {
      ZStack {
        Letters(".").id("list")
        ZStack {
          Text("saved").background(.green)
          Text("x").id("close")
        }
        .border(.light, padding: 0).background(.red).clickThrough()
      }
    }.canvas.frame
    #expect(map.ids(column: 0, row: 0) == ["list"])
    #expect(map.ids(column: 2, row: 1) == ["list"])
    #expect(map.ids(column: 1, row: 1) == ["close"])
  }

  @Test func theRowsOfAListAreFoundUnderTheirOwnGrounds() {
    let map = Picture(12, 3) {
      List(count: 3, Selection(index: 1)) { _ in Text("row").background(.blue) }
        .background(.black).id("list")
    }.canvas.frame
    #expect(
      map.hit(column: 1, row: 1).regions.last.map { map.regions[$0].key } == RegionKey("list"))
    #expect(map.id(as: RowID<Int>.self, column: 9, row: 2) == RowID(id: 2))
    #expect(map.focus?.row == 1)
  }

  @Test func theInnermostRegionIsHit() {
    let map = dialog().canvas.frame
    #expect(map.id(as: Button.self, column: 3, row: 2) == .save)
    #expect(map.id(as: Button.self, column: 8, row: 2) == .cancel)
    #expect(map.id(as: Button.self, column: 0, row: 0) == .panel)
    #expect(map.id(as: Button.self, column: 19, row: 0) == nil)
    #expect(map.id(as: String.self, column: 3, row: 2) == nil)
    #expect(map[Button.save]?.visible == Rectangle(column: 2, row: 2, columns: 4, rows: 1))
  }

  @Test func aRegionKnowsHowMuchItScrolls() {
    let canvas = Picture(6, 3) {
      Viewport(Scroll(row: 3)) {
        Text("0\n1\n2\n3\n4\n5").id("log")
      }
      .id("window")
      Text("below").id("below")
    }
    .canvas
    #expect(canvas.frame["window"]?.content.rows == 6)
    #expect(canvas.frame["window"]?.page.rows == 2)
    #expect(canvas.frame["window"]?.isFocusable == true)
    #expect(canvas.frame["log"]?.rectangle.row == -3 && canvas.frame["log"]?.visible.row == 0)
    #expect(canvas.frame.ids(column: 0, row: 2) == ["below"])
    #expect(canvas.frame["below"]?.isFocusable == false)
    canvas.clear(to: canvas.size)
    #expect(canvas.frame.regions.isEmpty && canvas.frame.size == canvas.size)
  }

  @Test func aSecretIsOneInTheMapToo() {
    let map = Picture(6, 2) {
      TextInput(TextInput.Model("abc", isSecret: true)).id("password")
      TextInput(TextInput.Model("abc")).id("name")
    }.canvas.frame
    #expect(map["password"]?.isSecret == true && map["name"]?.isSecret == false)
  }

  @Test func theFocusGoesByRowAndThenByColumnWhateverTheOrderOfTheViews() {
    let map = Picture(20, 3) {
      ZStack {
        Text("d").focusable().id("d").padding(Insets(top: 2))
        HStack {
          Text("a").id("a").focusable()
          Text("no").id("no")
          TextInput(TextInput.Model()).id("b")
          Text("not").focusable().id("not").focusable(false)
        }
        Text("c").id("c").focusable().padding(Insets(top: 1, leading: 5))
      }
    }.canvas.frame
    #expect(map.focusOrder(in: 0) == ["a", "b", "c", "d"].map { RegionKey($0) })
    #expect(map.focusOrder(in: 1) == [])
  }

  /// Row by row, tab jumped between the panes, and a divider that moved changed the order.
  @Test(arguments: [0.2, 0.5, 0.8], [true, false])
  func theFocusGoesThroughAPaneBeforeTheNext(share: Double, hasBorders: Bool) {
    func pane(_ name: String) -> any View {
      let views = VStack {
        for row in 0..<2 {
          HStack { for column in 0..<2 { Text("x").focusable().id("\(name)\(row)\(column)") } }
        }
      }
      return hasBorders ? views.frame(width: .fill, height: .fill).border() : views
    }
    func column(_ names: String, _ share: Double) -> any View {
      Split(Split.Model(share), axis: .vertical) {
        pane("\(names.prefix(1))")
      } second: {
        pane("\(names.suffix(1))")
      }.id(names)
    }
    let map = Picture(40, 21) {
      VStack {
        Text("top").focusable().id("top")
        Split(Split.Model(share)) {
          column("ab", share)
        } second: {
          column("cd", 1 - share)
        }.id("all")
        Text("end").focusable().id("end")
      }
    }.canvas.frame
    func ids(_ name: String) -> [String] { ["00", "01", "10", "11"].map { name + $0 } }
    let left = ["ab"] + ids("a") + ids("b")
    let right = ["cd"] + ids("c") + ids("d")
    let order = ["top", "all"] + left + right + ["end"]
    #expect(map.focusOrder(in: 0) == order.map { RegionKey($0) })
  }

  @Test func aRegionThatIsCutStaysInItsPaneAndAPanelStaysTogether() {
    let map = Picture(30, 9) {
      ZStack {
        Split(Split.Model(0.5)) {
          Viewport(Scroll()) {
            for row in 0..<4 {
              Text("a\nb\nc").focusable().id("left\(row)").frame(height: .fixed(3))
            }
          }.id("left")
        } second: {
          Text("x").focusable().id("right")
        }
        VStack {
          Text("field").focusable().id("field")
          HStack { for id in ["ok", "cancel"] { Text("          ").focusable().id(id) } }
        }.padding(Insets(top: 3, leading: 3))
      }
    }.canvas.frame
    let order = map.focusOrder(in: 0).compactMap { $0.id(as: String.self) }
    #expect(
      order
        == [
          "left", "left0", "left1", "left2", "left3", "right", "field", "ok", "cancel",
        ].filter(order.contains))
    #expect(order.count >= 8)
  }

  /// From the first of two, tab would go to the second, which is the first again.
  @Test func anIDThatStandsTwiceHoldsTheFocusOnceWhereItIsOnTop() {
    let map = Picture(20, 1) {
      HStack { for id in ["a", "b", "c", "b"] { Text(id).focusable().id(id) } }
    }.canvas.frame
    #expect(map.focusOrder(in: 0) == ["a", "c", "b"].map { RegionKey($0) })
  }

  @Test func theFocusIsAnchoredForThoseWhoFollowTheCursor() {
    #expect(dialog().canvas.frame.focus == nil)
    #expect(dialog(.cancel).canvas.frame.focus == .init(column: 8, row: 2))
    func list(_ focus: String?) -> FrameMap {
      Picture(6, 4, in: focused(focus)) {
        List(count: 9, Selection(index: 2)) { Text("\($0)") }.id("list")
      }.canvas.frame
    }
    #expect(list("list").focus == .init(column: 0, row: 2))
    #expect(list(nil).focus == .init(column: 0, row: 2))
    #expect(list("other").focus == nil)
  }

  /// Of two lists nobody saw which one the keys were for.
  @Test func onlyTheListThatHasTheFocusShowsItsSelectionInReverse() {
    let lists = Picture(6, 2, in: focused("second")) {
      VStack {
        List(count: 1, Selection()) { _ in Text("a") }.id("first")
        List(count: 1, Selection()) { _ in Text("b") }.id("second")
      }
    }
    func attributes(row: Int) -> Attributes {
      lists.canvas.cell(column: 0, row: row).style.attributes
    }
    #expect(attributes(row: 0) == .bold && attributes(row: 1) == .reverse)
  }

  @Test func idsOfDifferentTypesDiffer() {
    #expect(RegionKey(1) != RegionKey("1"))
    #expect(RegionKey(1) != RegionKey(UInt8(1)))
    #expect(RegionKey(RegionKey(1)) == RegionKey(1))
    #expect(Set([RegionKey(1), RegionKey(1), RegionKey("1")]).count == 2)
  }
}

extension FrameMap {
  /// The ids of a hit, the innermost first.
  fileprivate func ids(column: Int, row: Int) -> [String] {
    hit(column: column, row: row).regions.compactMap { regions[$0].id(as: String.self) }
  }
}
