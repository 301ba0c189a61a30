extension PlainText {
  /// Wraps a text and appends its lines, except blank ones.
  ///
  /// Control characters are made visible.
  public mutating func append(_ text: String) {
    // A text of any length costs nothing if only the regions are asked for.
    guard !isWithoutLines else { return }
    let layout = TextLayout(
      runs: CollectionOfOne(Text.Run(text)), width: width, wrapping: .word, widths: widths,
      ellipsis: "")
    for line in layout.lines {
      let string = layout.fragments(of: line).map(\.text.string).joined()
      if string.contains(where: { $0 != " " }) { append(line: string.trimmingEnd) }
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
