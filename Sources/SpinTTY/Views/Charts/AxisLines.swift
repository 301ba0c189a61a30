/// The characters of the lines on the left and at the bottom of a chart.
struct AxisLines {
  let side: Character
  let corner: String
  let bottom: Character
  /// A tick on the line at the left.
  let sideTick: String
  /// A tick on the line at the bottom.
  let bottomTick: String

  init(isASCII: Bool) {
    (side, corner, bottom, sideTick, bottomTick) =
      isASCII ? ("|", "+", "-", "+", "+") : ("│", "└", "─", "┤", "┴")
  }
}
