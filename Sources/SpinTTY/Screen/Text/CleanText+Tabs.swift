extension CleanText {
  /// Returns the lines of a text for a screen: a tab goes to the next multiple of eight columns.
  static func screenLines(of text: String) -> [CleanText] {
    let widths = WidthRules()
    return split(text).map { line in
      var shown = ""
      var column = 0
      for (number, field) in fields(of: line).enumerated() {
        if number > 0 {
          let gap = TabStops.gap(at: column)
          shown += String(repeating: " ", count: gap)
          column += gap
        }
        shown += field
        column += widths.width(of: field)
      }
      return CleanText(gated: shown)
    }
  }

  /// Returns the lines of a text as data: tabs stay and separate fields.
  static func dataLines(of text: String) -> [String] {
    split(text).map { fields(of: $0).joined(separator: "\t") }
  }

  /// Returns the clean text between tabs.
  static func fields(of line: Substring) -> [String] {
    var whole = String(line)
    if !whole.withBytes(CleanText.needsLook) { return [whole] }
    return line.utf8.split(separator: 0x09, omittingEmptySubsequences: false).map {
      CleanText(String(Substring($0))).string
    }
  }
}
