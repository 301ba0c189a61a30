import Testing

@testable import SpinTTY

@Suite struct ViewportTests {
  private let text = "one\ntwo\nthree\nfour\nfive"

  @Test func aViewportShowsAWindowOfItsContent() {
    func view(_ row: Int) -> String {
      picture(8, 2) { Viewport(Scroll(row: row)) { Text(text) } }
    }
    #expect(view(0) == "one\ntwo")
    #expect(view(2) == "three\nfour")
    #expect(view(100) == "four\nfive")
    #expect(view(-1) == "one\ntwo")
    #expect(view(.max) == "four\nfive")
  }

  @Test func aViewportThatScrollsBothWaysDoesNotWrap() {
    let drawn = picture(4, 2) {
      Viewport(Scroll(row: 1, column: 2), axes: [.horizontal, .vertical]) {
        Text("a long line\nanother line\nend")
      }
    }
    #expect(drawn == "othe\nd")
  }

  @Test func itScrollsWithinTheLimitsThatTheFrameKnew() throws {
    var scroll = Scroll()
    let content = Size(columns: 8, rows: 10)
    let page = Size(columns: 8, rows: 4)
    func press(_ chord: KeyChord) throws -> Int {
      scroll.reduce(try #require(Scroll.Action.of(chord, content: content, page: page)))
      return scroll.row
    }
    #expect(try press(.up) == 0)
    #expect(try press(.down) == 1)
    #expect(try press(.pageDown) == 4)
    #expect(try press(.pageDown) == 6)
    #expect(try press(.pageUp) == 3)
    #expect(try press(.end) == 6)
    #expect(try press(.home) == 0)
    let wheel = InputEvent.mouse(MouseEvent(.scroll(.down), column: 0, row: 0))
    #expect(Scroll.Action.of(wheel, content: content, page: page) == .scroll(3, limit: 6))
  }

  @ViewBuilder private func fields(_ scroll: Scroll) -> ViewList {
    Viewport(scroll) {
      Form(spacing: 0) { for field in 0..<9 { TextInput(TextInput.Model("\(field)")).id(field) } }
    }.id("page")
  }

  private func shown(_ row: Int, focus: Int, before: Int? = nil, follows: Bool = true) -> Picture {
    var environment = ViewEnvironment.plain
    environment.focus = RegionKey(focus)
    environment.focusOrigin = before.map { RegionKey($0) }
    environment.followsFocus = follows
    return Picture(4, 3, in: environment) { fields(Scroll(row: row)) }
  }

  @Test func tabReachesWhatAViewportHasScrolledOutOfSight() {
    for row in 0..<7 {
      for focus in 0..<9 {
        for follows in [true, false] {
          let frame = shown(row, focus: focus, follows: follows).canvas.frame
          let order = [RegionKey("page")] + (0..<9).map { RegionKey($0) }
          #expect(frame.focusOrder(in: 0) == order, "\(focus) from row \(row)")
        }
      }
    }
  }

  /// The text of the fields, without their edges.
  private func digits(_ picture: Picture) -> String {
    picture.text.filter { $0.isNumber || $0 == "\n" }
  }

  @Test func aViewportShowsTheFocusThatTabHasMovedAndElseItsPosition() {
    for row in 0..<7 {
      for focus in 0..<9 {
        let own = (row..<row + 3).map { "\($0)" }.joined(separator: "\n")
        #expect(digits(shown(row, focus: focus, follows: false)) == own)
        let text = digits(shown(row, focus: focus))
        if (row..<row + 3).contains(focus), row > 0 { #expect(text == own) }
        #expect(text.contains("\(focus)"), "\(focus) from row \(row)")
        for clicked in text.split(separator: "\n").compactMap({ Int($0) }) {
          #expect(digits(shown(row, focus: clicked, before: focus)) == text, "\(clicked)")
        }
      }
    }
  }

  @Test func theWheelScrollsOnFromTheRowsAroundTheFocus() {
    let frame = shown(0, focus: 5).canvas.frame
    let down = InputEvent.mouse(MouseEvent(.scroll(.down), column: 0, row: 0))
    let input = ControlInput(down, on: frame, region: frame["page"])
    #expect(Scroll.Action(input) == .jump(to: 7, limit: 6))
    let own = shown(4, focus: 5).canvas.frame
    #expect(Scroll.Action(ControlInput(down, on: own, region: own["page"])) == .scroll(3, limit: 6))
  }

  @Test func whatDoesNotScrollLeavesItsKeysToOthers() {
    let page = Size(columns: 8, rows: 4)
    #expect(Scroll.Action.of(.down, content: page, page: page) == nil)
    #expect(Scroll.Action.of(.right, content: Size(columns: 8, rows: 9), page: page) == nil)
    #expect(Scroll.Action.of(.down) == nil, "Nobody has seen it.")
    #expect(Scroll.Action.of(.text("x"), page: page) == nil)
  }

  @Test(arguments: [Int.min, -1, 0, 3, .max])
  func aPlaceBeyondTheEndsCountsAsTheEnd(_ row: Int) {
    var scroll = Scroll(row: row)
    scroll.reduce(.scroll(.max, limit: 5))
    #expect(scroll.row == 5)
    scroll.reduce(.scroll(.min, limit: 5))
    #expect(scroll.row == 0)
  }

  @Test func aLongTextIsLaidOutOncePerFrame() {
    let log = Text((1...200).map { "line \($0)" }.joined(separator: "\n"))
    let viewport = Viewport(Scroll(row: 150)) { log }
    let drawn = picture(20, 4) {
      Text("title")
      viewport
    }
    #expect(drawn == "title\nline 151\nline 152\nline 153")
    #expect(log.layouts?.count == 1)
    let other = log.style(Style(foreground: .red)) + Text("!")
    #expect(other.layouts?.count == 0)
    #expect(Text("short").layouts == nil)
  }

  @Test func aShortTextOfSeveralLinesIsLaidOutOnlyIfItDoesNotFit() {
    let lines = Text("one\ntwo\nthree")
    let drawn = picture(20, 6) {
      HStack {
        lines.frame(width: .fixed(8), height: .fixed(3)).border(.light, padding: 0)
        lines
      }
    }
    #expect(drawn.contains("│one     │"))
    #expect(lines.layouts?.count == 0)
    #expect(picture(3, 4) { lines } == "one\ntwo\nthr\nee")
    #expect(lines.layouts?.count == 1)
  }

  @Test func aTextWithACharacterWiderThanTheRoomIsLaidOutOnce() {
    let text = Text("漢字\n漢字")
    let proposal = Proposal(columns: 1, rows: nil)
    for _ in 0..<3 { #expect(text.measure(proposal, in: ViewEnvironment()).rows == 4) }
    #expect(text.layouts?.count == 1)
  }
}
