import Foundation
import SpinTesting
import TerminalTestSupport
import Testing

@testable import SpinMarkdown

/// The parser beside cmark, the reference of CommonMark.
@Suite(.enabled(if: Tool.works("cmark --version"), "needs cmark"), .onItsOwnThread)
struct CmarkTests {
  @Test func blocksAndSpansAreThoseOfCmark() throws {
    // NB: a seed that cmark 0.30 reads as the specification says. It does not for one document in a thousand:
    // it compares underscores of any length with the same opener, and keeps blanks before a line that goes
    // on with a paragraph without its marks.
    var random = RandomMarkdown(generator: SeededGenerator(seed: Tool.seed ?? "5"))
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let texts = (0..<250).map { _ in random.text() }
    for (number, text) in texts.enumerated() {
      try Data(text.utf8).write(to: folder.url.appendingPathComponent("\(number)"))
    }
    let command = """
      cd '\(folder.url.path)'; for i in $(seq 0 \(texts.count - 1)); do cmark -t xml $i; done
      """
    let output = String(decoding: try Tool.run(command, input: Data()), as: UTF8.self)
    let trees = output.split(separator: "<?xml", omittingEmptySubsequences: false).dropFirst()
    try #require(trees.count == texts.count)
    for (text, xml) in zip(texts, trees) {
      let tree = CmarkTree.text(of: Block.blocks(of: text))
      #expect(tree == CmarkTree(xml: String(xml)).text, "\(text.debugDescription)")
    }
  }
}
