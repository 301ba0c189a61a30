import Harness
@_spi(Benchmarks) import SpinTTY

/// Steps in long texts, with a frame after each: rows of a log that wraps, and keys in a text area.
enum Pages {
  static let measurements: [Measurement] =
    logs.map { name, limit, lines in
      Measurement(
        "step in a wrapped log of \(name)", operations: 400, against: base, limit: limit
      ) { scroll($0, lines()) }
    }
    + texts.map { name, limit, text in
      Measurement(
        "edit in a mebibyte of \(name)", operations: 280, against: base, limit: limit
      ) { edit($0, text()) }
    }

  private static let base = "frame in ASCII, all rows are new"

  private static let logs: [(name: String, limit: Double, lines: @Sendable () -> LogView.Lines)] = [
    ("ASCII", 0.5, { plainLog }), ("mixed widths", 0.9, { mixedLog }),
  ]

  private static let plainLog = log { "request \($0) took \($0 % 977) ms, and " }
  private static let mixedLog = log { "请求 \($0) 用了 \($0 % 977) 毫秒 ✅ für Zoë, 素早い " }

  private static func log(_ word: (Int) -> String) -> LogView.Lines {
    var lines = LogView.Lines(capacity: 100_000)
    for number in 0..<100_000 {
      lines.append(String(repeating: word(number), count: 1 + number % 9))
    }
    return lines
  }

  private static func scroll(_ count: Int, _ lines: LogView.Lines) {
    let screen = FrameMeasurement(columns: 80, rows: 24, measuresClusters: true)
    let page = TextPage(columns: 80, rows: 24, widths: WidthRules(profile: .grapheme))
    var model = LogView.Model(wraps: true)
    model.reduce(.scroll(-60_000, of: page), in: lines)
    for number in 0..<count {
      model.reduce(.scroll(number % 40 < 20 ? -1 : 1, of: page), in: lines)
      _ = screen.show(LogView(lines, model))
    }
  }

  private static let texts: [(name: String, limit: Double, text: @Sendable () -> TextArea.Model)] =
    [
      ("ASCII", 3, { ascii }), ("Chinese", 4.5, { chinese }),
      ("Chinese in one line", 1.2, { oneLine }),
    ]

  private static let ascii = text("The quick brown fox jumps over the lazy dog. ", perLine: 8)
  private static let chinese = text("敏捷的棕色狐狸跳过懒狗，每天两次。", perLine: 8)
  private static let oneLine = text("敏捷的棕色狐狸跳过懒狗，每天两次。", perLine: .max)

  private static func text(_ word: String, perLine: Int) -> TextArea.Model {
    let words = (1 << 20) / word.utf8.count
    var text = ""
    for number in 1...words { text += number % perLine == 0 ? word + "\n" : word }
    return TextArea.Model(text)
  }

  private static let actions: [TextArea.Action] = [
    .insert("字"), .remove(.backward), .insert("x"), .insert("\n"), .remove(.backward), .undo, .redo,
    .remove(.wordBackward), .yank,
    .move(.up), .insert("字"), .move(.backward), .kill(.wordBackward), .yank,
  ]

  private static func edit(_ count: Int, _ text: TextArea.Model) {
    let screen = FrameMeasurement(columns: 80, rows: 24, measuresClusters: false)
    // As on the screen, where the area has a blank column on each side: a line caches its rows for one width
    // and one set of rules.
    var model = text
    let room = TextPage(columns: 78, rows: 24, widths: WidthRules(profile: .wcwidth))
    model.reduce(.move(.start, in: room))
    for _ in 0..<30 { model.reduce(.move(.pageDown, in: room)) }
    for number in 0..<count {
      model.reduce(actions[number % actions.count])
      _ = screen.show(TextArea(model))
    }
  }
}
