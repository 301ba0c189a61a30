extension VirtualTerminal {
  /// A cell of the grid.
  public struct Cell: Hashable, Sendable {
    /// The character: a space if nothing was written, and empty in the right half of a wide
    /// character.
    public var text: String
    /// The width of the character in columns: 1, 2, or 0 in the right half of a wide character.
    public var width: Int
    /// The colours and attributes that the cell was written with.
    public var style: Style

    /// Creates a cell, which is blank by default.
    package init(_ text: String = " ", width: Int = 1, style: Style = Style()) {
      self.text = text
      self.width = width
      self.style = style
    }

    static func rightHalf(_ style: Style) -> Self { Cell("", width: 0, style: style) }
  }

  /// The way in which the scalars of a text form cells.
  package enum Segmentation: Sendable {
    /// A grapheme cluster takes one or two columns.
    case graphemes
    /// Each scalar is measured on its own; a scalar without width joins the previous cell.
    case scalars
    /// By graphemes while mode 2027 is set, and otherwise by scalars.
    case mode2027
  }

  /// A row, and whether it continues in the next row.
  struct Line: Hashable, Sendable {
    var cells: [Cell]
    var wraps = false

    init(columns: Int, style: Style = Style()) {
      cells = Array(repeating: Cell(style: style), count: columns)
    }

    init(cells: [Cell], wraps: Bool) {
      self.cells = cells
      self.wraps = wraps
    }

    /// The characters without trailing blanks.
    var text: String { text(\.text) }

    /// What a closure makes of the cells, without trailing blanks.
    func text(_ words: (Cell) -> String) -> String {
      var text = ""
      for cell in cells { text += words(cell) }
      while text.last == " " { text.removeLast() }
      return text
    }
  }
}
