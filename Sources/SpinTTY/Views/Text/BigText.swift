/// Text in digits several rows high.
///
/// A digit is five rows high and six columns wide, or three rows high and three columns wide if
/// there is less room. If there is no room for that either, the text is plain. Text with characters
/// other than digits, blanks and `+ - . , : / % =` is always plain.
public struct BigText: View {
  private let string: String
  private let glyphs: [BigGlyph]?

  /// Creates text on one line.
  public init(_ string: String) {
    self.string = string
    glyphs = BigGlyph.glyphs(of: string)
  }

  private enum Form: CaseIterable {
    /// A pixel is two columns wide.
    case full
    /// A cell is two pixels, one above the other.
    case half
    case plain
  }

  private func size(_ form: Form, in environment: ViewEnvironment) -> Size? {
    if form == .plain {
      return Size(columns: environment.widths.width(of: string), rows: 1)
    }
    guard let glyphs, !glyphs.isEmpty else { return nil }
    let pixels = glyphs.reduce(glyphs.count - 1) { $0 + $1.width }
    switch form {
    case .full: return Size(columns: 2 * pixels, rows: 5)
    case .half: return environment.drawsASCII ? nil : Size(columns: pixels, rows: 3)
    case .plain: return nil
    }
  }

  /// Returns the largest form that fits.
  private func form(for room: Proposal, in environment: ViewEnvironment) -> (Form, Size) {
    for form in Form.allCases {
      if let size = size(form, in: environment), size.columns <= room.columns ?? .max,
        size.rows <= room.rows ?? .max
      {
        return (form, size)
      }
    }
    return (.plain, Text(string).measure(room, in: environment))
  }

  /// Returns the size of the largest form that fits.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    form(for: proposal, in: environment).1
  }

  /// Draws the largest form that fits.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let form = form(for: Proposal(surface.size), in: environment).0
    guard form != .plain, let glyphs else {
      return Text(string).draw(into: surface, in: environment)
    }
    var column = 0
    for glyph in glyphs {
      let step = form == .full ? 2 : 1
      for x in 0..<glyph.width {
        if form == .full {
          drawFull(glyph, x, at: column + 2 * x, into: surface, in: environment)
        } else {
          drawHalf(glyph, x, at: column + x, into: surface)
        }
      }
      column += (glyph.width + 1) * step
    }
  }

  private func drawFull(
    _ glyph: BigGlyph, _ x: Int, at column: Int, into surface: Surface,
    in environment: ViewEnvironment
  ) {
    for y in 0..<5 where glyph.isSet(x, y) {
      surface.put(environment.drawsASCII ? "##" : "██", column: column, row: y)
    }
  }

  private func drawHalf(_ glyph: BigGlyph, _ x: Int, at column: Int, into surface: Surface) {
    for row in 0..<3 {
      switch (glyph.isSet(x, 2 * row), glyph.isSet(x, 2 * row + 1)) {
      case (true, true): surface.put("█", column: column, row: row)
      case (true, false): surface.put("▀", column: column, row: row)
      case (false, true): surface.put("▄", column: column, row: row)
      case (false, false): break
      }
    }
  }

  /// Adds the text.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    text.append(string)
  }
}
