import SpinTesting

/// Makes documents that have what parsers of Markdown disagree about: marks in all places, most of them wrong.
///
/// They have no HTML, which cmark reads and this parser shows, and no tables, which CommonMark lacks. Nor have
/// they backticks without an end before code, after which cmark 0.30 overlooks more code.
struct RandomMarkdown {
  var generator: SeededGenerator
  private var fences = false

  private static let starts = [
    "", "", "", "", "> ", ">", "- ", "-", "* ", "+   ", "1. ", "2. ", "10) ", "# ", "###", "## a #",
    "    ",
    "  ", "   ", "\t", " ", "~~~ swift", "~~~~", "---", "***", "===", "- - -", "_ _ _", "-\t",
    "[a]: http://x.y", "[b]: <1 v> 'title'", "[a b]:", "1.", "> - ", "- > ", "-     ", "\\# ",
  ]

  private static let pieces = [
    "a", "b", "word", " ", " ", "  ", "*", "**", "***", "_", "__", "[", "]", "(", ")", "![",
    "[a]", "[b][a]", "[a b][]", "](http://x)", "](<2 z> \"t\")", "](", "<http://q.r>", "<me@x.org>",
    "\\",
    "\\*", "\\\\", "&amp;", "&#65;", "&nosuch;", "!", ".", ",", "\"", "é", "—", "漢", "#", "-", "+",
    "1.", ":", "=", "~", "'", "(c)", "[x](y)", "*e*", "**s**", "_e_", "[a](b(c)d)",
  ]

  init(generator: SeededGenerator) { self.generator = generator }

  mutating func text() -> String {
    fences = generator.once(in: 3)
    return (0..<generator.number(1..<9)).map { _ in line() }.joined(separator: "\n")
      + (generator.once(in: 2) ? "\n" : "")
  }

  private mutating func line() -> String {
    if generator.once(in: 5) { return generator.pick(["", "", " ", "\t"]) }
    var line = ""
    while generator.once(in: 2) { line += generator.pick(RandomMarkdown.starts) }
    if fences, generator.once(in: 3) { line += generator.pick(["```", "````", "``` js"]) }
    for _ in 0..<generator.number(0..<8) {
      let isCode = !fences && generator.once(in: 12)
      line +=
        isCode
        ? generator.pick([" `x` ", " `` ` `` ", " ` y `."]) : generator.pick(RandomMarkdown.pieces)
    }
    return line + generator.pick(["", "", "", "  ", "\\", " "])
  }
}
