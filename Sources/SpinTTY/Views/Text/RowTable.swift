/// Where the rows of a line begin in some width, as far as anybody has asked.
///
/// A table belongs to one line. The beginning of the table of a line is that of the same line after
/// an edit.
struct RowTable {
  /// The columns of a row; nil if the line is one row.
  let columns: Int?
  let widths: WidthRules
  private var starts = [0]
  private var isComplete: Bool

  /// Creates a table of a line that nobody has read.
  init(columns: Int?, widths: WidthRules) {
    self.columns = columns
    self.widths = widths
    isComplete = columns == nil
  }

  /// The number of rows that are known.
  var count: Int { starts.count }

  /// The row that a byte of the line is in.
  mutating func row(at offset: Int, in text: String) -> Int {
    extend(in: text) { starts in starts.count > 1 && starts[starts.count - 1] > offset }
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Where a row begins; nil if there are not so many.
  mutating func start(of row: Int, in text: String) -> Int? {
    extend(in: text) { $0.count > row }
    return row < starts.count ? starts[row] : nil
  }

  /// The number of all rows.
  mutating func countAll(in text: String) -> Int {
    extend(in: text) { _ in false }
    return starts.count
  }

  /// The part that an edit at a byte leaves as it is.
  ///
  /// A break depends on the row behind it, and a mark that is inserted joins the character before it.
  func before(_ offset: Int) -> RowTable {
    var table = self
    let changed = starts.firstIndex { $0 > offset } ?? starts.count
    table.starts = Array(starts.prefix(max(1, changed - 3)))
    table.isComplete = columns == nil
    return table
  }

  /// Finds rows until it has enough.
  private mutating func extend(in text: String, until isEnough: ([Int]) -> Bool) {
    guard let columns, !isComplete, !isEnough(starts) else { return }
    var starts = self.starts
    self.starts = []
    let widths = widths
    let isAtEnd = text.utf8.withContiguousStorageIfAvailable { bytes in
      repeat {
        let next = RowBreaker.next(
          text, bytes, after: starts[starts.count - 1], columns: columns, widths)
        guard let next else { return true }
        starts.append(next)
      } while !isEnough(starts)
      return false
    }
    self.starts = starts
    isComplete = isAtEnd ?? true
  }
}
