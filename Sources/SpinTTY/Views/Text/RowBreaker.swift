/// Finds the start of each row of a line from the row before it, with the ``LineBreaker``.
enum RowBreaker {
  /// Returns the start of the row after another row, or `nil` if that is the last one.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - bytes: The bytes of the same line.
  ///   - start: The offset of the row's first byte.
  ///   - columns: The number of columns of a row, at least one.
  ///   - widths: The rules that text is measured by.
  /// - Returns: A byte offset after `start`; the blanks at a break belong to the row before it.
  /// - Complexity: O(*n*) in the columns and the blanks at the break.
  static func next(
    _ text: String, _ bytes: UnsafeBufferPointer<UInt8>, after start: Int, columns: Int,
    _ widths: WidthRules
  ) -> Int? {
    switch ascii(bytes, after: start, columns: columns) {
    case .next(let place): return place
    case .none: return nil
    case .unknown: break
    }
    var atoms: [TextAtom] = []
    var reader = AtomReader(text, bytes, from: start, widths)
    var width = 0
    while let atom = reader.next(at: width) {
      atoms.append(atom)
      width += Int(atom.width)
      // The character after a full row decides where the row ends.
      if width > columns, !atom.isBlank, atoms.count > 1 { break }
    }
    var rest = atoms[...]
    _ = LineBreaker.takeLine(&rest, width: columns, by: .word)
    return rest.first.map { start + Int($0.start) }
  }

  private enum Answer {
    case next(Int)
    case none
    case unknown
  }

  /// Finds the next row of ASCII text, in which each byte is a column.
  private static func ascii(
    _ bytes: UnsafeBufferPointer<UInt8>, after start: Int, columns: Int
  ) -> Answer {
    guard columns < bytes.count - start else {
      return UnsafeBufferPointer(rebasing: bytes[start...]).arePrintableASCII ? .none : .unknown
    }
    let overflow = start + columns
    // A combining mark after the last character would join it.
    let end = min(overflow + 2, bytes.count)
    guard UnsafeBufferPointer(rebasing: bytes[start..<end]).arePrintableASCII else {
      return .unknown
    }
    if bytes[overflow] == 0x20 {
      var place = overflow
      while place < bytes.count, bytes[place] == 0x20 { place += 1 }
      if place == bytes.count { return .none }
      // The next character may join the last blank, or be a blank itself.
      let isPlain = bytes[place] > 0x20 && bytes[place] < 0x7F
      let isAlone = place + 1 == bytes.count || bytes[place + 1] < 0x80
      return isPlain && isAlone ? .next(place) : .unknown
    }
    var place = overflow
    while place > start, bytes[place - 1] != 0x20 { place -= 1 }
    let isIndentation = bytes[start..<place].allSatisfy { $0 == 0x20 }
    return .next(isIndentation ? max(overflow, start + 1) : place)
  }
}
