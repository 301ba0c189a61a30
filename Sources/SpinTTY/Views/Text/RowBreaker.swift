/// Finds the rows of a line one after another: of a ``Text``, a ``TextArea`` and a ``LogView``.
enum RowBreaker {
  /// A row of a line.
  struct Row {
    /// Its bytes, without the blanks at the break after it.
    let bytes: Range<Int>
    /// The width in columns.
    let width: Int
    /// The start of the next row; `nil` after the last one.
    let next: Int?
  }

  /// Returns the row of a line that begins at a place.
  ///
  /// - Parameters:
  ///   - text: The line, as ``CleanText`` cleans it if it may break at any character.
  ///   - start: The offset of the row's first byte.
  ///   - columns: The number of columns of a row.
  ///   - wrapping: Between words, or at any character.
  ///   - widths: The rules that text is measured by.
  /// - Returns: A row of at least one character, if there is one.
  /// - Complexity: O(*n*) in the columns and the blanks at the break.
  static func row(
    of text: String, from start: Int, columns: Int, by wrapping: Text.Wrapping = .word,
    _ widths: WidthRules
  ) -> Row {
    var contiguous = text
    return contiguous.withBytes { bytes in
      if let row = asciiRow(of: bytes, from: start, columns: columns, by: wrapping) { return row }
      let rest = start..<bytes.count
      return wrapping == .cluster
        ? row(ClusterScanner(bytes, from: start), rest, columns, widths)
        : row(AtomReader(text, bytes, from: start, widths), rest, columns)
    }
  }

  /// Finds the row of clean text that ends between any characters.
  private static func row(
    _ scanner: ClusterScanner, _ rest: Range<Int>, _ columns: Int, _ widths: WidthRules
  ) -> Row {
    var (scanner, width) = (scanner, 0)
    while let cluster = scanner.next() {
      let wider = width + widths.width(of: cluster)
      if wider > columns, cluster.start > rest.lowerBound {
        return Row(bytes: rest.lowerBound..<cluster.start, width: width, next: cluster.start)
      }
      width = wider
    }
    return Row(bytes: rest, width: width, next: nil)
  }

  /// Finds the row that ends between words.
  private static func row(_ reader: AtomReader, _ rest: Range<Int>, _ columns: Int) -> Row {
    var reader = reader
    let start = rest.lowerBound
    // The row without the blanks at its end, and the one up to the last break between words.
    var (end, width) = (start, 0)
    var lastBreak: Row?
    var previous: TextAtom?
    while let atom = reader.next() {
      let place = atom.bytes.lowerBound
      let isFull = reader.column > columns && place > start
      // Blanks at the start are an indentation, behind which no row ends.
      if end > start, let previous, atom.mayBegin(after: previous) {
        lastBreak = Row(bytes: start..<end, width: width, next: place)
      }
      if isFull, !atom.isBlank {
        return lastBreak ?? Row(bytes: start..<end, width: width, next: place)
      }
      // Blanks behind a full row belong to no row.
      if !atom.isBlank { (end, width) = (atom.bytes.upperBound, reader.column) }
      previous = atom
    }
    let isWhole = reader.column <= columns
    return Row(
      bytes: isWhole ? rest : start..<end, width: isWhole ? reader.column : width, next: nil)
  }

  /// Finds a row of ASCII text, in which each byte is a column.
  private static func asciiRow(
    of bytes: MemoryView<UInt8>, from start: Int, columns: Int, by wrapping: Text.Wrapping
  ) -> Row? {
    func areASCII(_ range: Range<Int>) -> Bool {
      bytes.part(range).arePrintableASCII
    }
    guard columns > 0 else { return nil }
    guard columns < bytes.count - start else {
      let rest = start..<bytes.count
      return areASCII(rest) ? Row(bytes: rest, width: rest.count, next: nil) : nil
    }
    let overflow = start + columns
    // A combining mark after the last character would join it.
    guard areASCII(start..<min(overflow + 2, bytes.count)) else { return nil }
    var next = overflow
    if wrapping == .word, bytes[overflow] == 0x20 {
      while next < bytes.count, bytes[next] == 0x20 { next += 1 }
      // The next character may join the last blank, or be a blank itself.
      if next < bytes.count, !areASCII(next..<min(next + 2, bytes.count)) { return nil }
    } else if wrapping == .word {
      while next > start, bytes[next - 1] != 0x20 { next -= 1 }
      let isIndentation = bytes[start..<next].allSatisfy { $0 == 0x20 }
      if isIndentation { next = overflow }
    }
    var end = min(next, overflow)
    while wrapping == .word, end > start, bytes[end - 1] == 0x20 { end -= 1 }
    return Row(
      bytes: start..<end, width: end - start, next: next < bytes.count ? next : nil)
  }
}
