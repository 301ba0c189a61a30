extension PlainText {
  /// Wraps a text and appends its lines, except blank ones at its start and its end.
  ///
  /// Control characters are made visible.
  public mutating func append(_ text: String) {
    // A text of any length costs nothing if only the regions are asked for.
    guard !isWithoutLines else { return }
    let layout = TextLayout(
      runs: CollectionOfOne(Text.Run(text)), width: width, wrapping: .word, widths: widths,
      ellipsis: "")
    let lines = layout.lines.map { layout.fragments(of: $0).map(\.text.string).joined() }
    let isBlank = { (line: String) in line.allSatisfy { $0 == " " } }
    let said = lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    for line in said { append(line: line, isKept: true) }
  }

  /// Wraps a row of a text and appends its lines, even if it is blank.
  package mutating func append(row: String) {
    if row.allSatisfy({ $0 == " " }) { append(line: "", isKept: true) } else { append(row) }
  }
}
