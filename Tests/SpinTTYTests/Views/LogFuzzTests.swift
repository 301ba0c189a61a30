import SpinTesting
import Testing

@testable import SpinTTY

/// Compares a log with an array of all lines there ever were, laid out as texts.
@Suite struct LogFuzzTests {
  @Test(arguments: Seeds.series(100))
  func aLogShowsWhatAnArrayOfLinesDoes(seed: UInt64) {
    var user = User(seed: seed)
    for step in 0..<60 {
      user.act()
      #expect(user.shown == user.expected, "seed \(seed), step \(step)")
      #expect(user.model.follows == user.follows, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: Seeds.series(60))
  func aSearchFindsWhatIsInAnArrayOfLines(seed: UInt64) {
    var user = User(seed: seed)
    for step in 0..<40 {
      user.act()
      let isFound = user.find()
      #expect(user.model.match == user.match, "seed \(seed), step \(step)")
      #expect(isFound, "seed \(seed), step \(step)")
      #expect(user.shown == user.expected, "seed \(seed), step \(step)")
    }
  }
}

/// Somebody who does what comes to mind, and remembers in a plain way what they should see.
private struct User {
  private struct Row: Equatable {
    let line: Int
    let column: Int
    let text: String
  }

  private struct Layout: Hashable {
    let text: String
    let width: Int?
  }

  /// The rows of each text in each width, because there are few texts and many looks at them.
  private final class KnownRows {
    var rows: [Layout: [Row]] = [:]
  }

  private var random: SeededGenerator
  private let rules: WidthRules
  private let capacity: Int
  private var lines: LogView.Lines
  private(set) var model: LogView.Model
  private var size: Size

  private var all: [String] = []
  private var first = 0
  private(set) var follows = true
  private var top: (line: Int, column: Int) = (0, 0)
  private var column = 0
  private(set) var match: LogMatch?
  private let known = KnownRows()

  private static let texts = [
    "", "x", "the quick brown fox", "漢字かな。漢字かな。漢", "e\u{301}e\u{301}e\u{301}xe\u{301}", "a\tb\tx",
    "👩‍👩‍👧 🇫🇷 👍🏽 x", "\u{1B}[31mred\u{1B}[m", "\u{301}", "\u{200B}", "Ünïcödé ‒ é", "漢\tx",
    String(repeating: "long ", count: 12), "x漢x漢x漢x漢x漢x漢x",
  ]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    rules = WidthRules(
      profile: random.pick([.grapheme, .wcwidth]), ambiguousIsWide: random.once(in: 4))
    capacity = random.pick([1, 4, 8, 30, 500])
    lines = LogView.Lines(capacity: capacity)
    model = LogView.Model(wraps: random.once(in: 2))
    size = Size(columns: random.number(1..<14), rows: random.number(1..<8))
    self.random = random
  }

  private var page: TextPage {
    TextPage(columns: size.columns, rows: size.rows, widths: rules)
  }

  /// All rows of the lines that are there.
  private var rows: [Row] {
    (first..<all.count).flatMap { number in
      let layout = Layout(text: all[number], width: model.wraps ? size.columns : nil)
      let rows = known.rows[layout] ?? rows(of: layout)
      known.rows[layout] = rows
      return rows.map { Row(line: number, column: $0.column, text: $0.text) }
    }
  }

  private func rows(of layout: Layout) -> [Row] {
    let text = TextLayout(
      runs: [Text.Run(layout.text)], width: layout.width, wrapping: .cluster, widths: rules,
      ellipsis: "")
    var column = 0
    return text.lines.map { line in
      defer { column += line.width }
      let cells = text.fragments(of: line).map(\.text.string).joined()
      return Row(line: 0, column: column, text: cells)
    }
  }

  private func place(in rows: [Row]) -> Int {
    let limit = max(0, rows.count - size.rows)
    if follows { return limit }
    if top.line < first { return 0 }
    let row = rows.lastIndex {
      $0.line < top.line || $0.line == top.line && $0.column <= top.column
    }
    return min(row ?? 0, limit)
  }

  private var canvas: Canvas { Canvas(size: size, widths: rules) }

  var expected: [String] {
    let (canvas, rows) = (canvas, rows)
    let widest = rows.map { rules.width(of: $0.text) }.max() ?? 0
    let left = model.wraps ? 0 : min(column, max(0, widest - size.columns))
    for (row, part) in rows[place(in: rows)...].prefix(size.rows).enumerated() {
      canvas.surface.put(part.text, column: -left, row: row)
    }
    return canvas.lines
  }

  var shown: [String] {
    let canvas = canvas
    LogView(lines, model).draw(into: canvas.surface, in: ViewEnvironment(widths: rules))
    return canvas.lines
  }

  mutating func act() {
    switch random.number(0..<8) {
    case 0, 1:
      for _ in 0..<random.number(0..<12) {
        let text = random.pick(User.texts)
        all.append(text)
        lines.append(text)
      }
      first = max(first, all.count - capacity)
    case 2 where random.once(in: 6):
      lines.removeAll()
      first = all.count
    case 2: size = Size(columns: random.number(1..<14), rows: random.number(1..<8))
    case 3 where random.once(in: 4):
      // The row at the top stays there, as far as it has a row of its own.
      model.wraps.toggle()
    case 4:
      let (step, limit) = (random.pick([-3, 3, 1]), random.number(0..<30))
      model.reduce(.scrollColumns(step, limit: limit), in: lines)
      column = min(max(min(column, limit) + step, 0), limit)
    default: scroll(random.pick([-1, 1, 1, -2, 3, -7, 9, 0, .min, .max]))
    }
  }

  private mutating func scroll(_ step: Int) {
    model.reduce(.scroll(step, of: page), in: lines)
    let rows = rows
    if rows.isEmpty { return }
    let (place, limit) = (place(in: rows), max(0, rows.count - size.rows))
    let next = min(max(place.advanced(within: step), 0), limit)
    if step > 0, next == limit {
      follows = true
    } else if next != place {
      follows = false
      top = (rows[next].line, rows[next].column)
    }
  }

  // MARK: Searching

  /// Where the text begins that is searched for in the lines that are there.
  private func matches(_ search: String) -> [LogMatch] {
    let wanted = Array(search.lowercased().utf8)
    return (first..<all.count).flatMap { number -> [LogMatch] in
      let text = lines[number].utf8.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }
      var found: [LogMatch] = []
      var start = 0
      while start + wanted.count <= text.count {
        let place = start..<start + wanted.count
        if Array(text[place]) == wanted { found.append(LogMatch(line: number, bytes: place)) }
        start += Array(text[place]) == wanted ? wanted.count : 1
      }
      return found
    }
  }

  /// Steps to a match, and says whether the one that is expected is seen then.
  mutating func find() -> Bool {
    if random.once(in: 6) {
      let search = random.pick(["x", "e", "long l", "漢", "none", ""])
      if search != model.search { match = nil }
      model.search = search
    }
    let (isNext, rows) = (random.once(in: 2), rows)
    let matches = model.search.isEmpty || rows.isEmpty ? [] : matches(model.search)
    let places = matches.map { row(of: $0, in: rows) }
    let (place, seen) = (place(in: rows), place(in: rows)..<place(in: rows) + size.rows)
    model.reduce(isNext ? .nextMatch(of: page) : .previousMatch(of: page), in: lines)
    if matches.isEmpty { return true }
    let current = matches.firstIndex { $0 == match }.flatMap { seen ~= places[$0] ? $0 : nil }
    let wanted =
      isNext
      ? current.map { $0 + 1 } ?? places.firstIndex { $0 >= place } ?? 0
      : current.map { $0 - 1 } ?? places.lastIndex { $0 < seen.upperBound } ?? -1
    let found = (wanted + matches.count) % matches.count
    match = matches[found]
    (follows, top) = (false, (model.scroll.row, model.skipped))
    column = model.scroll.column
    let now = self.place(in: rows)
    return seen ~= places[found] ? now == place : now..<now + size.rows ~= places[found]
  }

  private func row(of match: LogMatch, in rows: [Row]) -> Int {
    let text = lines[match.line].utf8.prefix(match.bytes.lowerBound)
    let column = rules.width(of: String(decoding: text, as: UTF8.self))
    return rows.lastIndex { $0.line == match.line && $0.column <= column } ?? -1
  }
}
