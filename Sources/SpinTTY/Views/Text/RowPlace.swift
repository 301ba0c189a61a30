/// A row of a text whose lines take one or more rows each.
struct RowPlace: Comparable {
  var line: Int
  /// The number of the line's rows above this one.
  var row = 0

  static func < (left: RowPlace, right: RowPlace) -> Bool {
    (left.line, left.row) < (right.line, right.row)
  }

  /// Returns the row that is a number of rows below, or above if negative, up to the first and the last.
  ///
  /// - Parameters:
  ///   - step: The number of rows; `.min` and `.max` lead to the ends.
  ///   - lines: The numbers of the lines, of which there is at least one.
  ///   - rowCount: Returns the number of rows of a line, counted up to a limit.
  /// - Returns: The row.
  /// - Complexity: O(*n*) in the lines between, and in their rows.
  @inline(__always)
  func moved(
    by step: Int, in lines: Range<Int>, rowCount: (_ line: Int, _ limit: Int) -> Int
  ) -> RowPlace {
    let (first, last) = (lines.lowerBound, lines.upperBound - 1)
    if step == .min { return RowPlace(line: first) }
    if step == .max { return RowPlace(line: last, row: rowCount(last, .max) - 1) }
    var (place, rest) = (self, step)
    while rest > 0 {
      let wanted = rest.advanced(within: place.row + 1)
      let count = rowCount(place.line, wanted)
      if count >= wanted || place.line == last {
        return RowPlace(line: place.line, row: min(count, wanted) - 1)
      }
      rest -= count - place.row
      place = RowPlace(line: place.line + 1)
    }
    while rest < 0 {
      if -rest <= place.row || place.line == first {
        return RowPlace(line: place.line, row: max(0, place.row + rest))
      }
      rest += place.row + 1
      place = RowPlace(line: place.line - 1, row: rowCount(place.line - 1, .max) - 1)
    }
    return place
  }
}
