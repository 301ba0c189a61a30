/// The place and the style of the next glyph that the terminal would write.
struct Pen: Equatable {
  var row = 0
  var column = 0
  /// Whether terminals may disagree on the column.
  ///
  /// They may after the last column was written, after a glyph of contested width, and after a
  /// glyph that joins the next text. Then only motions to an absolute column are understood alike.
  var isAmbiguous = false
  var style = StyleID.plain
}
