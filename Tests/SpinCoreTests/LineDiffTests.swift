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
}
