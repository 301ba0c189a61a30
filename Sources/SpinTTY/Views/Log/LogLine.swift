extension LogView {
  /// A line of a log, measured once, without tabs, newlines and control characters.
  struct Line: Sendable {
    /// The end of a part of the line, in bytes, and the run that it is from, without its string.
    struct Part: Hashable {
      let end: Int
      let run: Text.Run
    }

    let text: String
    /// The parts of a line in several styles; empty for a line without styles.
    private(set) var parts: [Part] = []
    /// The width of the line in columns, for each ``WidthRules/place``.
    let widths: SIMD4<UInt32>
    /// At least half the width of the widest character, for each ``WidthRules/place``; 0 if every
    /// character takes one column.
    private let hasWide: SIMD4<UInt8>

    /// Measures a text that `CleanText` has cleaned.
    init(gated text: String) {
      var text = text
      if text.withUTF8({ $0.arePrintableASCII }) {
        widths = SIMD4(repeating: UInt32(clamping: text.utf8.count))
        hasWide = .zero
      } else {
        var (sums, wide) = (SIMD4<UInt32>.zero, SIMD4<UInt32>.zero)
        text.withUTF8 { bytes in
          var scanner = ClusterScanner(bytes)
          while let cluster = scanner.next() {
            let measure = cluster.measure
            let columns = SIMD4<UInt32>(
              truncatingIfNeeded: SIMD4(
                measure.width(ambiguousIsWide: false), measure.width(ambiguousIsWide: true),
                cluster.advance.narrow, cluster.advance.wide))
            sums &+= columns
            wide |= columns &>> 1
          }
        }
        widths = sums
        hasWide = SIMD4(clamping: wide)
      }
      self.text = text
    }

    /// Measures a line of a layout.
    init(_ fragments: [TextLayout.Fragment]) {
      self.init(gated: fragments.map(\.text.string).joined())
      var end = 0
      let parts = fragments.map { fragment in
        end += fragment.text.string.utf8.count
        return Part(end: end, run: fragment.run)
      }
      if parts.contains(where: { $0.run != Text.Run("") }) { self.parts = parts }
    }

    /// Returns the parts that overlap a range of the line's bytes, with their bytes in it.
    ///
    /// - Complexity: O(log *n*) in the parts of the line, and O(*n*) in those returned.
    func parts(in bytes: Range<Int>) -> [(bytes: Range<Int>, run: Text.Run)] {
      var (low, high) = (0, parts.count)
      while low < high {
        let middle = (low + high) / 2
        if parts[middle].end <= bytes.lowerBound { low = middle + 1 } else { high = middle }
      }
      var found: [(bytes: Range<Int>, run: Text.Run)] = []
      var start = bytes.lowerBound
      while low < parts.count, start < bytes.upperBound {
        let end = min(parts[low].end, bytes.upperBound)
        found.append((start..<end, parts[low].run))
        (start, low) = (end, low + 1)
      }
      return found
    }

    /// Returns the width of the line in columns.
    func width(by rules: WidthRules) -> Int { Int(widths[rules.place]) }

    /// Returns whether two lines have the same text in the same styles.
    func looks(like other: Line) -> Bool { text == other.text && parts == other.parts }

    /// Whether each byte is a character of one column; other characters have more bytes than
    /// columns.
    private var isASCII: Bool { Int(widths[0]) == text.utf8.count }
  }
}

extension LogView.Line {
  /// A place between two characters of a line.
  struct Place: Equatable {
    var byte = 0
    /// The columns before it.
    var column = 0
  }

  /// Returns the last place with at most `column` columns before it.
  ///
  /// `start` is a place that does not lie after the result.
  ///
  /// - Complexity: O(1) in a line of ASCII, otherwise O(*n*) in the bytes between the places.
  func place(at column: Int, from start: Place = Place(), by rules: WidthRules) -> Place {
    if isASCII {
      let place = min(max(column, start.column), text.utf8.count)
      return Place(byte: place, column: place)
    }
    var place = start
    scan(from: start) { cluster in
      let end = place.column + rules.width(of: cluster)
      if end > column { return false }
      place = Place(byte: cluster.end, column: end)
      return true
    }
    return place
  }

  /// Returns the end of a row that begins at a place, which is at least one character further.
  func rowEnd(from start: Place, in columns: Int, by rules: WidthRules) -> Place {
    var end = place(at: start.column + columns, from: start, by: rules)
    if end == start {
      scan(from: start) { cluster in
        end = Place(byte: cluster.end, column: start.column + rules.width(of: cluster))
        return false
      }
    }
    return end
  }

  /// Returns the number of rows that the line wraps to.
  ///
  /// - Complexity: O(1) for most lines; O(*n*) for a line with wide characters if its width does
  ///   not determine the number of rows.
  func rows(in columns: Int, by rules: WidthRules) -> Int {
    let width = width(by: rules)
    if width <= columns { return 1 }
    let fewest = (width + columns - 1) / columns
    // A row ends if the next character does not fit, so the gap is narrower than the widest
    // character.
    let full = columns - 2 * Int(hasWide[rules.place])
    if full > 0, (width + full - 1) / full == fewest { return fewest }
    var (rows, used, isEmpty) = (1, 0, true)
    scan { cluster in
      let width = rules.width(of: cluster)
      if !isEmpty, used + width > columns { (rows, used) = (rows + 1, 0) }
      used += width
      isEmpty = false
      return true
    }
    return rows
  }

  /// Returns the start of a row, or of the last row if there are not so many.
  func start(ofRow row: Int, in columns: Int, by rules: WidthRules) -> Place {
    let row = min(row, rows(in: columns, by: rules) - 1)
    if !isWide(by: rules) { return place(at: row * columns, by: rules) }
    var start = Place()
    for _ in 0..<max(0, row) { start = rowEnd(from: start, in: columns, by: rules) }
    return start
  }

  /// Returns the row that contains the character at a column.
  func row(at column: Int, in columns: Int, by rules: WidthRules) -> Int {
    let column = max(0, column)
    let last = rows(in: columns, by: rules) - 1
    if !isWide(by: rules) { return min(column / columns, last) }
    var end = Place()
    for row in 0..<last {
      end = rowEnd(from: end, in: columns, by: rules)
      if end.column > column { return row }
    }
    return last
  }

  /// Returns the columns of the characters that overlap a range of bytes.
  ///
  /// `start` is a place that does not lie after the first of the bytes.
  func columns(
    of bytes: Range<Int>, from start: Place = Place(), by rules: WidthRules
  ) -> Range<Int> {
    if isASCII { return bytes }
    var (first, last) = (start.column, start.column)
    scan(from: start) { cluster in
      if cluster.start >= bytes.upperBound { return false }
      let width = rules.width(of: cluster)
      if cluster.end <= bytes.lowerBound { first += width }
      last += width
      return true
    }
    return first..<last
  }

  /// Returns the last place at most at a byte.
  ///
  /// `start` is a place that does not lie after the byte.
  func place(before byte: Int, from start: Place, by rules: WidthRules) -> Place {
    if isASCII { return Place(byte: byte, column: byte) }
    var place = start
    scan(from: start) { cluster in
      guard cluster.end <= byte else { return false }
      place = Place(byte: cluster.end, column: place.column + rules.width(of: cluster))
      return true
    }
    return place
  }

  /// Returns the text between two places.
  func text(from start: Place, to end: Place) -> String {
    if start.byte == 0, end.byte == text.utf8.count { return text }
    let utf8 = text.utf8
    let first = utf8.index(utf8.startIndex, offsetBy: start.byte)
    return String(text[first..<utf8.index(first, offsetBy: end.byte - start.byte)])
  }

  /// Whether the line has characters of several columns, which may not fit at the end of a row.
  private func isWide(by rules: WidthRules) -> Bool { hasWide[rules.place] != 0 }

  /// Calls `body` with each character until it returns `false`.
  private func scan(from start: Place = Place(), _ body: (Cluster) -> Bool) {
    var text = text
    text.withUTF8 { bytes in
      var scanner = ClusterScanner(bytes, from: start.byte)
      while let cluster = scanner.next(), body(cluster) {}
    }
  }
}

extension WidthRules {
  /// The index of the rules among those that measure differently, from 0 to 3.
  var place: Int { (profile == .grapheme ? 0 : 2) + (ambiguousIsWide ? 1 : 0) }
}
