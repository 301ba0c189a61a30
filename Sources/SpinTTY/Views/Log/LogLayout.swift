/// The rows of a log on a page: one for each line, or as many as the line wraps to.
struct LogLayout {
  let lines: LogView.Lines
  let page: TextPage
  let wraps: Bool

  private var widths: WidthRules { page.widths }

  /// Creates the layout of lines, or returns `nil` if there are none.
  init?(_ lines: LogView.Lines, in page: TextPage, wraps: Bool) {
    if lines.isEmpty { return nil }
    self.lines = lines
    self.page = page
    self.wraps = wraps
  }

  /// The row at the top if the end of the log is shown.
  var limit: RowPlace {
    let last = lines.endIndex - 1
    return moved(RowPlace(line: last, row: height(of: last) - 1), by: 1 - page.rows)
  }

  /// Returns the row at the top.
  func top(of model: LogView.Model) -> RowPlace {
    let limit = limit
    return model.follows ? limit : min(row(of: model), limit)
  }

  /// Returns the row that was at the top when the user stopped following.
  private func row(of model: LogView.Model) -> RowPlace {
    let wanted = model.scroll.row
    let line = min(max(wanted, lines.startIndex), lines.endIndex - 1)
    return line == wanted ? row(of: line, at: model.skipped) : RowPlace(line: line)
  }

  /// Returns the row that contains the character at a column of a line.
  func row(of line: Int, at column: Int) -> RowPlace {
    guard wraps else { return RowPlace(line: line) }
    return RowPlace(line: line, row: lines.line(line).row(at: column, in: page.columns, by: widths))
  }

  /// Returns the number of the line's columns that lie above a row.
  func columns(above row: RowPlace) -> Int {
    if row.row == 0 { return 0 }
    return lines.line(row.line).start(ofRow: row.row, in: page.columns, by: widths).column
  }

  /// Returns the row `step` rows below or, if negative, above; at most the first or last row.
  ///
  /// - Complexity: O(*step*) if lines are wrapped, otherwise O(1).
  func moved(_ row: RowPlace, by step: Int) -> RowPlace {
    let (first, last) = (lines.startIndex, lines.endIndex - 1)
    guard wraps else {
      return RowPlace(line: min(max(row.line.advanced(within: step), first), last))
    }
    return row.moved(by: step, in: first..<last + 1) { line, _ in height(of: line) }
  }

  private func height(of line: Int) -> Int {
    wraps ? lines.line(line).rows(in: page.columns, by: widths) : 1
  }
}

extension LogLayout {
  /// Returns the row with the first character of a match, or `nil` if its line was dropped.
  func row(of match: LogMatch) -> RowPlace? {
    guard lines.indices.contains(match.line) else { return nil }
    let columns = lines.line(match.line).columns(of: match.bytes, by: page.widths)
    return row(of: match.line, at: columns.lowerBound)
  }

  /// Returns the range of the line's bytes that lie in a row.
  func bytes(of row: RowPlace) -> Range<Int> {
    let line = lines.line(row.line)
    guard wraps else { return 0..<line.text.utf8.count }
    let start = line.start(ofRow: row.row, in: page.columns, by: page.widths)
    return start.byte..<line.rowEnd(from: start, in: page.columns, by: page.widths).byte
  }
}
