import Harness
@_spi(Benchmarks) import SpinTTY

/// Frames of 80 by 24 that are full of text.
///
/// The cost of a frame may depend on the number of its cells, but hardly on the script. The
/// baseline of each is the ASCII frame of its kind: a frame with one row that differs from the
/// frame before, as after most keys, or one in which every row differs.
enum Frames {
  static let measurements: [Measurement] =
    samples.flatMap { name, sample, measuresClusters in
      Change.allCases.map { change in
        frame(
          name, change, measuresClusters: measuresClusters,
          rows(sample, change, measuresClusters))
      }
    } + [
      frame("bars", .all, bars),
      frame("log", .row, log()),
      frame("table", .row, table()),
      frame("wrapped ASCII", .all, wrapped(ascii)),
      frame("wrapped accents", .all, wrapped(accents)),
      frame("wrapped CJK", .all, wrapped(ideographs)),
      frame("wrapped emoji sequences", .all, wrapped(emoji)),
    ]

  /// The difference from the frame before.
  private enum Change: String, CaseIterable {
    case row = "one row is new"
    case all = "all rows are new"
  }

  private static let ascii = "The quick brown fox jumps over the lazy dog, twice a day! "
  private static let accents = "Thé quick bröwn fox jůmps ovér the lázy dôg, twicè ã dãy! "
  private static let combining =
    "The\u{301} quick bro\u{308}wn fox ju\u{30A}mps over\u{30C} the la\u{301}zy dog. "
  private static let ideographs = "敏捷的棕色狐狸跳过懒狗，每天两次。素早い茶色の狐が"
  private static let jamo = "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}\u{1109}\u{1161} 나라 "
  private static let emoji = "👩‍👩‍👧👍🏽🇫🇷❤️ ok 👨‍💻🏳️‍🌈🇩🇪 "

  private static let samples: [(name: String, text: String, measuresClusters: Bool)] = [
    ("ASCII", ascii, true),
    ("accents", accents, true),
    ("combining accents", combining, true),
    ("CJK", ideographs, true),
    ("Hangul in letters", jamo, true),
    ("Devanagari", "क्षि की प्रतिष्ठा नमस्ते विश्व ", true),
    ("box drawing", "┌──────┬───╮│ ═║╔╗ ├──┼──┤ ▂▄▆ ", true),
    ("emoji sequences", emoji, true),
    ("emoji without mode 2027", emoji, false),
  ]

  /// A frame that is made and encoded repeatedly, alternately as number 0 and as number 1.
  private static func frame(
    _ name: String, _ change: Change, measuresClusters: Bool = true,
    _ view: @escaping @Sendable (Int) -> some View
  ) -> Measurement {
    let base = "frame in ASCII, \(change.rawValue)"
    let isBase = name == "ASCII"
    return Measurement(
      "frame in \(name), \(change.rawValue)", operations: 500, against: isBase ? nil : base,
      limit: isBase ? nil : 2.2
    ) { count in
      let screen = FrameMeasurement(columns: 80, rows: 24, measuresClusters: measuresClusters)
      for number in 1...count { precondition(screen.show(view(number & 1)) > 0) }
    }
  }

  /// Rows with one text each, as wide as the screen or a little narrower.
  private static func rows(
    _ sample: String, _ change: Change, _ measuresClusters: Bool
  ) -> @Sendable (Int) -> VStack {
    let rules = WidthRules(profile: measuresClusters ? .grapheme : .wcwidth)
    let frames = (0..<2).map { frame in
      (0..<24).map { number in
        let isNew = change == .all || number == 11
        return row(number * 7 + (isNew ? frame : 0), of: sample, by: rules)
      }
    }
    return { number in
      VStack { for row in frames[number] { Text(row) } }
    }
  }

  /// The sample, starting at one of its characters and repeated up to 80 columns.
  private static func row(_ start: Int, of sample: String, by rules: WidthRules) -> String {
    var text = ""
    var width = 0
    var index = sample.index(sample.startIndex, offsetBy: start % sample.count)
    while true {
      width += rules.width(of: sample[index])
      if width > 80 { return text }
      text.append(sample[index])
      sample.formIndex(after: &index)
      if index == sample.endIndex { index = sample.startIndex }
    }
  }

  /// One text that fills the screen.
  private static func wrapped(_ sample: String) -> @Sendable (Int) -> Text {
    let rules = WidthRules(profile: .grapheme)
    let texts = (0..<2).map { frame in
      (0..<23).map { row($0 * 7 + frame, of: sample, by: rules) }.joined(separator: " ")
    }
    return { Text(texts[$0]) }
  }

  private static func bars(_ number: Int) -> VStack {
    VStack { for row in 0..<24 { ProgressBar((row * 37 + number * 411) % 1000, of: 1000) } }
  }

  /// Rows of a time, a level and a message, in three styles.
  private static func log() -> @Sendable (Int) -> VStack {
    let entries = (0..<25).map { id in
      (
        time: "12:00:\(10 + id) ", isWarning: id % 3 == 0,
        message: "request \(id * 7919) took \(id * 31 % 900) ms — élan, naïveté"
      )
    }
    return { number in
      VStack {
        for row in 0..<24 {
          let entry = entries[row < 23 ? row : row + number]
          Text(entry.time).style(Style(attributes: .dim))
            + Text(entry.isWarning ? "warning " : "notice  ")
            .foreground(entry.isWarning ? .yellow : .green)
            + Text(entry.message)
        }
      }
    }
  }

  /// Eight columns with one text each.
  private static func table() -> @Sendable (Int) -> HStack {
    let frames = (0..<2).map { frame in
      (0..<8).map { column in
        (0..<24).map { "\(($0 + ($0 == 11 ? frame : 0)) * 7919 * (column + 1) % 1_000_000)" }
          .joined(separator: "\n")
      }
    }
    return { number in
      HStack(spacing: 1) {
        for column in frames[number] {
          Text(column, wrapping: .none, alignment: .trailing).frame(width: .fixed(9))
        }
      }
    }
  }
}
