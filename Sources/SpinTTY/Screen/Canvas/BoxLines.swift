/// The characters of a box, each of which is one scalar.
struct BoxLines {
  let horizontal: Unicode.Scalar
  let vertical: Unicode.Scalar
  let topLeading: Unicode.Scalar
  let topTrailing: Unicode.Scalar
  let bottomLeading: Unicode.Scalar
  let bottomTrailing: Unicode.Scalar

  /// Creates lines from six characters, in the order of the properties.
  init(_ characters: StaticString) {
    var all = characters.description.unicodeScalars.makeIterator()
    horizontal = all.next() ?? "-"
    vertical = all.next() ?? "|"
    topLeading = all.next() ?? "+"
    topTrailing = all.next() ?? "+"
    bottomLeading = all.next() ?? "+"
    bottomTrailing = all.next() ?? "+"
  }
}

/// The cells of a box, each of which is narrow.
struct BoxCells {
  let horizontal: Cell
  let vertical: Cell
  let topLeading: Cell
  let topTrailing: Cell
  let bottomLeading: Cell
  let bottomTrailing: Cell

  /// Makes cells of lines; nil if one of the characters is not a narrow scalar.
  init?(_ lines: BoxLines, _ style: StyleID, by rules: WidthRules) {
    guard let horizontal = Cell(lines.horizontal, style, by: rules),
      let vertical = Cell(lines.vertical, style, by: rules),
      let topLeading = Cell(lines.topLeading, style, by: rules),
      let topTrailing = Cell(lines.topTrailing, style, by: rules),
      let bottomLeading = Cell(lines.bottomLeading, style, by: rules),
      let bottomTrailing = Cell(lines.bottomTrailing, style, by: rules)
    else { return nil }
    self.horizontal = horizontal
    self.vertical = vertical
    self.topLeading = topLeading
    self.topTrailing = topTrailing
    self.bottomLeading = bottomLeading
    self.bottomTrailing = bottomTrailing
  }
}
