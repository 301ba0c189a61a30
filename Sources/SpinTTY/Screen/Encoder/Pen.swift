/// Where the terminal would put the next glyph, and how it would look.
struct Pen: Equatable {
  var row = 0
  var column = 0
  /// Whether terminals may disagree on the column.
  ///
  /// They do when the last one was just written, or a glyph of contested width, or one that joins what
  /// follows. Only moves that name the column are then understood alike.
  var isAmbiguous = false
  var style = StyleID.plain
}
