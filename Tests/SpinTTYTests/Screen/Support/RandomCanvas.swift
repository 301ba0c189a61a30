import SpinTesting

@testable import SpinTTY

/// Draws canvases as programs do, and some as no program would.
struct RandomCanvas {
  var generator: SeededGenerator
  /// Whether characters are drawn whose width terminals disagree on.
  var isContested = true

  private static let words = [
    "id", "customer", "late", "ok", "12:00:01", " ", "  ", "          ", "status", "─────", "│",
    "0.5 %", "naïve", "漢字", "한글", "e\u{301}", "😀", "ｶﾅ", "…", "\u{1B}[2J", "a\tb", "x",
    "\u{301}",
  ]
  private static let contested = [
    "❤️", "👍🏽", "🇫🇷", "👩‍👩‍👧", "क्षि", "\u{1FAE9}", "☺︎", "1️⃣", "\u{AD}", "नमस्ते",
    "กำ", "ｶﾞ", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
  ]

  mutating func size() -> Size {
    Size(
      columns: generator.pick([1, 2, 3, 9, 20, 40, 80, 120]),
      rows: generator.pick([1, 2, 3, 8, 24]))
  }

  mutating func capabilities() -> Capabilities {
    Capabilities(
      colors: generator.pick([.none, .ansi16, .ansi256, .trueColor, .trueColor]),
      widths: WidthRules(
        profile: generator.pick([.wcwidth, .grapheme]), ambiguousIsWide: generator.once(in: 5)),
      synchronizedOutput: generator.once(in: 2), backgroundColorErase: generator.once(in: 2),
      scrolling: generator.once(in: 2), absoluteRows: !generator.once(in: 6),
      underlineStyles: generator.once(in: 2), hyperlinks: generator.once(in: 2))
  }

  mutating func color() -> Color? {
    switch generator.number(0..<8) {
    case 0: .palette(UInt8(generator.number(0..<16)))
    case 1: .palette(UInt8(generator.number(0..<256)))
    case 2: .rgb(UInt8(generator.number(0..<256)), 100, 200)
    case 3: .default
    default: nil
    }
  }

  mutating func style() -> Style {
    if generator.once(in: 2) { return .plain }
    var style = Style(foreground: color(), background: generator.once(in: 2) ? color() : nil)
    if generator.once(in: 3) {
      style.attributes = Attributes(rawValue: UInt8(generator.number(0..<32)))
    }
    if generator.once(in: 6) {
      style.underline = Underline(rawValue: UInt8(generator.number(0..<6)))
      style.underlineColor = color()
    }
    if generator.once(in: 10) {
      style.link = Link(
        "https://example.com/\(generator.number(0..<3))", id: generator.once(in: 2) ? "a" : "")
    }
    return style
  }

  mutating func word() -> String {
    isContested && generator.once(in: 12)
      ? generator.pick(RandomCanvas.contested) : generator.pick(RandomCanvas.words)
  }

  /// Draws a whole frame: rows of words, as of a table.
  mutating func fill(_ canvas: Canvas) {
    canvas.clear(to: canvas.size)
    if generator.once(in: 4) { canvas.surface.fill(" ", style: style()) }
    for row in 0..<canvas.size.rows where !generator.once(in: 4) {
      var column = generator.number(0..<4)
      while column < canvas.size.columns, !generator.once(in: 8) {
        column += max(
          1, canvas.surface.put(word(), column: column, row: row, style: style()))
        if generator.once(in: 2) { column += generator.number(0..<12) }
      }
    }
    declareCursor(on: canvas)
  }

  /// Changes some of a canvas.
  mutating func change(_ canvas: Canvas) {
    let size = canvas.size
    for _ in 0..<generator.number(0..<12) {
      let row = generator.number(0..<size.rows)
      let column = generator.number(-3..<size.columns)
      switch generator.number(0..<6) {
      case 0:
        canvas.surface.fill(
          generator.pick([" ", " ", "-", "漢"]),
          in: Rectangle(
            column: column, row: row, columns: generator.number(0..<60),
            rows: generator.number(0..<4)), style: style())
      case 1:
        let style = style()
        canvas.surface.restyle(
          in: Rectangle(column: column, row: row, columns: generator.number(0..<60), rows: 1)
        ) { $0 = style.over($0) }
      default:
        canvas.surface.put(word(), column: column, row: row, style: style())
      }
    }
    if generator.once(in: 4) { scroll(canvas) }
    declareCursor(on: canvas)
  }

  private mutating func scroll(_ canvas: Canvas) {
    let size = canvas.size
    let shift = generator.number(-9..<10)
    let top = generator.number(0..<size.rows)
    let bottom = generator.number(top..<size.rows) + 1
    let source = canvas.grid
    for row in top..<bottom where (top..<bottom).contains(row + shift) {
      for column in 0..<size.columns {
        canvas.grid[column: column, row: row] = source[column: column, row: row + shift]
      }
    }
  }

  private mutating func declareCursor(on canvas: Canvas) {
    guard generator.once(in: 3) else { return }
    canvas.surface.placeCursor(
      column: generator.number(0..<canvas.size.columns),
      row: generator.number(0..<canvas.size.rows), shape: generator.pick([.standard, .bar]))
  }
}
