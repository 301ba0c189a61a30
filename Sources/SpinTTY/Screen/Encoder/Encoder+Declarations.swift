extension Encoder {
  /// Puts what the canvas declares beside its cells, if it changed.
  mutating func encodeDeclarations(
    _ image: inout TerminalImage, _ canvas: Canvas, _ capabilities: Capabilities
  ) {
    if capabilities.titles { encodeTitle(&image, canvas) }
    if capabilities.progress { encodeProgress(&image, canvas) }
    encodeCursor(&image, canvas, capabilities)
  }

  /// A canvas that declares no title gives the window back its own, which the session has saved.
  private mutating func encodeTitle(_ image: inout TerminalImage, _ canvas: Canvas) {
    guard let title = canvas.title else {
      if image.isTitled { sink.put("\u{1B}[23;2t\u{1B}[22;2t") }
      (image.title, image.isTitled) = (nil, false)
      return
    }
    if title == image.title { return }
    sink.put("\u{1B}]2;")
    for byte in title.text.utf8 { sink.put(byte) }
    sink.put("\u{1B}\\")
    (image.title, image.isTitled) = (title, true)
  }

  /// A canvas that declares no progress removes it.
  private mutating func encodeProgress(_ image: inout TerminalImage, _ canvas: Canvas) {
    guard let progress = canvas.progress else {
      if image.hasProgress { sink.put("\u{1B}]9;4;0;0\u{1B}\\") }
      (image.progress, image.hasProgress) = (nil, false)
      return
    }
    if progress == image.progress { return }
    sink.put("\u{1B}]9;4;")
    sink.put(decimal: progress.kind.rawValue)
    sink.put(UInt8(ascii: ";"))
    sink.put(decimal: progress.percent)
    sink.put("\u{1B}\\")
    (image.progress, image.hasProgress) = (progress, true)
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
