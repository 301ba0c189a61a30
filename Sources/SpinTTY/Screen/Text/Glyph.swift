/// What fills a cell, or two: a scalar or a cluster, with its measure.
struct Glyph {
  /// Where its bytes are in the text that was scanned.
  var bytes: Range<Int>
  /// The only scalar; zero if there are several.
  var scalar: UInt32
  /// One or two columns.
  var width: Int
  /// Whether terminals are known to disagree on the width.
  var isContested: Bool
  /// Whether the terminal would join the glyph with what may be written right after it.
  var isOpen = false
}
