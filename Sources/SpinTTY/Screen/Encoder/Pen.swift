/// Where the terminal would put the next glyph, and how it would look.
struct Pen: Equatable {
  var row = 0
  var column = 0
  /// Whether the last column was just written: terminals disagree on what most moves then do.
  var isAmbiguous = false
  var style = StyleID.plain
}
