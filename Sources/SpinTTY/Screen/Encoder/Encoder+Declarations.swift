extension Encoder {
  /// Puts what the canvas declares beside its cells, if it changed.
  mutating func encodeDeclarations(
    _ shown: inout Shown, _ canvas: Canvas, _ capabilities: Capabilities
  ) {
    encodeTitle(&shown, canvas)
    encodeCursor(&shown, canvas, capabilities)
  }

  /// A canvas that declares no title leaves the last one.
  private mutating func encodeTitle(_ shown: inout Shown, _ canvas: Canvas) {
    guard let title = canvas.title, title != shown.title else { return }
    sink.put("\u{1B}]2;")
    for byte in title.text.utf8 { sink.put(byte) }
    sink.put("\u{1B}\\")
    shown.title = title
  }

  /// The cursor is hidden unless the canvas declares one; then it is moved there last.
  ///
  /// An inline view's hidden cursor waits at the view's first cell. When the window is resized, some
  /// terminals wrap rows and others clip them, and that cell is where the view begins on all of them.
  private mutating func encodeCursor(
    _ shown: inout Shown, _ canvas: Canvas, _ capabilities: Capabilities
  ) {
    guard let cursor = canvas.cursor else {
      if shown.cursor != nil { sink.put("\u{1B}[?25l") }
      shown.cursor = nil
      if !capabilities.absoluteRows { move(&shown.pen, toRow: 0, column: 0, false) }
      return
    }
    move(&shown.pen, toRow: cursor.row, column: cursor.column, capabilities.absoluteRows)
    if shown.shape != cursor.shape {
      sink.put("\u{1B}[")
      sink.put(decimal: Int(cursor.shape.rawValue))
      sink.put(" q")
      shown.shape = cursor.shape
    }
    if shown.cursor == nil { sink.put("\u{1B}[?25h") }
    shown.cursor = cursor
  }
}
