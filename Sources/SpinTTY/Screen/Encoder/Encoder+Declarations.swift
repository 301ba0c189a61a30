extension Encoder {
  /// Puts what the canvas declares beside its cells, if it changed.
  mutating func encodeDeclarations(
    _ image: inout TerminalImage, _ canvas: Canvas, _ capabilities: Capabilities
  ) {
    encodeTitle(&image, canvas)
    encodeCursor(&image, canvas, capabilities)
  }

  /// A canvas that declares no title leaves the last one.
  private mutating func encodeTitle(_ image: inout TerminalImage, _ canvas: Canvas) {
    guard let title = canvas.title, title != image.title else { return }
    sink.put("\u{1B}]2;")
    for byte in title.text.utf8 { sink.put(byte) }
    sink.put("\u{1B}\\")
    image.title = title
  }

  /// The cursor is hidden unless the canvas declares one; then it is moved there last.
  ///
  /// An inline view's hidden cursor waits at the view's first cell. When the window is resized,
  /// some terminals wrap rows and others clip them, and that cell is where the view begins on all
  /// of them.
  private mutating func encodeCursor(
    _ image: inout TerminalImage, _ canvas: Canvas, _ capabilities: Capabilities
  ) {
    guard let cursor = canvas.cursor else {
      if image.cursor != nil { sink.put("\u{1B}[?25l") }
      image.cursor = nil
      if !capabilities.absoluteRows { move(&image.pen, toRow: 0, column: 0, false) }
      return
    }
    move(&image.pen, toRow: cursor.row, column: cursor.column, capabilities.absoluteRows)
    if image.shape != cursor.shape {
      sink.put("\u{1B}[")
      sink.put(decimal: Int(cursor.shape.rawValue))
      sink.put(" q")
      image.shape = cursor.shape
    }
    if image.cursor == nil { sink.put("\u{1B}[?25h") }
    image.cursor = cursor
  }
}
