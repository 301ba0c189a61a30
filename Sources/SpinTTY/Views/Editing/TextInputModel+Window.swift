extension TextInput.Model {
  /// Returns the byte of the first character shown in a number of columns, which is never within a
  /// wide character.
  ///
  /// The text scrolls by multiples of half the width, so that it does not move with every key.
  /// After a click, the part that the user saw stays until the cursor leaves it, or less than half of it is left.
  ///
  /// `width` returns the columns of a range of bytes, and `read` its characters.
  ///
  /// - Complexity: O(*n*) in the columns, regardless of the length of the text.
  func firstShown(
    in columns: Int, width: (Range<Int>) -> Int, _ read: (Range<Int>) -> [TextAtom]
  ) -> Int {
    // A character longer than 64 bytes on average is rare, and a longer part takes long to measure.
    if let firstShown, firstShown <= position, position - firstShown <= 64 * columns.inCells,
      width(firstShown..<position) < columns, isFilled(from: firstShown, columns, width)
    {
      return firstShown
    }
    let start = start(of: columns)
    let cursor = width(start..<position)
    if cursor < columns { return start }
    let half = max(1, columns / 2)
    var (first, room) = (position, columns - half + (cursor - columns) % half)
    // Most characters take at most two bytes for a column, and few take more than eight.
    var before: [TextAtom] = []
    for bytes in [2, 8] where before.width < room {
      let near = max(start, text.boundary(atOrBefore: position - bytes * room.inCells))
      before = read(near..<position)
    }
    if before.width < room { before = read(start..<position) }
    for atom in before.reversed() {
      room -= atom.width
      if room < 0 { break }
      first = atom.bytes.lowerBound
    }
    return first
  }

  /// Whether the text from a place on fills as much of the field as text that has scrolled there.
  private func isFilled(from first: Int, _ columns: Int, _ width: (Range<Int>) -> Int) -> Bool {
    let length = text.utf8.count
    if first == 0 || length - first > 64 * columns.inCells { return true }
    return width(first..<length) >= max(1, columns - columns / 2 - 1)
  }

  /// Returns the start of the text or, if it is long, a place before the cursor, safely beyond the
  /// left edge.
  ///
  /// The place stays the same while the cursor moves some way after it.
  private func start(of columns: Int) -> Int {
    let step = max(1_024, 16 * columns.inCells)
    guard position >= 2 * step else { return 0 }
    let place = (position / step - 1) * step
    let text = text
    // A character longer than 64 bytes is cut.
    for place in stride(from: place, to: place - 64, by: -1)
    where String.Index(text.index(atOffset: place), within: text) != nil {
      return place
    }
    return place
  }
}
