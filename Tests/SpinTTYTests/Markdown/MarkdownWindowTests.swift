import SpinTesting
import Synchronization
import Testing

@testable import SpinMarkdown
@testable import SpinTTY

/// The rows in a window on a long document.
@Suite struct MarkdownWindowTests {
  private final class Count: Sendable {
    let calls = Mutex(0)
  }

  /// What a stack of all parts shows in the same window.
  private func stack(_ document: Markdown.Document) -> some View {
    VStack { for part in document.parts { PartView(part, Code.highlighters) } }
  }

  @Test func aWindowShowsTheRowsOfTheWholeDocument() {
    var random = RandomMarkdown(generator: SeededGenerator(seed: 7))
    for text in ["", "# a\n\nb", "a | b\n--|--\n1 | 2\n\n> x\n\n```swift\nlet a\n```"]
      + (0..<30).map({ _ in random.text() })
    {
      let document = Markdown.Document(text)
      for columns in [5, 24] {
        let rows = stack(document).measure(
          Proposal(columns: columns, rows: nil), in: ViewEnvironment()
        ).rows
        for row in [0, rows / 3, rows - 4] {
          var scroll = Scroll()
          scroll.reduce(.jump(to: row, limit: rows))
          let window = Picture(columns, 5) { Viewport(scroll) { Markdown(document) } }
          let whole = Picture(columns, 5) { Viewport(scroll) { stack(document) } }
          #expect(window.canvas.lines == whole.canvas.lines)
        }
      }
    }
  }

  @Test func aFrameReadsOnlyThePartsInTheWindow() {
    let count = Count()
    let highlight: Code.Highlighter = { code in
      count.calls.withLock { $0 += 1 }
      return [Text.Run(code)]
    }
    let block = "```x\nlet a = 1\n```\n\n"
    let document = Markdown.Document(String(repeating: block, count: 500))
    func draw(_ row: Int) -> (text: String, calls: Int) {
      count.calls.withLock { $0 = 0 }
      var scroll = Scroll()
      scroll.reduce(.jump(to: row, limit: 2_000))
      let drawn = Picture(20, 6) {
        Viewport(scroll) { Markdown(document, highlighters: ["x": highlight]) }
      }
      return (drawn.text, count.calls.withLock { $0 })
    }
    #expect(draw(0).calls >= 500)
    let (text, calls) = draw(400)
    #expect(text.contains("let a = 1") && calls <= 12)
  }
}
