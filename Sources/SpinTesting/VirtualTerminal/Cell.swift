extension VirtualTerminal {
  /// One place of the grid.
  public struct Cell: Hashable, Sendable {
    /// The character, a space where nothing was written, empty in the right half of a wide one.
    public var text: String
    /// The columns the character takes: 1, 2, or 0 in the right half of a wide one.
    public var width: Int
    /// How it looks.
    public var style: Style

    /// Creates a cell, by default a blank one.
    package init(_ text: String = " ", width: Int = 1, style: Style = Style()) {
      self.text = text
      self.width = width
      self.style = style
    }

    static func rightHalf(_ style: Style) -> Self { Cell("", width: 0, style: style) }
  }

  /// How the scalars of a text are gathered into cells.
  package enum Segmentation: Sendable {
    /// A grapheme cluster takes one cell, or two.
    case graphemes
    /// Each scalar is measured alone; what has no width joins the cell before it.
    case scalars
    /// By graphemes while mode 2027 is set, else by scalars.
    case mode2027
  }

  /// One row and whether it goes on in the next one.
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

    /// The characters without the blanks at the end.
    var text: String {
      var text = ""
      for cell in cells { text += cell.text }
      while text.last == " " { text.removeLast() }
      return text
    }
  }
}
