import Testing

@testable import SpinMarkdown

/// Texts that take other parsers the square of their length.
@Suite struct MarkdownCostTests {
  private static let units = [
    "*a ", "_a_ ", "**a *", "*a_ ", "a**b", "[", "]", "[a](", "[a](<b", "[a](b \"", "![", "[a][",
    "`a``b", "<a:",
    "<a", "&#", "\\", "a\\\n", "> ", "- ", "1. ", "> - ", "|a", "a\n\n", "\t", "*_`[<&!\\",
    "![a](b) ", "(", "###### ",
    "```\n", "~~~ ", "[a]: b\n", "[a]: <", "\r", "é*", "*a **b",
  ]

  /// The steps of the parser, and of the spans of all its texts.
  private func steps(_ text: String) -> Int {
    let parser = BlockParser(text)
    return parser.nodes.reduce(parser.steps) { steps, node in
      steps + node.text.count + Inlines(node.text[...], links: parser.links).steps
    }
  }

  @Test(arguments: units) func stepsGrowLikeTheLength(unit: String) {
    for text in [unit, "[x]: y\n\n[x] " + unit] {
      let (short, long) = (steps(repeating(text, 1_000)), steps(repeating(text, 8_000)))
      #expect(long <= 9 * short + 1_000, "\(short) to \(long) steps")
    }
  }

  private func repeating(_ unit: String, _ length: Int) -> String {
    String(repeating: unit, count: length / unit.utf8.count)
  }

  @Test func blocksInsideEachOtherHaveALimit() {
    func depth(_ blocks: [Block]) -> Int {
      blocks.map { block in
        switch block {
        case .quote(let inside): 1 + depth(inside)
        case .list(_, _, let items): 2 + (items.map(depth).max() ?? 0)
        default: 1
        }
      }.max() ?? 0
    }
    for unit in ["> ", "- ", "1. > ", ">"] {
      let blocks = Block.blocks(of: repeating(unit, 100_000) + "x")
      #expect(depth(blocks) <= BlockParser.limit + 1)
    }
  }
}
