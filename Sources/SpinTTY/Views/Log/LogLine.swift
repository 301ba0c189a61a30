extension LogView {
  /// A line of a log, measured once.
  struct Line: Equatable, Sendable {
    let styled: StyledLine
    /// The width of the line in columns, for each ``WidthRules/place``.
    let widths: SIMD4<UInt32>
    /// At least half the width of the widest character, for each ``WidthRules/place``; 0 if every
    /// character takes one column.
    private let hasWide: SIMD4<UInt8>

    /// Measures a line.
    init(_ styled: StyledLine) {
      self.styled = styled
      var text = styled.text
      (widths, hasWide) = text.withBytes { bytes in
        if bytes.arePrintableASCII {
          return (SIMD4(repeating: UInt32(clamping: bytes.count)), .zero)
        }
        var (sums, wide) = (SIMD4<UInt32>.zero, SIMD4<UInt32>.zero)
        var scanner = ClusterScanner(bytes)
        while let cluster = scanner.next() {
          sums &+= cluster.columns
          wide |= cluster.columns &>> 1
        }
        return (sums, SIMD4(clamping: wide))
      }
    }

    var text: String { styled.text }

    /// Returns the width of the line in columns.
    func width(by rules: WidthRules) -> Int { Int(widths[rules.place]) }

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

  /// Returns the last place, from a place on, up to which the end of each character fits.
  private func place(
    from start: Place, by rules: WidthRules, while fits: (Place) -> Bool
  ) -> Place {
    var place = start
    var text = text
    text.withBytes { bytes in
      var scanner = ClusterScanner(bytes, from: start.byte)
      while let cluster = scanner.next() {
        let end = Place(byte: cluster.end, column: place.column + rules.width(of: cluster))
        if !fits(end) { return }
        place = end
      }
    }
    return place
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
    return place(from: start, by: rules) { $0.column <= column }
  }

  /// Returns the last place at most at a byte.
  ///
  /// `start` is a place that does not lie after the byte.
  func place(before byte: Int, from start: Place, by rules: WidthRules) -> Place {
    if isASCII { return Place(byte: byte, column: byte) }
    return place(from: start, by: rules) { $0.byte <= byte }
  }

  /// Returns the columns of the characters that overlap a range of bytes.
  ///
  /// `start` is a place that does not lie after the first of the bytes.
  func columns(
    of bytes: Range<Int>, from start: Place = Place(), by rules: WidthRules
  ) -> Range<Int> {
    let first = place(before: bytes.lowerBound, from: start, by: rules)
    var last = place(before: bytes.upperBound, from: first, by: rules)
    if last.byte < bytes.upperBound { last = rowEnd(from: last, in: 0, by: rules) }
    return first.column..<last.column
  }

  /// Returns the end of a row that begins at a place, which is at least one character further.
  func rowEnd(from start: Place, in columns: Int, by rules: WidthRules) -> Place {
    let row = RowBreaker.row(of: text, from: start.byte, columns: columns, by: .cluster, rules)
    return Place(byte: row.bytes.upperBound, column: start.column + row.width)
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
    var (rows, end) = (0, Place())
    repeat {
      end = rowEnd(from: end, in: columns, by: rules)
      rows += 1
    } while end.byte < text.utf8.count
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

  /// Whether the line has characters of several columns, which may not fit at the end of a row.
  private func isWide(by rules: WidthRules) -> Bool { hasWide[rules.place] != 0 }
}
