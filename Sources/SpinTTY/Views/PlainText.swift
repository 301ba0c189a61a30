/// Lines of text that say a view in words.
public struct PlainText {
  /// Where lines are wrapped; nil never wraps.
  public let width: Int?
  /// What was said so far.
  public private(set) var lines: [String] = []
  private let widths: WidthRules

  /// Creates an empty text.
  init(width: Int?, widths: WidthRules) {
    self.width = width.map { max(1, $0) }
    self.widths = widths
  }

  /// An empty text that never wraps, to be joined into this one.
  func unwrapped() -> PlainText { PlainText(width: nil, widths: widths) }

  /// Adds lines: each goes through the gate, and is wrapped; one without text adds nothing.
  public mutating func append(_ text: String) {
    let layout = TextLayout(
      runs: CollectionOfOne(Text.Run(text)), width: width, wrapping: .word, widths: widths,
      ellipsis: "")
    for line in layout.lines {
      let string = layout.fragments(of: line).map(\.text.string).joined()
      if string.contains(where: { $0 != " " }) { lines.append(string.trimmingEnd) }
    }
  }
}

extension String {
  /// The string without the blanks at its end.
  fileprivate var trimmingEnd: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}
