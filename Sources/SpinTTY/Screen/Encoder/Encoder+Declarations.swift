extension Encoder {
  /// Puts the declarations of the canvas that changed.
  mutating func encodeDeclarations(
    _ image: inout TerminalImage, _ canvas: Canvas, _ capabilities: Capabilities
  ) {
    if capabilities.titles { encodeTitle(&image, canvas) }
    if capabilities.progress { encodeProgress(&image, canvas) }
    encodeCursor(&image, canvas, capabilities)
  }

  /// Puts the title; without one, the window's own title is restored, which the session has saved.
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

  /// Puts the progress; without one, the progress is removed.
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

  /// Puts the cursor; without one, the cursor is hidden.
  ///
  /// The hidden cursor of an inline view stays at the view's first cell. If the window is resized,
  /// some terminals wrap rows and others clip them, but the view begins at that cell on all of
  /// them.
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
