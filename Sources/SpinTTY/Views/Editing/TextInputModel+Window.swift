extension TextInput.Model {
  /// The part of a text that a text input shows.
  struct Window {
    /// The start of the part, which is never within a wide character.
    let start: String.Index
    /// The column of the cursor.
    let cursor: Int
  }

  /// Returns the part of the text shown in a number of columns.
  ///
  /// The text scrolls by multiples of half the width, so that it does not move with every key.
  /// After a click, the part that the user saw stays until the cursor leaves it.
  ///
  /// `width` returns the width in columns of a part of the text.
  ///
  /// - Complexity: O(*n*) in the columns, regardless of the length of the text.
  func window(of columns: Int, width: (Substring) -> Int) -> Window {
    if let clicked = clickedWindow(of: columns, width: width) { return clicked }
    let start = start(of: columns)
    let cursor = width(text[start..<index])
    if cursor < columns { return Window(start: start, cursor: cursor) }
    let half = max(1, columns / 2)
    return window(to: columns - half + (cursor - columns) % half, width: width)
  }

  /// Returns the part that begins at most a number of columns before the cursor.
  private func window(to columns: Int, width: (Substring) -> Int) -> Window {
    let text = text
    var (start, cursor) = (index, 0)
    while start > text.startIndex {
      let before = text.index(before: start)
      let next = cursor + width(text[before..<start])
      if next > columns { break }
      (start, cursor) = (before, next)
    }
    return Window(start: start, cursor: cursor)
  }

  /// Returns the part that was shown when the user last clicked, if the cursor is in it.
  private func clickedWindow(of columns: Int, width: (Substring) -> Int) -> Window? {
    // A character longer than 64 bytes on average is rare, and a longer part takes long to measure.
    guard let firstShown, firstShown <= position, position - firstShown <= 64 * columns.inCells
    else { return nil }
    let start = index(at: firstShown)
    let cursor = width(text[start..<index])
    return cursor < columns ? Window(start: start, cursor: cursor) : nil
  }

  /// Returns the start of the character at a column, counted from `start`, or the end of the text.
  func place(
    at column: Int, from start: String.Index, width: (Substring) -> Int
  ) -> String.Index {
    let text = text
    var index = start
    var end = 0
    while index < text.endIndex {
      let next = text.index(after: index)
      end += width(text[index..<next])
      if column < end { return index }
      index = next
    }
    return index
  }

  /// Returns the start of the text or, if it is long, a place before the cursor, safely beyond the
  /// left edge.
  ///
  /// The place stays the same while the cursor moves some way after it.
  private func start(of columns: Int) -> String.Index {
    let step = max(1_024, 16 * columns.inCells)
    guard position >= 2 * step else { return text.startIndex }
    let place = (position / step - 1) * step
    let text = text
    // A character longer than 64 bytes is cut.
    for place in stride(from: place, to: place - 64, by: -1) {
      if let start = String.Index(text.index(atOffset: place), within: text) { return start }
    }
    return index(at: place)
  }
}
