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
      append(line: layout.fragments(of: line).map(\.text.string).joined())
    }
  }
}
