import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct LogModelTests {
  private let page = TextPage(columns: 10, rows: 3)

  private func lines(_ range: Range<Int>, capacity: Int = 100) -> LogView.Lines {
    var lines = LogView.Lines(capacity: capacity)
    for number in range { lines.append("line \(number)") }
    return lines
  }

  private func shown(
    _ lines: LogView.Lines, _ model: LogView.Model, columns: Int = 10, rows: Int = 3
  ) -> [String] {
    picture(columns, rows) { LogView(lines, model) }.split(separator: "\n").map(String.init)
  }

  @Test func itFollowsItsEndUntilTheUserScrollsUp() {
    var lines = lines(0..<5)
    var model = LogView.Model()
    #expect(shown(lines, model) == ["line 2", "line 3", "line 4"])
    lines.append("line 5")
    #expect(shown(lines, model) == ["line 3", "line 4", "line 5"])
    model.reduce(.scroll(-1, of: page), in: lines)
    #expect(!model.follows)
    lines.append("line 6")
    #expect(shown(lines, model) == ["line 2", "line 3", "line 4"])
  }

  @Test func itFollowsAgainAtTheEnd() {
    var lines = lines(0..<9)
    var model = LogView.Model()
    model.reduce(.scroll(-2, of: page), in: lines)
    model.reduce(.scroll(1, of: page), in: lines)
    #expect(!model.follows)
    model.reduce(.scroll(1, of: page), in: lines)
    #expect(model.follows)
    lines.append("line 9")
    #expect(shown(lines, model).last == "line 9")
    model.reduce(.scroll(.min, of: page), in: lines)
    #expect(shown(lines, model).first == "line 0")
    model.reduce(.scroll(.max, of: page), in: lines)
    #expect(model.follows)
  }

  @Test func whatIsSeenStaysWhenOldLinesFallOut() {
    var lines = lines(0..<10, capacity: 10)
    var model = LogView.Model()
    model.reduce(.scroll(-3, of: page), in: lines)
    for number in 10..<14 {
      lines.append("line \(number)")
      #expect(shown(lines, model) == ["line 4", "line 5", "line 6"])
    }
    lines.append("line 14")
    #expect(shown(lines, model) == ["line 5", "line 6", "line 7"], "It is not there any more.")
  }

  @Test func aLogThatIsSeenWholeGoesOnFollowing() {
    let lines = lines(0..<3)
    var model = LogView.Model()
    for (step, lines) in [(-1, lines), (1, lines), (-1, LogView.Lines())] {
      let isChanged = model.reduce(.scroll(step, of: page), in: lines)
      #expect(!isChanged && model.follows)
    }
    let isChanged = model.reduce(.nextMatch(of: page), in: LogView.Lines())
    #expect(!isChanged && model.follows)
  }

  @Test func aWrappedLineIsScrolledByRowsAndStaysAtTheTopInAnyWidth() {
    var lines = LogView.Lines()
    lines.append("0123456789abcdefghijABCDEFGHIJ")
    lines.append("end")
    var model = LogView.Model(wraps: true)
    #expect(shown(lines, model) == ["abcdefghij", "ABCDEFGHIJ", "end"])
    model.reduce(.scroll(-1, of: page), in: lines)
    #expect(shown(lines, model) == ["0123456789", "abcdefghij", "ABCDEFGHIJ"])
    model.reduce(.scroll(1, of: page), in: lines)
    #expect(model.follows)
    model.reduce(.scroll(.min, of: TextPage(columns: 10, rows: 1)), in: lines)
    model.reduce(.scroll(1, of: TextPage(columns: 10, rows: 1)), in: lines)
    #expect(shown(lines, model, rows: 1) == ["abcdefghij"])
    #expect(shown(lines, model, columns: 4, rows: 1) == ["89ab"], "The row that has the place.")
    #expect(shown(lines, model, columns: 20, rows: 1) == ["0123456789abcdefghij"])
  }

  @Test func aLineMayBeShownByItsNumber() {
    var model = LogView.Model()
    model.show(4)
    #expect(shown(lines(0..<20), model) == ["line 4", "line 5", "line 6"])
    model.show(19)
    #expect(shown(lines(0..<20), model).first == "line 17")
    model.show(.min)
    #expect(shown(lines(0..<20), model).first == "line 0")
  }

  @Test func matchesAreSteppedToAndBeyondTheEndsFromTheOtherEnd() {
    let lines = lines(0..<40)
    var model = LogView.Model(search: "7")
    var found: [Int?] = []
    for _ in 0..<5 {
      model.reduce(.nextMatch(of: page), in: lines)
      found.append(model.matchedLine)
    }
    #expect(found == [37, 7, 17, 27, 37])
    #expect(!model.follows, "What was found is to stay in sight.")
    found = []
    for _ in 0..<4 {
      model.reduce(.previousMatch(of: page), in: lines)
      found.append(model.matchedLine)
    }
    #expect(found == [27, 17, 7, 37])
    model.reduce(.previousMatch(of: page), in: lines)
    #expect(shown(lines, model) == ["line 26", "line 27", "line 28"])
    model.reduce(.scroll(.min, of: page), in: lines)
    model.reduce(.nextMatch(of: page), in: lines)
    #expect(model.matchedLine == 7, "It goes on from what is seen.")
  }

  @Test func capitalsAreFoundAsTheyAreAndSmallLettersInEitherCase() {
    var lines = LogView.Lines()
    lines.append("Error ERROR error")
    func places(_ search: String) -> [Int] {
      LogSearch(search)?.places(in: lines[0]).map(\.lowerBound) ?? []
    }
    #expect(places("error") == [0, 6, 12])
    #expect(places("Error") == [0])
    #expect(places("rr") == [1, 7, 13])
    #expect(places("") == [])
    #expect(LogSearch("aa")?.places(in: "aaaaa") == [0..<2, 2..<4])
  }

  @Test func whatIsFoundFarToTheRightIsScrolledTo() {
    var lines = LogView.Lines()
    lines.append(String(repeating: "-", count: 50) + "x" + String(repeating: "-", count: 50))
    var model = LogView.Model(search: "x")
    model.reduce(.nextMatch(of: page), in: lines)
    #expect(shown(lines, model) == ["-----x----"])
    #expect(LogView.Model(search: "y").matchedLine == nil)
    model.search = "y"
    let isChanged = model.reduce(.nextMatch(of: page), in: lines)
    #expect(!isChanged)
  }

  @Test func columnsAreScrolledWithinTheLimitThatWasSeen() {
    var lines = LogView.Lines()
    lines.append("0123456789abcdef")
    var model = LogView.Model()
    model.reduce(.scrollColumns(4, limit: 6), in: lines)
    #expect(shown(lines, model) == ["456789abcd"])
    model.reduce(.scrollColumns(.max, limit: 6), in: lines)
    #expect(shown(lines, model) == ["6789abcdef"])
    #expect(model.follows)
  }

  @Test(arguments: [1, 7, 90]) func theRowsBeforeALineAreThoseOfTheLinesBeforeIt(columns: Int) {
    let rules = WidthRules()
    var lines = LogView.Lines(capacity: 700)
    for number in 0..<1_000 { lines.append(String(repeating: "か", count: number % 31)) }
    var sum = 0
    for line in lines.indices {
      if line % 13 == 0 || line > 990 {
        #expect(lines.rows(before: line, in: columns, by: rules) == sum)
      }
      sum += lines.line(line).rows(in: columns, by: rules)
    }
    #expect(lines.rows(before: lines.endIndex, in: columns, by: rules) == sum)
    #expect(lines.rows(in: columns, by: rules) == sum)
  }

  /// What one of them has counted is of use to the others, and wrong for none.
  @Test(arguments: Seeds.series(60))
  func copiesOfALogThatGrowApartHaveTheirOwnRows(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rules = WidthRules()
    var logs = [LogView.Lines(capacity: 9 + random.below(60))]
    for step in 0..<200 {
      let number = random.below(logs.count)
      switch random.below(10) {
      case 0 where logs.count < 4: logs.append(logs[number])
      case 1 where random.below(20) == 0: logs[number].removeAll()
      case 2...5: logs[number].append(String(repeating: "か", count: random.below(40)))
      default:
        let log = logs[number]
        let columns = [2, 3, 7, 20, 30][random.below(5)]
        let line = log.startIndex + random.below(log.count + 1)
        let heights = (log.startIndex..<line).map { log.line($0).rows(in: columns, by: rules) }
        #expect(
          log.rows(before: line, in: columns, by: rules) == heights.reduce(0, +),
          "seed \(seed), step \(step)")
      }
    }
  }

  /// However much room wide characters leave at the ends of rows.
  @Test(arguments: [false, true], [WidthRules.Profile.grapheme, .wcwidth])
  func aLineHasTheRowsInWhichItIsDrawn(ambiguousIsWide: Bool, profile: WidthRules.Profile) {
    let rules = WidthRules(profile: profile, ambiguousIsWide: ambiguousIsWide)
    let pieces = ["a", "b ", "漢", "字字", "é", "‒", "👩‍👩‍👧", "🇫🇷", "e\u{301}"]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<150 {
      let text = (0..<random.below(40)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let line = LogView.Line(StyledLine(gated: text))
      for columns in 1...24 {
        var (rows, end) = (0, LogView.Line.Place())
        repeat {
          end = line.rowEnd(from: end, in: columns, by: rules)
          rows += 1
        } while end.byte < text.utf8.count
        #expect(line.rows(in: columns, by: rules) == rows, "\(text) in \(columns)")
      }
    }
  }
}
