import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct LogLinesTests {
  private func lines(_ count: Int, capacity: Int) -> LogView.Lines {
    var lines = LogView.Lines(capacity: capacity)
    for number in 0..<count { lines.append("line \(number)") }
    return lines
  }

  @Test func aLineKeepsItsNumberWhenOlderOnesFallOut() {
    let lines = lines(25, capacity: 10)
    #expect(lines.count == 10)
    #expect(lines.dropped == 15)
    #expect(lines.indices == 15..<25)
    #expect(lines[17] == "line 17")
    #expect(lines.first == "line 15")
    #expect(lines.last == "line 24")
  }

  @Test func aTextIsAsManyLinesAsItHas() {
    var lines = LogView.Lines()
    lines.append("one\ntwo\r\n\nfour\n")
    lines.append("")
    #expect(Array(lines) == ["one", "two", "", "four", ""])
  }

  /// The rows of a width that is cached are not counted in the lines given, so those may be others.
  @Test func theWidthUnusedForLongestMakesRoomForAnother() {
    let (one, two) = (
      LogView.Line(StyledLine(gated: "x")),
      LogView.Line(StyledLine(gated: String(repeating: "x", count: 9)))
    )
    let heights = LogView.Heights()
    func rows(_ line: LogView.Line, _ columns: Int) -> Int {
      heights.rows(ofFirst: 1, [line], in: columns, by: WidthRules())
    }
    for columns in [6, 7, 8, 6, 5] { #expect(rows(one, columns) == 1) }
    #expect([8, 6, 5].map { rows(two, $0) } == [1, 1, 1])
    #expect(rows(two, 7) == 2)
  }

  @Test func nothingInALineCanMoveACursor() {
    var lines = LogView.Lines()
    lines.append("a\tb\u{1B}[2J\u{7}")
    #expect(lines.last == "a       b␛[2J␇")
    lines.append("漢\tb")
    #expect(lines.last == "漢      b")
  }

  @Test func whatIsRemovedIsNotCountedAsDroppedAndNumbersGoOn() {
    var lines = lines(7, capacity: 10)
    lines.removeAll()
    #expect(lines.isEmpty && lines.dropped == 0)
    lines.append("next")
    #expect(lines.indices == 7..<8)
    #expect(lines[7] == "next")
  }

  @Test(arguments: [Int.min, 0, 1])
  func thereIsRoomForALineAtLeast(capacity: Int) {
    let lines = lines(3, capacity: capacity)
    #expect(Array(lines) == ["line 2"])
  }

  @Test func appendingCopiesNoLineThatIsThereAlready() {
    var lines = lines(100_000, capacity: 100_000)
    let before = lines.chunkIDs
    let copy = lines
    for number in 0..<256 { lines.append("new \(number)") }
    let after = lines.chunkIDs
    #expect(Array(after.dropLast()) == Array(before.dropFirst()), "One chunk came, and one went.")
    #expect(copy.chunkIDs == before)
    #expect(copy.first == "line 0" && copy.last == "line 99999")
    #expect(lines.first == "line 256" && lines.last == "new 255")
  }

  @Test func logsAreEqualIfTheirLinesAndNumbersAre() {
    let lines = lines(3_000, capacity: 2_000)
    #expect(lines == self.lines(3_000, capacity: 2_000))
    #expect(lines.hashValue == self.lines(3_000, capacity: 2_000).hashValue)
    var other = lines
    #expect(lines == other)
    other.append("line 3000")
    #expect(lines != other)
    #expect(self.lines(3, capacity: 8) != self.lines(4, capacity: 8))
    var (one, two) = (self.lines(3, capacity: 8), self.lines(3, capacity: 8))
    one.append("x")
    two.append("y")
    #expect(one != two)
  }

  @Test(arguments: Seeds.series(60))
  func theyAreTheEndOfAnArray(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let capacity = random.pick([1, 2, 3, 7, 8, 9, 40, 1_024, 1_500])
    var lines = LogView.Lines(capacity: capacity)
    var all: [String] = []
    var (first, dropped) = (0, 0)
    var copies: [(LogView.Lines, [String])] = []
    for _ in 0..<20 {
      for _ in 0..<random.number(0..<300) {
        let text = random.pick(["", "x", "漢字", "e\u{301}", "long"])
        all.append(text)
        lines.append(text)
      }
      let excess = max(0, all.count - first - capacity)
      (first, dropped) = (first + excess, dropped + excess)
      if random.once(in: 8) {
        lines.removeAll()
        first = all.count
      }
      if random.once(in: 4) { copies.append((lines, Array(all[first...]))) }
      #expect(Array(lines) == Array(all[first...]), "seed \(seed)")
      #expect(lines.indices == first..<all.count && lines.dropped == dropped, "seed \(seed)")
      for rules in [WidthRules(), WidthRules(profile: .grapheme, ambiguousIsWide: true)] {
        let widths = all[first...].map { rules.width(of: $0) }
        #expect(lines.width(by: rules) == widths.max() ?? 0, "seed \(seed)")
      }
    }
    for (copy, array) in copies { #expect(Array(copy) == array, "seed \(seed)") }
  }
}
