import Testing

@testable import SpinTTY

@Suite struct ViewportTests {
  private let text = "one\ntwo\nthree\nfour\nfive"

  @Test func aViewportShowsAWindowOfItsContent() {
    func view(_ row: Int) -> String {
      picture(8, 2) { Viewport(Viewport.Model(row: row)) { Text(text) } }
    }
    #expect(view(0) == "one\ntwo")
    #expect(view(2) == "three\nfour")
    #expect(view(100) == "four\nfive")
    #expect(view(-1) == "one\ntwo")
    #expect(view(.max) == "four\nfive")
  }

  @Test func aViewportThatScrollsBothWaysDoesNotWrap() {
    let drawn = picture(4, 2) {
      Viewport(Viewport.Model(column: 2, row: 1), axes: [.horizontal, .vertical]) {
        Text("a long line\nanother line\nend")
      }
    }
    #expect(drawn == "othe\nd")
  }

  @Test func theModelStaysWithinTheContent() {
    var model = Viewport.Model()
    let content = Size(columns: 8, rows: 10)
    let page = Size(columns: 8, rows: 4)
    func press(_ chord: KeyChord) -> Int {
      model.reduce(.key(KeyPress(chord)), content: content, page: page)
      return model.row
    }
    #expect(press(.up) == 0)
    #expect(press(.down) == 1)
    #expect(press(.pageDown) == 4)
    #expect(press(.pageDown) == 6)
    #expect(press(.pageUp) == 3)
    #expect(press(.end) == 6)
    #expect(press(.home) == 0)
    model.reduce(
      .mouse(MouseEvent(.scroll(.down), column: 0, row: 0)), content: content, page: page)
    #expect(model.row == 3)
    do {
      let isTaken = model.reduce(.text("x"), content: content, page: page)
      #expect(!isTaken)
    }
  }

  @Test func aLongTextIsLaidOutOncePerFrame() {
    let log = Text((1...200).map { "line \($0)" }.joined(separator: "\n"))
    let viewport = Viewport(Viewport.Model(row: 150)) { log }
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

  @Test func theContentTellsItsSize() {
    let viewport = Viewport(Viewport.Model()) { Text("the quick brown fox") }
    #expect(viewport.contentSize(Size(columns: 9, rows: 1)) == Size(columns: 9, rows: 2))
  }
}
