/// The rows of a log in the room of a page: one for each line, or as many as it is wrapped to.
struct LogLayout {
  /// A row of the log.
  struct Row: Comparable {
    var line: Int
    /// The rows of the line that lie above it.
    var above = 0

    static func < (left: Row, right: Row) -> Bool {
      (left.line, left.above) < (right.line, right.above)
    }
  }

  let lines: LogView.Lines
  let page: LogView.Page
  let wraps: Bool

  private var widths: WidthRules { page.widths }

  /// Creates the layout of lines; nil if there are none.
  init?(_ lines: LogView.Lines, in page: LogView.Page, wraps: Bool) {
    if lines.isEmpty { return nil }
    self.lines = lines
    self.page = page
    self.wraps = wraps
  }

  /// The row at the top when the end of the log is seen.
  var limit: Row {
    let last = lines.endIndex - 1
    return moved(Row(line: last, above: height(of: last) - 1), by: 1 - page.rows)
  }

  /// The row at the top.
  func top(of model: LogView.Model) -> Row {
    let limit = limit
    return model.follows ? limit : min(row(of: model), limit)
  }

  /// The row that was at the top when the user stopped to follow.
  private func row(of model: LogView.Model) -> Row {
    let wanted = model.scroll.row
    let line = min(max(wanted, lines.startIndex), lines.endIndex - 1)
    return line == wanted ? row(of: line, at: model.skipped) : Row(line: line)
  }

  /// The row of a line in which the character stands that has a number of columns before it.
  func row(of line: Int, at column: Int) -> Row {
    guard wraps else { return Row(line: line) }
    let above = lines.line(line).row(at: column, in: page.columns, by: widths)
    return Row(line: line, above: above)
  }

  /// The columns of a line that lie in rows above one of it.
  func columns(above row: Row) -> Int {
    if row.above == 0 { return 0 }
    return lines.line(row.line).start(ofRow: row.above, in: page.columns, by: widths).column
  }

  /// The row some rows below, or above; the first or the last one beyond the ends.
  ///
  /// - Complexity: O(*step*) if lines are wrapped, otherwise O(1).
  func moved(_ row: Row, by step: Int) -> Row {
    let (first, last) = (lines.startIndex, lines.endIndex - 1)
    // As home and end have it.
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
  /// The row with the first character of a match; nil if its line has fallen out.
  func row(of match: LogMatch) -> Row? {
    guard lines.indices.contains(match.line) else { return nil }
    let columns = lines.line(match.line).columns(of: match.bytes, by: page.widths)
    return row(of: match.line, at: columns.lowerBound)
  }

  /// The bytes of a line that lie in a row.
  func bytes(of row: Row) -> Range<Int> {
    let line = lines.line(row.line)
    guard wraps else { return 0..<line.text.utf8.count }
    let start = line.start(ofRow: row.above, in: page.columns, by: page.widths)
    return start.byte..<line.rowEnd(from: start, in: page.columns, by: page.widths).byte
  }
}
