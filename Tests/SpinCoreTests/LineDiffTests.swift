import SpinTesting
import Testing

@testable import SpinCore

struct LineDiffTests {
  private func diff(_ expected: String, _ actual: String) -> [String] {
    LineDiff(
      expected: expected.split(separator: " ").map(String.init),
      actual: actual.split(separator: " ").map(String.init)
    ).lines
  }

  @Test(
    arguments: [
      ("", "", []),
      ("a b c", "a b c", []),
      ("", "a", ["+ a"]),
      ("a", "", ["- a"]),
      ("a", "b", ["- a", "+ b"]),
      ("a b c", "a x c", ["  a", "- b", "+ x", "  c"]),
      ("a b c", "a c", ["  a", "- b", "  c"]),
      ("a c", "a b c", ["  a", "+ b", "  c"]),
      ("a a", "a a a", ["  a", "  a", "+ a"]),
      ("a b", "b a", ["- a", "  b", "+ a"]),
      (
        "1 2 3 4 5 6 7 8 9", "1 2 3 4 x 6 7 8 9",
        ["  …", "  2", "  3", "  4", "- 5", "+ x", "  6", "  7", "  8", "  …"]
      ),
      (
        "a 1 2 3 4 5 6 7 b", "x 1 2 3 4 5 6 7 y",
        ["- a", "+ x", "  1", "  2", "  3", "  …", "  5", "  6", "  7", "- b", "+ y"]
      ),
    ] as [(String, String, [String])])
  func linesThatDifferAreShownWithThreeAroundThem(
    expected: String, actual: String, lines: [String]
  ) {
    #expect(diff(expected, actual) == lines)
  }

  @Test func atMostAHundredLinesAreShown() {
    let lines = LineDiff(
      expected: (0..<90).map { "old \($0)" }, actual: (0..<90).map { "new \($0)" }
    ).lines
    #expect(lines.count == 100)
    #expect(lines.first == "- old 0" && lines.last == "… and 81 more lines")
  }

  @Test(.timeLimit(.minutes(10))) func aChangeInALargeStateIsFoundQuickly() {
    var numbers = Array(0..<100_000)
    let before = numbers
    numbers[50_000] = -1
    #expect(
      LineDiff(expectedValue: before, actualValue: numbers).lines == [
        "  …", "    49997,", "    49998,", "    49999,", "-   50000,", "+   -1,", "    50001,",
        "    50002,", "    50003,", "  …",
      ])
    let other = LineDiff(expectedValue: before, actualValue: Array(before.reversed()))
    #expect(other.lines.count == 100)
  }

  // MARK: Long texts

  private struct Commit {
    var id: Int
    var parents: [Int] = []
    var isMerged = false
  }

  @Test func equalLinesBetweenTwoChangesThatAreFarApartAreNotMarked() {
    let before = (0..<1_000).map { Commit(id: $0, parents: [$0 - 1]) }
    var after = before
    after[10].isMerged = true
    after[990].isMerged = true
    #expect(
      LineDiff(expectedValue: before, actualValue: after).lines == [
        "  …", "      parents: [", "        9,", "      ],", "-     isMerged: false,",
        "+     isMerged: true,", "    ),", "    Commit(", "      id: 11,", "  …",
        "      parents: [", "        989,", "      ],", "-     isMerged: false,",
        "+     isMerged: true,", "    ),", "    Commit(", "      id: 991,", "  …",
      ])
  }

  @Test(.timeLimit(.minutes(10))) func textsOf300000LinesAreAlignedAtTheirAnchors() {
    // A third of the lines are equal to others, and a third of the numbers are in one text only.
    let number = { (index: Int) in ["Row(", "number: \(index)", ")"] }
    let old = (0..<100_000).flatMap(number)
    let new = (0..<100_000).flatMap { number($0.isMultiple(of: 3) ? -$0 - 1 : $0) }
    let rows = LineDiff.compare(old, new)
    #expect(Self.isDifference(rows, old, new))
    #expect(rows.count { $0.mark != " " } == 2 * 33_334)
    // No line has an anchor beside it.
    let repeated = (0..<300_000).map { "\($0 % 7)" }
    let others = (0..<300_000).map { "\($0 * $0 % 11)" }
    #expect(Self.isDifference(LineDiff.compare(repeated, others), repeated, others))
    let turned = Array(old.reversed())
    #expect(Self.isDifference(LineDiff.compare(old, turned), old, turned))
  }

  /// Whether removing and adding the marked lines turns one text into the other one.
  private static func isDifference(
    _ rows: [LineDiff.Row], _ old: [String], _ new: [String]
  ) -> Bool {
    rows.filter { $0.mark != "+" }.map(\.line) == old
      && rows.filter { $0.mark != "-" }.map(\.line) == new
  }

  @Test(arguments: UInt64(0)..<300)
  func removingAndAddingTheMarkedLinesTurnsATextIntoTheOther(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let kinds = [2, 5, 40][Int(seed % 3)]
    func text() -> [String] {
      (0..<random.below(40)).map { _ in "\(random.below(kinds))" }
    }
    let (old, new) = (text(), text())
    for limit in [0, 4, 12] {
      #expect(Self.isDifference(LineDiff.compare(old, new, limit: limit), old, new))
    }
    let rows = LineDiff.compare(old, new)
    #expect(Self.isDifference(rows, old, new))
    #expect(rows.count { $0.mark == " " } == Self.commonCount(old, new))
  }

  /// The limit permits no gap to be aligned.
  @Test(arguments: UInt64(0)..<100)
  func noLineIsMarkedThatOccursOnceInTwoTextsOfOneOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func text() -> [String] {
      (0..<60).flatMap { number in
        random.below(4) == 0 ? [["x", "y", "z"][random.below(3)]] : ["\(number)"]
      }
    }
    let (old, new) = (text(), text())
    let rows = LineDiff.compare(old, new, limit: 0)
    #expect(Self.isDifference(rows, old, new))
    let both = Set(old).intersection(new).subtracting(["x", "y", "z"])
    #expect(rows.allSatisfy { $0.mark == " " || !both.contains($0.line) })
  }

  @Test func onlyTheGapsThatAreTooLongAreMarked() {
    func lines(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    let rows = LineDiff.compare(
      lines("x y x y b p p q d x y x y"), lines("y x y x b p q p q d y x y x"), limit: 6)
    #expect(
      rows.map { $0.mark == " " ? $0.line : "\($0.mark)\($0.line)" }.joined(separator: " ")
        == "-x -y -x -y +y +x +y +x b p +q p q d -x -y -x -y +y +x +y +x")
  }

  /// The number of lines that two texts can have in common in one order.
  private static func commonCount(_ old: [String], _ new: [String]) -> Int {
    var counts = Array(repeating: 0, count: new.count + 1)
    for line in old {
      var before = 0
      for (index, other) in new.enumerated() {
        let count = line == other ? before + 1 : max(counts[index], counts[index + 1])
        before = counts[index + 1]
        counts[index + 1] = count
      }
    }
    return counts[new.count]
  }
}
