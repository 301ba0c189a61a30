extension String {
  /// The text as one line: if it has several, with the control pictures of its control characters, so
  /// that `a\nb` is `a␊b`.
  var onOneLine: String {
    utf8.contains { $0 == 0x0A || $0 == 0x0D } ? CleanText(self).string : self
  }

  /// The text as the name of a row, of which something is seen: one of blanks stands in quotes, and
  /// what has no width is U+FFFD there.
  package var asName: String {
    let line = CleanText(self).string
    if line.contains(where: \.isSeen) { return line }
    let parts = line.map { $0.isWhitespace ? String($0) : "\u{FFFD}" }
    return "\"\(parts.joined())\""
  }
}

extension Character {
  /// Whether the character is neither blank nor without width.
  fileprivate var isSeen: Bool {
    // The blank of Braille is no whitespace.
    !isWhitespace && self != "\u{2800}" && WidthRules().width(of: self) > 0
  }
}
