import SpinMarkdown
import Testing

@testable import SpinTTY

/// The code of the page about text in styles.
@Suite struct StyledTextTests {
  @Test func runsAreShownByTextsAndLogs() {
    // snippet.runs
    let runs = [Text.Run("12:03 "), Text.Run("timeout", look: .error), Text.Run(" after 3 s")]
    var lines = LogView.Lines(capacity: 1_000)
    lines.append(runs)
    let line = Text(runs, wrapping: .none)
    let log = LogView(lines, LogView.Model())
    // snippet.end
    for view in [line, log] as [any View] {
      let drawn = Picture(30, 1, in: ViewEnvironment()) { ViewList([view]) }
      #expect(drawn.text == "12:03 timeout after 3 s")
      #expect(drawn.marks(row: 0) { $0.foreground == .palette(210) } == "      ^^^^^^^")
    }
  }

  @Test func aLookLiesUnderTheStyleOfItsRun() {
    let text = Text([Text.Run("a", style: Style(foreground: .red), look: .error), Text.Run("b")])
    let drawn = Picture(4, 1, in: ViewEnvironment()) { text.look(.success) + Text("c") }
    #expect(drawn.marks(row: 0) { $0.foreground == .red } == "^")
    #expect(drawn.marks(row: 0) { $0.foreground == .palette(114) } == " ^")
  }

  @Test func aDocumentIsShown() {
    // snippet.document
    let document = Markdown.Document(
      "# Notes\n\n1. **read** [this](https://swift.org)\n2. `swift run`")
    let view = Viewport(Scroll()) { Markdown(document) }
    // snippet.end
    #expect(
      picture(20, 6) { view } == """
        Notes
        ────────────────────

        1. read this
        2. swift run
        """)
  }

  @Test func aHighlighterPlugsIn() {
    // snippet.highlighter
    let shell: Code.Highlighter = { code in
      code.split(separator: "\n").map { line in
        Text.Run("\(line)\n", look: line.hasPrefix("#") ? .secondary : nil)
      }
    }
    let all = Code.highlighters.merging(["sh": shell]) { $1 }
    let view = Markdown("```sh\n# now\nmake\n```", highlighters: all)
    // snippet.end
    let drawn = Picture(10, 2, in: ViewEnvironment()) { view }
    #expect(drawn.text == "  # now\n  make")
    #expect(drawn.marks(row: 0) { $0.foreground == .palette(249) } == "  ^^^^^")
    #expect(drawn.marks(row: 1) { $0.background == .palette(233) } == "^^^^^^^^^^")
  }
}
