/// The lines of text that describe a view without a screen.
public struct PlainText {
  /// The number of columns at which lines wrap; `nil` never wraps.
  public let width: Int?
  /// The lines so far.
  public private(set) var lines: [String] = []
  private let widths: WidthRules

  /// Creates an empty text.
  init(width: Int?, widths: WidthRules) {
    self.width = width.map { max(1, $0) }
    self.widths = widths
  }

  /// Returns an empty text that never wraps, for lines that are joined into this text.
  func unwrapped() -> PlainText { PlainText(width: nil, widths: widths) }

  /// Wraps a text and appends its lines, except blank ones.
  ///
  /// Control characters are made visible.
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
  /// The string without trailing blanks.
  fileprivate var trimmingEnd: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}
