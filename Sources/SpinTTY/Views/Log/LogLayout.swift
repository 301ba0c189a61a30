/// The rows of a log on a page: one for each line, or as many as the line wraps to.
struct LogLayout {
  /// A row of the log.
  struct Row: Comparable {
    var line: Int
    /// The number of the line's rows above this one.
    var above = 0

    static func < (left: Row, right: Row) -> Bool {
      (left.line, left.above) < (right.line, right.above)
    }
  }

  let lines: LogView.Lines
  let page: LogView.Page
  let wraps: Bool

  private var widths: WidthRules { page.widths }

  /// Creates the layout of lines, or returns `nil` if there are none.
  init?(_ lines: LogView.Lines, in page: LogView.Page, wraps: Bool) {
    if lines.isEmpty { return nil }
    self.lines = lines
    self.page = page
    self.wraps = wraps
  }

  /// The row at the top if the end of the log is shown.
  var limit: Row {
    let last = lines.endIndex - 1
    return moved(Row(line: last, above: height(of: last) - 1), by: 1 - page.rows)
  }

  /// Returns the row at the top.
  func top(of model: LogView.Model) -> Row {
    let limit = limit
    return model.follows ? limit : min(row(of: model), limit)
  }

  /// Returns the row that was at the top when the user stopped following.
  private func row(of model: LogView.Model) -> Row {
    let wanted = model.scroll.row
    let line = min(max(wanted, lines.startIndex), lines.endIndex - 1)
    return line == wanted ? row(of: line, at: model.skipped) : Row(line: line)
  }

  /// Returns the row that contains the character at a column of a line.
  func row(of line: Int, at column: Int) -> Row {
    guard wraps else { return Row(line: line) }
    let above = lines.line(line).row(at: column, in: page.columns, by: widths)
    return Row(line: line, above: above)
  }

  /// Returns the number of the line's columns that lie above a row.
  func columns(above row: Row) -> Int {
    if row.above == 0 { return 0 }
    return lines.line(row.line).start(ofRow: row.above, in: page.columns, by: widths).column
  }

  /// Returns the row `step` rows below or, if negative, above; at most the first or last row.
  ///
  /// - Complexity: O(*step*) if lines are wrapped, otherwise O(1).
  func moved(_ row: Row, by step: Int) -> Row {
    let (first, last) = (lines.startIndex, lines.endIndex - 1)
    // The keys home and end step by these.
    if step == .min { return Row(line: first) }
    if step == .max { return Row(line: last, above: height(of: last) - 1) }
    if !wraps { return Row(line: min(max(row.line.advanced(within: step), first), last)) }
    var row = row
    var rest = step
    while rest > 0 {
      let below = height(of: row.line) - 1 - row.above
      if rest <= below || row.line == last {
        row.above += min(rest, below)
        return row
      }
      rest -= below + 1
      row = Row(line: row.line + 1)
    }
    while rest < 0 {
      if -rest <= row.above || row.line == first {
        row.above = max(0, row.above + rest)
        return row
      }
      rest += row.above + 1
      row = Row(line: row.line - 1, above: height(of: row.line - 1) - 1)
    }
    return row
  }

  private func height(of line: Int) -> Int {
    wraps ? lines.line(line).rows(in: page.columns, by: widths) : 1
  }
}

extension LogLayout {
  /// Returns the row with the first character of a match, or `nil` if its line was dropped.
  func row(of match: LogMatch) -> Row? {
    guard lines.indices.contains(match.line) else { return nil }
    let columns = lines.line(match.line).columns(of: match.bytes, by: page.widths)
    return row(of: match.line, at: columns.lowerBound)
  }

  /// Returns the range of the line's bytes that lie in a row.
  func bytes(of row: Row) -> Range<Int> {
    let line = lines.line(row.line)
    guard wraps else { return 0..<line.text.utf8.count }
    let start = line.start(ofRow: row.above, in: page.columns, by: page.widths)
    return start.byte..<line.rowEnd(from: start, in: page.columns, by: page.widths).byte
  }
}
