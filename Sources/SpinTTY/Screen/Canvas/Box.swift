/// The pieces of the outline of a box.
struct Box<Piece> {
  let horizontal: Piece
  let vertical: Piece
  let topLeading: Piece
  let topTrailing: Piece
  let bottomLeading: Piece
  let bottomTrailing: Piece
}

extension Box: Sendable where Piece: Sendable {}

/// The characters of a box, each of which is one scalar.
typealias BoxLines = Box<Unicode.Scalar>

extension BoxLines {
  /// Creates lines from six characters, in the order of the properties.
  init(_ characters: StaticString) {
    var all = characters.description.unicodeScalars.makeIterator()
    self.init(
      horizontal: all.next() ?? "-", vertical: all.next() ?? "|", topLeading: all.next() ?? "+",
      topTrailing: all.next() ?? "+", bottomLeading: all.next() ?? "+",
      bottomTrailing: all.next() ?? "+")
  }

  /// Returns the cells of the lines; nil if one of the characters is not a narrow scalar.
  func cells(in style: StyleID, by rules: WidthRules) -> Box<Cell>? {
    func cell(_ scalar: Unicode.Scalar) -> Cell? { Cell(scalar, style, by: rules) }
    guard let horizontal = cell(horizontal), let vertical = cell(vertical),
      let topLeading = cell(topLeading), let topTrailing = cell(topTrailing),
      let bottomLeading = cell(bottomLeading), let bottomTrailing = cell(bottomTrailing)
    else { return nil }
    return Box<Cell>(
      horizontal: horizontal, vertical: vertical, topLeading: topLeading, topTrailing: topTrailing,
      bottomLeading: bottomLeading, bottomTrailing: bottomTrailing)
  }
}
