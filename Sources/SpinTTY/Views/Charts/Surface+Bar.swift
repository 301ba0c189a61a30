extension Surface {
  /// Fills the first row up to a fraction, by eighths of a cell, and draws the rest as a track.
  func drawBar(_ fraction: Fraction, style: Style, in environment: ViewEnvironment) {
    let columns = size.columns
    let isASCII = environment.drawsASCII
    let done = fraction.units(of: isASCII ? columns : 8 * columns)
    let full = isASCII ? done : done / 8
    fill(isASCII ? "#" : "█", in: Rectangle(columns: full, rows: 1), style: style)
    let rest = Rectangle(column: full, columns: columns - full, rows: 1)
    let track = isASCII ? nil : environment.trackGround
    if let track {
      fill(in: rest, style: Style(background: track))
    } else {
      fill(isASCII ? "-" : "░", in: rest, style: environment.style(.secondary))
    }
    if !isASCII, done % 8 > 0 {
      put(
        Blocks.horizontal[done % 8], column: full, style: style.over(Style(background: track)))
    }
  }
}
