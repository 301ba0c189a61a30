import SpinTTY
import SpinTestSupport
import Testing

@testable import SpinMarkdown

/// Texts that take other parsers the square of their length.
@Suite struct MarkdownCostTests {
  private static let units = [
    "*a ", "_a_ ", "**a *", "*a_ ", "a**b", "[", "]", "[a](", "[a](<b", "[a](b \"", "![", "[a][",
    "`a``b", "<a:",
    "<a", "<a b", "<!-- ", "<!-- >", "<?a>", "<a b='", "<a b=\"'", "</a>", "&#", "\\", "a\\\n",
    "> ", "- ", "1. ", "> - ", "|a", "a\n\n",
    "\t", "*_`[<&!\\",
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

  /// Each link went past all brackets before it.
  @Test(arguments: ["![", "["]) func linksBehindOpenBracketsCostNoMoreThanOthers(_ bracket: String)
  {
    let times = growth(from: 1_000, below: 10) { count in
      let text =
        String(repeating: bracket, count: count) + String(repeating: "[a](b)", count: count)
      _ = Markdown.Document(text)
    }
    #expect(times < 10)
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

  /// A short row had an empty cell for each column.
  @Test func aTableHasTheCellsThatAreWritten() {
    func cells(_ count: Int) -> Int {
      func lines(_ text: String) -> String { String(repeating: text, count: count) }
      let text = "\(lines("|a"))\n\(lines("|-"))\n\(lines("a\n"))"
      guard case .table(_, let rows)? = Block.blocks(of: text).first else { return 0 }
      #expect(rows.count == count + 1)
      return rows.reduce(0) { $0 + $1.count }
    }
    let (short, long) = (cells(200), cells(800))
    #expect(short == 400 && long <= 5 * short, "\(short) to \(long) cells")
  }

  /// Each use of a definition showed the whole of its address.
  @Test func anAddressThatIsUsedOftenIsShownInPart() {
    var environment = ViewEnvironment()
    environment.opensLinks = false
    let text = "[a]: ftp://x/" + repeating("y", 10_000) + "\n\n" + repeating("[a] ", 4_000)
    guard case .paragraph(let spans)? = Block.blocks(of: text).first else {
      Issue.record("no paragraph")
      return
    }
    let shown = spans.runs(in: environment).map(\.string)
    #expect(shown.count { $0.hasPrefix(" (ftp://x/y") && $0.hasSuffix("y…)") } == 1_000)
    let bytes = shown.reduce(0) { $0 + $1.utf8.count }
    #expect(bytes < 300 * 1_000, "\(bytes) bytes")
  }

  /// The whole of an address was read for each use, to know whether a terminal opens it.
  @Test(arguments: ["http://x/", "x"]) func anAddressThatIsUsedOftenIsReadInPart(_ start: String) {
    let (short, long) = (start + repeating("y", 50_000), start + repeating("y", 200_000))
    let times = growth(from: 50_000, below: 2) { length in
      let uses = [Span(text: "a", link: length == 50_000 ? short : long), Span(text: "b")]
      _ = [Span](Array(repeating: uses, count: 500).joined()).runs(in: ViewEnvironment())
    }
    #expect(times < 2)
  }

  /// Each span that joined another one copied it.
  @Test func aSpanThatGrowsIsNotCopied() {
    let text = Array(repeating("a", 2_000_000).utf8)
    let spans = growth(from: 1_500, below: 1.5) { count in
      let text = text + Array(repeating("\\*", 2 * count).utf8)
      let spans = Inlines(text[...], links: [:]).spans
      #expect(spans.count == 1 && spans[0].text.utf8.count == 2_000_000 + count)
    }
    #expect(spans < 1.5)
    let runs = growth(from: 1_500, below: 1.5) { count in
      var scanner = CodeScanner(repeating("a", 2_000_000))
      scanner.skip(2_000_000 - 4 * 1_500)
      scanner.end(nil)
      for _ in 0..<count {
        scanner.skip()
        scanner.end(nil)
      }
      #expect(scanner.runs.count == 1)
    }
    #expect(runs < 1.5)
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
