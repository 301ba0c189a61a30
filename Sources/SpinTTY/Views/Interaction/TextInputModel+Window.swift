extension TextInput.Model {
  /// The part of a text that a text input shows.
  struct Window {
    /// Where the part begins that is measured and drawn.
    let start: String.Index
    /// The columns of that part that are left out on the left.
    let offset: Int
    /// The column of the cursor among those that are shown.
    let cursor: Int
  }

  /// The part that is shown in some columns.
  ///
  /// What is left out is a multiple of half the width: what is seen follows from the text, the cursor
  /// and the width alone, and does not move with every key.
  ///
  /// `width` measures the columns that a part of the text takes.
  ///
  /// - Complexity: O(*columns*), however long the text is.
  func window(of columns: Int, width: (Substring) -> Int) -> Window {
    let start = start(of: columns)
    let cursor = width(text[start..<index])
    var offset = 0
    if cursor >= columns {
      let half = max(1, columns / 2)
      offset = ((cursor - columns) / half + 1) * half
    }
    return Window(start: start, offset: offset, cursor: cursor - offset)
  }

  /// The first place from `start` on behind which a column lies, or the end.
  func place(
    at column: Int, from start: String.Index, width: (Substring) -> Int
  ) -> String.Index {
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

  /// The start of the text or, in a long one, a place before the cursor that is near, but in any
  /// font further away than the left edge.
  ///
  /// It stays where it is while the cursor moves about behind it.
  private func start(of columns: Int) -> String.Index {
    let step = max(1_024, 16 * columns.inCells)
    guard position >= 2 * step else { return text.startIndex }
    let place = (position / step - 1) * step
    // A character longer than this is taken in two.
    for place in stride(from: place, to: place - 64, by: -1) {
      if let start = String.Index(index(at: place), within: text) { return start }
    }
    return index(at: place)
  }
}
