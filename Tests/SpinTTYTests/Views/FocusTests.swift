import Testing

@testable import SpinTTY

@Suite struct FocusTests {
  private let tab = InputEvent.key(KeyPress(.tab))
  private let back = InputEvent.key(KeyPress(.shift(.tab)))

  @Test func tabGoesAroundTheRingAndShiftTabBack() {
    var focus = Focus(["a", "b", "c"])
    var seen: [String?] = []
    for input in [tab, tab, tab, back, back] {
      do {
        let isTaken = focus.reduce(input)
        #expect(isTaken)
      }
      seen.append(focus.current)
    }
    #expect(seen == ["b", "c", "a", "c", "b"])
    do {
      let isTaken = focus.reduce(.text("x"))
      #expect(!isTaken)
    }
    #expect(focus.isOn("b"))
  }

  @Test func anEmptyRingHasNoFocus() {
    var focus = Focus<Int>([])
    focus.reduce(tab)
    focus.move(to: 3)
    #expect(focus.current == nil)
  }

  @Test func focusMovesOnlyWithinTheRing() {
    var focus = Focus([1, 2, 3], current: 9)
    #expect(focus.current == 1)
    focus.move(to: 9)
    #expect(focus.current == 1)
    focus.move(to: 3)
    #expect(focus.current == 3)
    focus.move(to: nil)
    focus.previous()
    #expect(focus.current == 3)
  }

  @Test func whenWhatHasTheFocusGoesTheNextOneThereGetsIt() {
    var focus = Focus([1, 2, 3], current: 2)
    focus.setRing([1, 3])
    #expect(focus.current == 3)
    focus.setRing([1])
    #expect(focus.current == 1)
    focus.setRing([5, 1])
    #expect(focus.current == 1)
    focus.setRing([])
    #expect(focus.current == nil)
  }
}

@Suite struct HitMapTests {
  private enum Button: Hashable, Sendable { case save, cancel, panel }

  private func dialog(_ focus: Button? = nil) -> Picture {
    Picture(20, 5) {
      HStack(spacing: 2) {
        Text("save").id(Button.save)
        Text("cancel").id(Button.cancel)
      }
      .padding(1).border(.ascii).id(Button.panel)
      .focused(focus)
    }
  }

  @Test func aHitTellsTheRegionsItLiesInAndNoneThatLiesBelow() {
    let map = Picture(12, 4) {
      ZStack {
        Letters(".").id("list")
        VStack { Text("no").id("button") }.padding(1).id("dialog")
      }
    }.canvas.hitMap
    let hit = map.hit(column: 2, row: 1)
    #expect(hit?.id == RegionID("button"))
    #expect(hit?.around.map(\.id) == [RegionID("dialog")])
    #expect(hit?.around.first?.column == 2 && hit?.around.first?.row == 1)
    #expect(map.hit(column: 9, row: 3)?.around == [])
  }

  /// A click on the box used to select a row of the list that it hid.
  @Test func whatIsDrawnOnTopCatchesTheClicks() {
    let map = Picture(12, 5) {
      ZStack {
        Letters(".").id("list")
        Text("box").padding(1).background(.blue).padding(1)
      }
      .id("panel")
    }.canvas.hitMap
    #expect(map.hit(column: 0, row: 0)?.id == RegionID("list"))
    #expect(map.hit(column: 6, row: 1)?.id == RegionID("list"))
    for (column, row) in [(1, 1), (3, 2), (5, 3)] {
      #expect(map.hit(column: column, row: row)?.id == RegionID("panel"))
      #expect(map.hits(column: column, row: row).map(\.id) == [RegionID("panel")])
    }
  }

  @Test func linesAndLettersOnTopCatchTheClicksAndGapsBetweenThemDoNot() {
    let map = Picture(12, 5) {
      ZStack {
        Letters(".").id("list")
        Text("a").padding(1).border()
      }
    }.canvas.hitMap
    let caught = (0..<5).map { row in
      (0..<6).map { map.hit(column: $0, row: row) == nil ? "x" : "." }.joined()
    }
    #expect(caught == ["xxxxx.", "x...x.", "x.x.x.", "x...x.", "xxxxx."])
  }

  @Test func aGroundBelongsToTheNameAroundIt() {
    func map(@ViewBuilder _ top: () -> ViewList) -> HitMap {
      let top = top()
      return Picture(12, 1) {
        ZStack {
          Letters(".").id("list")
          top
        }
      }.canvas.hitMap
    }
    let inside = map { Text("save").padding(horizontal: 1).background(.blue).id("save") }
    #expect(inside.hit(column: 0, row: 0)?.id == RegionID("save"))
    let outside = map { Text("save").id("save").padding(horizontal: 1).background(.blue) }
    #expect(outside.hit(column: 0, row: 0) == nil)
    #expect(outside.hit(column: 1, row: 0)?.id == RegionID("save"))
    #expect(outside.hit(column: 6, row: 0)?.id == RegionID("list"))
  }

  @Test func clicksGoThroughWhatSaysSoButNotThroughNamesInIt() {
    let map = Picture(12, 3) {
      ZStack {
        Letters(".").id("list")
        ZStack {
          Text("saved").background(.green)
          Text("x").id("close")
        }
        .border().background(.red).clickThrough()
      }
    }.canvas.hitMap
    #expect(map.hit(column: 0, row: 0)?.id == RegionID("list"))
    #expect(map.hit(column: 2, row: 1)?.id == RegionID("list"))
    #expect(map.hit(column: 1, row: 1)?.id == RegionID("close"))
  }

  @Test func theFocusAndTheRowsOfAListAreFoundUnderTheirOwnGrounds() {
    let map = Picture(12, 3) {
      List(count: 3, List.Model(selection: 1)) { _ in Text("row").background(.blue) }
        .background(.black).id("list")
    }.canvas.hitMap
    #expect(map.hit(column: 1, row: 1)?.id == RegionID("list"))
    #expect(map.hit(column: 9, row: 2)?.row == 2)
    #expect(map.focus?.row == 1)
  }

  @Test func theInnermostRegionIsHit() {
    let map = dialog().canvas.hitMap
    #expect(map.hit(column: 3, row: 2)?.id == RegionID(Button.save))
    #expect(map.hit(column: 8, row: 2)?.id == RegionID(Button.cancel))
    #expect(map.hit(column: 0, row: 0)?.id == RegionID(Button.panel))
    #expect(map.hit(column: 19, row: 0) == nil)
    let hits = map.hits(column: 9, row: 2)
    #expect(hits.map(\.id) == [RegionID(Button.cancel), RegionID(Button.panel)])
    #expect(hits.map(\.column) == [1, 9])
    #expect(hits.map(\.row) == [0, 2])
    #expect(map.visible(RegionID(Button.save)) == Rectangle(column: 2, row: 2, columns: 4, rows: 1))
  }

  @Test func whatIsCutOffIsNotHitAndPlacesCountFromTheWholeRegion() {
    let canvas = Picture(6, 2) {
      Viewport(Viewport.Model(row: 3)) {
        Text("0\n1\n2\n3\n4\n5").id("log")
      }
      Text("below").id("below")
    }
    .canvas
    #expect(canvas.hitMap.hit(column: 0, row: 0)?.row == 3)
    #expect(canvas.hitMap.hit(column: 0, row: 1)?.id == RegionID("below"))
    canvas.clear(to: canvas.size)
    #expect(canvas.hitMap == HitMap())
  }

  @Test func whatLiesOnTopIsHit() {
    let map = Picture(6, 2) {
      ZStack {
        Letters("a").id("below")
        Text("top").id("top")
      }
    }
    .canvas.hitMap
    #expect(map.hit(column: 0, row: 0)?.id == RegionID("top"))
    #expect(map.hit(column: 0, row: 1)?.id == RegionID("below"))
  }

  @Test func theFocusIsAnchoredForThoseWhoFollowTheCursor() {
    #expect(dialog().canvas.hitMap.focusAnchor == nil)
    #expect(dialog(.cancel).canvas.hitMap.focusAnchor == .init(column: 8, row: 2))
    let list = Picture(6, 4) {
      List(count: 9, List.Model(selection: 2)) { Text("\($0)") }.id("list").focused("list")
    }
    #expect(list.canvas.hitMap.focusAnchor == .init(column: 0, row: 2))
    let alone = Picture(6, 4) { List(count: 9, List.Model(selection: 1)) { Text("\($0)") } }
    #expect(alone.canvas.hitMap.focusAnchor == .init(column: 0, row: 1))
    let other = Picture(6, 4) {
      List(count: 9, List.Model(selection: 1)) { Text("\($0)") }.id("list").focused("other")
    }
    #expect(other.canvas.hitMap.focusAnchor == nil)
  }

  /// Of two lists nobody saw which one the keys were for.
  @Test func onlyTheListThatHasTheFocusShowsItsSelectionInReverse() {
    let lists = Picture(6, 2) {
      VStack {
        List(count: 1, List.Model()) { _ in Text("a") }.id("first")
        List(count: 1, List.Model()) { _ in Text("b") }.id("second")
      }
      .focused("second")
    }
    func attributes(row: Int) -> Attributes {
      lists.canvas.cell(column: 0, row: row).style.attributes
    }
    #expect(attributes(row: 0) == .bold && attributes(row: 1) == .reverse)
  }

  @Test func idsOfDifferentTypesDiffer() {
    #expect(RegionID(1) != RegionID("1"))
    #expect(RegionID(RegionID(1)) == RegionID(1))
    #expect(Set([RegionID(1), RegionID(1), RegionID("1")]).count == 2)
  }
}
