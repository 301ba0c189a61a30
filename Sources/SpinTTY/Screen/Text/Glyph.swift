/// A scalar or cluster that fills one cell or two, with its measure.
struct Glyph {
  /// The range of its bytes in the scanned text.
  var bytes: Range<Int>
  /// The width, one or two columns.
  var width: Int
  /// Whether terminals are known to disagree on the width.
  var isContested: Bool
  /// Whether the terminal would join the glyph with text written directly after it.
  var isOpen = false
}
