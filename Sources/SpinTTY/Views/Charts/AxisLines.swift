/// The characters of the lines on the left and at the bottom of a chart.
struct AxisLines {
  let side: Character
  let corner: String
  let bottom: Character
  /// A tick on a line.
  let tick: String

  /// Lines at the edges of their cells, so that bars and areas touch them.
  init(isASCII: Bool) {
    (side, corner, bottom, tick) = isASCII ? ("|", "+", "-", "+") : ("▕", " ", "▔", "")
  }
}
