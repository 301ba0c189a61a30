/// The image that the terminal is known to show: the first of the encoder's three inputs.
struct TerminalImage {
  /// The cells.
  var grid: CellGrid
  /// The place and the style of the terminal's next glyph.
  var pen = Pen()
  /// The cursor last declared; `nil` while it is hidden.
  var cursor: Cursor?
  /// The cursor shape last sent.
  var shape = Cursor.Shape.standard
  /// The title last sent.
  var title: Title?
  /// Whether the window may still have the program's title.
  var isTitled = false
  /// The progress last sent.
  var progress: WindowProgress?
  /// Whether the window may still show the program's progress.
  var hasProgress = false
  /// Whether the grid and the pen's style are known.
  private(set) var isKnown: Bool
  private var catalog: Catalog?
  private var generation = 0
  private var capabilities = Capabilities()

  /// Creates the image of a terminal of which only the size is known; the next encoding repaints
  /// it.
  init(unknown size: Size) {
    grid = CellGrid(size: size)
    isKnown = false
  }

  /// Returns an image of another size: the cells are unknown, but the declarations stay.
  func resized(to size: Size) -> TerminalImage {
    var copy = TerminalImage(unknown: size)
    (copy.pen, copy.cursor, copy.shape) = (pen, cursor, shape)
    (copy.title, copy.isTitled) = (title, isTitled)
    (copy.progress, copy.hasProgress) = (progress, hasProgress)
    return copy
  }

  /// Marks the cells as unknown after other output to the terminal; the next encoding repaints
  /// them.
  ///
  /// For an inline view, set the pen to its place within the view as well.
  mutating func invalidate() {
    isKnown = false
  }

  /// Resets the declarations, which another program may have changed.
  ///
  /// The next encoding sends them again.
  ///
  /// The image then assumes that the cursor is hidden and has the standard shape.
  mutating func forgetDeclarations() {
    (cursor, shape, title, progress) = (nil, .standard, nil, nil)
  }

  /// Returns whether the cells are comparable with those of a canvas.
  func isComparable(with canvas: Canvas, for capabilities: Capabilities) -> Bool {
    isKnown && grid.size == canvas.size && catalog === canvas.catalog
      && generation == canvas.catalog.generation
      && self.capabilities.looksAlike(capabilities)
  }

  /// Takes over the canvas, which the terminal now shows.
  mutating func take(all canvas: Canvas, for capabilities: Capabilities) {
    if grid.size != canvas.size { grid.clear(to: canvas.size) }
    grid.copyRows(0..<canvas.size.rows, from: canvas.grid)
    catalog = canvas.catalog
    generation = canvas.catalog.generation
    self.capabilities = capabilities
    isKnown = true
  }
}
