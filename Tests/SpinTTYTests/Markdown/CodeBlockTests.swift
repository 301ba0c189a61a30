import SpinMarkdown
import Testing

@testable import SpinTTY

/// Code and tables of Markdown that are wider than their room.
@Suite struct CodeBlockTests {
  private static let text = """
    A paragraph that is wrapped.

    ```
    let first = second + third
    short
    ```
    """

  private func shown(
    _ column: Int, _ text: String = text, in environment: ViewEnvironment = .plain
  ) -> Picture {
    Picture(20, 6, in: environment) {
      Viewport(Scroll(column: column)) { Markdown(text) }.id("notes")
    }
  }

  @Test func codeKeepsItsLinesAndMovesSideways() {
    let start = shown(0)
    #expect(
      start.text == """
        A paragraph that is
        wrapped.

          let first = seco ›
          short
        """)
    #expect(start.canvas.frame["notes"]?.content.columns == 30, "Ten columns are hidden.")
    #expect(
      shown(3).text == """
        A paragraph that is
        wrapped.

        ‹  first = second  ›
        ‹ rt
        """)
    for column in [10, .max] {
      #expect(
        shown(column).text == """
          A paragraph that is
          wrapped.

          ‹ = second + third
          ‹
          """)
    }
  }

  @Test func codeInANarrowQuoteAndInASCIIIsCutWithAMark() {
    let ascii = picture(20, 6, in: .ascii) { Markdown(Self.text) }
    #expect(ascii.contains("  let first = seco >"))
    #expect(picture(6, 2) { Markdown("> ```\n> abcdefgh\n> ```") } == "▎ abc›")
    #expect(picture(20, 2) { Markdown("```\n日本語日本語日本語\n```") } == "  日本語日本語日本 ›")
  }

  @Test func aTableBreaksNoCode() {
    let table = "| name | code |\n|---|---|\n| a b | `let first = second` |"
    let start = shown(0, table)
    #expect(start.text == "name  code         ›\n────────────────────\na b   let first = se")
    #expect(start.canvas.frame["notes"]?.content.columns == 24)
    #expect(shown(9, table).text == "‹ code\n────────────────────\n  let first = second")
    // Nor does it break the address of a link that the terminal does not open.
    let link = "| a | b |\n|---|---|\n| [c](https://d.example/efgh) | i |"
    var environment = ViewEnvironment.plain
    #expect(shown(0, link).canvas.frame["notes"]?.content.columns == 20)
    environment.opensLinks = false
    #expect(shown(0, link, in: environment).canvas.frame["notes"]?.content.columns == 27)
    // Words are wrapped as before.
    let words = "| a | b |\n|---|---|\n| one two three four | five six |"
    #expect(shown(0, words).canvas.frame["notes"]?.content.columns == 20)
  }

  @Test func wordsOfCodeAreWhole() {
    #expect(Markdown(Self.text).plainLines().contains("let first = second + third"))
  }
}
