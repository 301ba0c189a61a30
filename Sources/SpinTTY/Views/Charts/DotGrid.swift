/// A grid of dots finer than cells, drawn with characters of several dots.
struct DotGrid {
  /// The characters that dots are drawn with.
  enum Marker {
    /// Two by four dots in a cell: Braille patterns.
    case braille
    /// One by two dots in a cell: half blocks.
    case halfBlock
    /// One dot in a cell: a character of the series.
    case ascii

    var dots: (x: Int, y: Int) {
      switch self {
      case .braille: (2, 4)
      case .halfBlock: (1, 2)
      case .ascii: (1, 1)
      }
    }

    /// Returns a sample of the series for a legend.
    func sample(of series: Int) -> String {
      self == .ascii ? Marker.character(of: series) : "■"
    }

    static func character(of series: Int) -> String {
      ["*", "+", "o", "x", "#", "@", "%", "&", "=", "~"][series % 10]
    }
  }

  private let marker: Marker
  private let size: Size
  /// The visible cells; only these are in memory.
  private let visible: Rectangle
  /// The dots set in each cell, one bit each.
  private var bits: [UInt8]
  /// For each cell, the series that set one of its dots last.
  private var owners: [Int]

  init(size: Size, visible: Rectangle, marker: Marker) {
    self.size = size
    self.visible = visible
    self.marker = marker
    bits = Array(repeating: 0, count: visible.size.columns * visible.size.rows)
    owners = Array(repeating: 0, count: bits.count)
  }

  /// The number of columns of dots, including those that are not visible.
  var columns: Int { size.columns * marker.dots.x }
  /// The number of rows of dots, including those that are not visible.
  var rows: Int { size.rows * marker.dots.y }

  /// Sets the dots of a column in a range of rows, counted from the top left.
  mutating func set(_ x: Int, _ range: ClosedRange<Int>, owner: Int) {
    let column = x / marker.dots.x - visible.column
    guard column >= 0, column < visible.size.columns else { return }
    let shown = visible.row * marker.dots.y..<visible.endRow * marker.dots.y
    for y in Range(range).clamped(to: shown) {
      let cell = (y / marker.dots.y - visible.row) * visible.size.columns + column
      bits[cell] |= 1 << UInt8(y % marker.dots.y * marker.dots.x + x % marker.dots.x)
      owners[cell] = owner
    }
  }

  /// Draws each cell that has a dot.
  func draw(into surface: Surface, style: (Int) -> Style) {
    let columns = visible.size.columns
    for cell in bits.indices where bits[cell] != 0 {
      surface.put(
        text(bits[cell], owner: owners[cell]), column: visible.column + cell % columns,
        row: visible.row + cell / columns, style: style(owners[cell]))
    }
  }

  private func text(_ bits: UInt8, owner: Int) -> String {
    switch marker {
    case .ascii: return Marker.character(of: owner)
    case .halfBlock: return bits == 1 ? "▀" : bits == 2 ? "▄" : "█"
    case .braille:
      // The dots of Braille are numbered down each column, the fourth row last.
      let order: [UInt32] = [0, 3, 1, 4, 2, 5, 6, 7]
      var pattern: UInt32 = 0x2800
      for (bit, dot) in order.enumerated() where bits & 1 << UInt8(bit) != 0 {
        pattern |= 1 << dot
      }
      return Unicode.Scalar(pattern).map { String(Character($0)) } ?? " "
    }
  }
}
