internal import SpinCore

/// The cells of a frame and the frame's declarations, such as the cursor and the title.
///
/// A canvas serves one frame after the other, and belongs to the thread that draws.
public final class Canvas {
  // NB: exclusivity is not checked at run time, as in Catalog.

  /// The cells.
  @safe @exclusivity(unchecked) var grid: CellGrid
  /// The styles and clusters that the cells refer to.
  let catalog: Catalog
  /// The terminal's cursor; `nil` hides it.
  @safe @exclusivity(unchecked) public private(set) var cursor: Cursor?
  /// The title of the window; `nil` for the window's own.
  @safe @exclusivity(unchecked) package private(set) var title: Title?
  /// The progress that the window shows.
  @safe @exclusivity(unchecked) package private(set) var progress: WindowProgress?
  /// The regions of the frame and the place of the focus.
  @safe @exclusivity(unchecked) package internal(set) var frame = FrameMap()
  /// The scrolling areas declared in the frame, for scrollbars.
  @safe @exclusivity(unchecked) var scrolledAreas: [ScrolledArea] = []
  /// Whether the region that has the focus was drawn, and no border around it has shown it yet.
  @safe @exclusivity(unchecked) var awaitsFocusBorder = false
  /// The row of help drawn last; layers at the bottom are placed above it.
  @safe @exclusivity(unchecked) var helpRow: Rectangle?
  /// The place of the layer being drawn if its background and its shadow are its edge.
  @safe @exclusivity(unchecked) var card: Rectangle?
  /// The duplicate ids of rows, if they are recorded.
  @safe @exclusivity(unchecked) var duplicateRows: MistakeLog<DuplicateRow>?
  /// The rules that text is measured by.
  @safe @exclusivity(unchecked) public private(set) var widths: WidthRules
  @safe @exclusivity(unchecked) private var latestStyles = LatestStyles()

  /// The largest size of a canvas, larger than any terminal, so that products do not overflow.
  private static let largest = Size(columns: 10_000, rows: 5_000)

  /// Creates a blank canvas of at most 10,000 columns and 5,000 rows.
  ///
  /// - Parameters:
  ///   - size: The size in cells.
  ///   - widths: The rules that text is measured by.
  public convenience init(size: Size, widths: WidthRules = WidthRules()) {
    self.init(size: size, widths: widths, catalog: Catalog())
  }

  /// Creates a blank canvas that shares its styles and clusters with others.
  init(size: Size, widths: WidthRules = WidthRules(), catalog: Catalog) {
    grid = CellGrid(size: Canvas.bounded(size))
    self.catalog = catalog
    self.widths = widths
    frame.size = grid.size
  }

  /// The size in cells.
  public var size: Size { grid.size }

  /// A surface for drawing on the whole canvas.
  public var surface: Surface { Surface(canvas: self) }

  /// Makes the canvas blank for the next frame.
  ///
  /// - Parameters:
  ///   - size: The new size.
  ///   - widths: The new rules that text is measured by; `nil` keeps the current ones.
  public func clear(to size: Size, widths: WidthRules? = nil) {
    if catalog.isCrowded {
      catalog.empty()
      latestStyles = LatestStyles()
    }
    if let widths { self.widths = widths }
    grid.clear(to: Canvas.bounded(size))
    cursor = nil
    title = nil
    progress = nil
    frame.removeAll()
    scrolledAreas.removeAll(keepingCapacity: true)
    helpRow = nil
    awaitsFocusBorder = false
    frame.size = grid.size
  }

  /// Replaces full blocks by reversed blanks, which fill their cells exactly.
  ///
  /// Many fonts smooth the edges of a glyph, so a full block may be slightly larger or smaller than
  /// its cell: adjacent blocks show seams, and removed ones leave traces. A background always fills
  /// its cell. In reverse, it has the colour of the block even on a terminal without colours.
  func replaceBlocks(for colors: ColorProfile = .trueColor) {
    var latest: (block: StyleID, blank: StyleID?)?
    grid.replaceBlocks { [catalog] block in
      if let latest, latest.block == block { return latest.blank }
      let style = catalog.styles[Int(block.value)].filling(for: colors)
      let blank = style.map { catalog.intern($0) }
      // A full catalog returns the plain style, in which the block would be invisible.
      let isKnown = blank.map { catalog.styles[Int($0.value)] } == style
      latest = (block, isKnown ? blank : nil)
      return latest?.blank
    }
  }

  /// The text of each row, without trailing blanks.
  public var lines: [String] {
    (0..<size.rows).map { row in
      var line = ""
      for column in 0..<size.columns {
        line += catalog.text(of: grid[column: column, row: row].glyph)
      }
      return String(
        line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
    }
  }

  /// Whether all cells of an area have no character.
  func isBlank(in area: Rectangle) -> Bool {
    grid.isBlank(in: area.intersection(Rectangle(columns: size.columns, rows: size.rows)))
  }

  /// Gives the row of help a background across the whole screen, if nothing else stands in it.
  func extendHelpRow(_ style: Style) {
    guard let ground = style.background, let help = helpRow else { return }
    let row = Rectangle(row: help.row, columns: size.columns, rows: 1)
    let rest = Rectangle(
      column: help.endColumn, row: help.row, columns: size.columns - help.endColumn, rows: 1)
    let start = Rectangle(row: help.row, columns: help.column, rows: 1)
    guard isBlank(in: start), isBlank(in: rest) else { return }
    helpRow = row
    // A row of help has few styles, which take turns.
    var known: [(from: StyleID, to: StyleID)] = []
    grid.restyle(in: row) { from in
      if let pair = known.first(where: { $0.from == from }) { return pair.to }
      var style = Style(catalog.styles[Int(from.value)])
      style.background = ground
      known.append((from, intern(style)))
      return known[known.count - 1].to
    }
  }

  /// Returns the text and the style of a cell; the second half of a wide character has no text.
  ///
  /// - Precondition: The cell is on the canvas.
  public func cell(column: Int, row: Int) -> (text: String, style: Style) {
    require(
      column >= 0 && row >= 0 && column < size.columns && row < size.rows,
      "There is no cell (\(column), \(row)) on a canvas of \(size.columns) by \(size.rows).")
    let cell = grid[column: column, row: row]
    return (catalog.text(of: cell.glyph), Style(catalog.styles[Int(cell.style.value)]))
  }

  /// Declares the cursor; the last declaration of a frame counts.
  func declare(_ cursor: Cursor) {
    self.cursor = cursor
  }

  /// Declares the title; the last declaration of a frame counts.
  func declare(_ title: Title) {
    self.title = title
  }

  /// Declares the progress of the window; the last declaration of a frame counts.
  func declare(_ progress: WindowProgress) {
    self.progress = progress
  }

  /// Removes the declaration of the cursor.
  func hideCursor() {
    cursor = nil
  }

  private static func bounded(_ size: Size) -> Size {
    Size(columns: min(size.columns, largest.columns), rows: min(size.rows, largest.rows))
  }

  /// Returns the number of a style.
  func intern(_ style: Style) -> StyleID {
    if let id = latestStyles.number(of: style) { return id }
    let id = catalog.intern(CellStyle(style))
    latestStyles.keep(id, of: style)
    return id
  }
}
