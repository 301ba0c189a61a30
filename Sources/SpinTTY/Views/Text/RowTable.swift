/// The starts of a line's rows in one width, as far as they were asked for.
///
/// A table belongs to one line. After an edit, the rows well before the edit stay the same, and so
/// does that part of the table.
struct RowTable {
  /// The number of columns of a row; `nil` if the line is one row.
  let columns: Int?
  let widths: WidthRules
  private var starts = [0]
  private var isComplete: Bool

  /// Creates the table of a line that has not been read.
  init(columns: Int?, widths: WidthRules) {
    self.columns = columns
    self.widths = widths
    isComplete = columns == nil
  }

  /// Returns the row of a byte of the line.
  mutating func row(at offset: Int, in text: String) -> Int {
    extend(in: text) { starts in starts.count > 1 && starts[starts.count - 1] > offset }
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the start of a row, or `nil` if the line has fewer rows.
  mutating func start(of row: Int, in text: String) -> Int? {
    extend(in: text) { $0.count > row }
    return row < starts.count ? starts[row] : nil
  }

  /// Returns the number of rows, counted up to a limit.
  mutating func count(upTo limit: Int, in text: String) -> Int {
    extend(in: text) { $0.count >= limit }
    return min(starts.count, limit)
  }

  /// Returns the part of the table that an edit at a byte leaves valid.
  ///
  /// A break depends on the row after it, and an inserted combining mark joins the character before
  /// it.
  func before(_ offset: Int) -> RowTable {
    var table = self
    let changed = starts.firstIndex { $0 > offset } ?? starts.count
    table.starts = Array(starts.prefix(max(1, changed - 3)))
    table.isComplete = columns == nil
    return table
  }

  /// Finds rows until `isEnough` returns `true`.
  private mutating func extend(in text: String, until isEnough: ([Int]) -> Bool) {
    guard let columns, !isComplete, !isEnough(starts) else { return }
    var starts = self.starts
    self.starts = []
    repeat {
      let row = RowBreaker.row(of: text, from: starts[starts.count - 1], columns: columns, widths)
      if let next = row.next { starts.append(next) } else { isComplete = true }
    } while !isComplete && !isEnough(starts)
    self.starts = starts
  }
}
