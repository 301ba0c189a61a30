/// What the terminal is known to show: the first of the encoder's three inputs.
struct TerminalImage {
  /// The cells.
  var grid: CellGrid
  /// Where the terminal would write next, and how.
  var pen = Pen()
  /// The cursor that was declared last; nil while it is hidden.
  var cursor: Cursor?
  /// The shape that was asked for last.
  var shape = Cursor.Shape.standard
  /// The title that was asked for last.
  var title: Title?
  /// Whether the window may have a title of the program.
  var isTitled = false
  /// The progress that was asked for last.
  var progress: WindowProgress?
  /// Whether the window may show progress of the program.
  var hasProgress = false
  /// Whether the grid and the pen's style can be relied on.
  private(set) var isKnown: Bool
  private var catalog: Catalog?
  private var generation = 0
  private var capabilities = Capabilities()

  /// A terminal of which nothing is known but its size; the next encoding repaints it.
  init(unknown size: Size) {
    grid = CellGrid(size: size)
    isKnown = false
  }

  /// The same terminal with another number of rows in view: nothing is known of them, but what was
  /// declared beside them holds.
  func resized(to size: Size) -> TerminalImage {
    var copy = TerminalImage(unknown: size)
    (copy.pen, copy.cursor, copy.shape) = (pen, cursor, shape)
    (copy.title, copy.isTitled) = (title, isTitled)
    (copy.progress, copy.hasProgress) = (progress, hasProgress)
    return copy
  }

  /// Notes that something else wrote to the terminal; the next encoding repaints it.
  ///
  /// For an inline view, set the pen to its place within the view as well.
  mutating func invalidate() {
    isKnown = false
  }

  /// Forgets the declarations, which another program may have changed; the next encoding sends them
  /// again.
  ///
  /// The cursor is hidden, and its shape the standard one.
  mutating func forgetDeclarations() {
    (cursor, shape, title, progress) = (nil, .standard, nil, nil)
  }

  /// Whether the cells can be compared with those of a canvas: same numbers, same looks.
  func isComparable(with canvas: Canvas, for capabilities: Capabilities) -> Bool {
    isKnown && grid.size == canvas.size && catalog === canvas.catalog
      && generation == canvas.catalog.generation
      && self.capabilities.looksAlike(capabilities)
  }

  /// Notes that everything on the canvas is now on the screen.
  mutating func take(all canvas: Canvas, for capabilities: Capabilities) {
    if grid.size != canvas.size { grid.clear(to: canvas.size) }
    grid.copyRows(0..<canvas.size.rows, from: canvas.grid)
    catalog = canvas.catalog
    generation = canvas.catalog.generation
    self.capabilities = capabilities
    isKnown = true
  }
}
