/// What fills a cell, or two: a scalar or a cluster, with its measure.
struct Glyph {
  /// The scalars, as they go to the terminal.
  var scalars: Substring.UnicodeScalarView
  /// One or two columns.
  var width: Int
  /// Whether terminals are known to disagree on the width.
  var isContested: Bool
  /// Whether the terminal would join the glyph with what may be written right after it.
  var isOpen = false
}
