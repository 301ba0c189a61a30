/// A character of at most three by five pixels.
struct BigGlyph {
  /// One to three pixels.
  let width: Int
  /// Five rows of three bits, the leftmost pixel in the highest bit.
  private let rows: [UInt8]

  private init(_ width: Int, _ rows: UInt8...) {
    self.width = width
    self.rows = rows
  }

  /// Returns whether a pixel is set; pixels outside the glyph are not.
  func isSet(_ x: Int, _ y: Int) -> Bool {
    x < width && y < rows.count && rows[y] & (4 >> UInt8(x)) != 0
  }

  /// Returns the glyphs of a text, or `nil` if a character has none.
  static func glyphs(of string: String) -> [BigGlyph]? {
    var glyphs: [BigGlyph] = []
    for character in string {
      guard let glyph = table[character] else { return nil }
      glyphs.append(glyph)
    }
    return glyphs
  }

  private static let table: [Character: BigGlyph] = [
    "0": BigGlyph(3, 0b111, 0b101, 0b101, 0b101, 0b111),
    "1": BigGlyph(3, 0b110, 0b010, 0b010, 0b010, 0b111),
    "2": BigGlyph(3, 0b111, 0b001, 0b111, 0b100, 0b111),
    "3": BigGlyph(3, 0b111, 0b001, 0b111, 0b001, 0b111),
    "4": BigGlyph(3, 0b101, 0b101, 0b111, 0b001, 0b001),
    "5": BigGlyph(3, 0b111, 0b100, 0b111, 0b001, 0b111),
    "6": BigGlyph(3, 0b111, 0b100, 0b111, 0b101, 0b111),
    "7": BigGlyph(3, 0b111, 0b001, 0b001, 0b001, 0b001),
    "8": BigGlyph(3, 0b111, 0b101, 0b111, 0b101, 0b111),
    "9": BigGlyph(3, 0b111, 0b101, 0b111, 0b001, 0b111),
    " ": BigGlyph(2, 0, 0, 0, 0, 0),
    "+": BigGlyph(3, 0b000, 0b010, 0b111, 0b010, 0b000),
    "-": BigGlyph(3, 0b000, 0b000, 0b111, 0b000, 0b000),
    "\u{2212}": BigGlyph(3, 0b000, 0b000, 0b111, 0b000, 0b000),
    ".": BigGlyph(1, 0b000, 0b000, 0b000, 0b000, 0b100),
    ",": BigGlyph(1, 0b000, 0b000, 0b000, 0b100, 0b100),
    ":": BigGlyph(1, 0b000, 0b100, 0b000, 0b100, 0b000),
    "/": BigGlyph(3, 0b001, 0b001, 0b010, 0b100, 0b100),
    "%": BigGlyph(3, 0b101, 0b001, 0b010, 0b100, 0b101),
    "=": BigGlyph(3, 0b000, 0b111, 0b000, 0b111, 0b000),
  ]
}
