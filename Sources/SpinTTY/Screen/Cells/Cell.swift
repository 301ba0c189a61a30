/// A cell of the grid, in eight bytes.
///
/// A wide glyph fills two cells: the first contains the glyph, and the second is a continuation
/// with the same style and no glyph.
struct Cell: Equatable, Word {
  /// A scalar's value, or the number of an interned cluster.
  var glyph: GlyphID
  /// The number of an interned style.
  var style: StyleID
  private var flags: UInt16

  /// A blank in the terminal's own colours.
  static let blank = Cell(glyph: .space, style: .plain)

  /// Creates a cell of a narrow or wide glyph.
  init(
    glyph: GlyphID, style: StyleID, isWide: Bool = false, isContested: Bool = false,
    isOpen: Bool = false, isJoining: Bool = false
  ) {
    self.glyph = glyph
    self.style = style
    flags = (isWide ? 1 : 0) | (isContested ? 4 : 0) | (isOpen ? 8 : 0) | (isJoining ? 20 : 0)
  }

  private init(continuing cell: Cell) {
    glyph = .none
    style = cell.style
    flags = 2 | cell.flags & 4
  }

  /// The second half of this cell's glyph.
  var continuation: Cell { Cell(continuing: self) }

  /// Whether the glyph also fills the next cell.
  var isWide: Bool { flags & 1 != 0 }
  /// Whether the cell is the second half of the glyph before it.
  var isContinuation: Bool { flags & 2 != 0 }
  /// Whether terminals are known to disagree on the glyph's width.
  var isContested: Bool { flags & 4 != 0 }
  /// Whether text written directly after the glyph would join it.
  var isOpen: Bool { flags & 8 != 0 }
  /// Whether the glyph would join text written directly before it; it is contested, too.
  var isJoining: Bool { flags & 16 != 0 }
  /// The width of the glyph in columns.
  var width: Int { isWide ? 2 : 1 }
  /// Whether the cell shows only its style.
  var isBlank: Bool { glyph == .space }

  /// Whether one of the cells is contested whose bits are put together.
  static func isContested(_ bits: UInt64) -> Bool { Cell(bits: bits).isContested }
}

/// The content of a cell: a scalar below 0x200000, otherwise the number of an interned cluster.
struct GlyphID: Equatable {
  let value: UInt32

  static let clusterBase: UInt32 = 0x200000
  static let none = GlyphID(value: 0)
  static let space = GlyphID(value: 0x20)
  static let fullBlock = GlyphID(value: 0x2588)

  init(value: UInt32) {
    self.value = value
  }

  init(_ scalar: Unicode.Scalar) {
    value = scalar.value
  }

  init(cluster number: Int) {
    value = GlyphID.clusterBase + UInt32(number)
  }

  /// The number of the cluster; `nil` for a scalar.
  var cluster: Int? { value >= GlyphID.clusterBase ? Int(value - GlyphID.clusterBase) : nil }
}

/// The number of an interned style; 0 is the terminal's own style.
struct StyleID: Equatable {
  let value: UInt16

  static let plain = StyleID(value: 0)
}
