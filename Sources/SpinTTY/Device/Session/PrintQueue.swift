/// Lines to be printed above an inline view.
///
/// They are printed together with a frame, which draws the view again below them. If the terminal
/// is slower than the program, the oldest lines are dropped.
struct PrintQueue {
  private var lines: [CleanText] = []
  private var start = 0
  private var byteCount = 0
  private var droppedCount = 0

  /// The maximum number of waiting bytes.
  static let limit = 4 << 20
  /// The bytes to print with one frame, so that a slow terminal still shows frames in between.
  static let portion = 64 << 10

  var isEmpty: Bool { start == lines.count }

  /// Adds lines, and drops the oldest ones beyond the limit.
  mutating func add(_ more: [CleanText]) {
    lines += more
    byteCount += more.reduce(0) { $0 + PrintQueue.size($1) }
    while byteCount > PrintQueue.limit, lines.count - start > 1 {
      _ = removeFirst()
      droppedCount += 1
    }
    if start > lines.count / 2 {
      lines.removeFirst(start)
      start = 0
    }
  }

  /// Removes and returns the next lines: at most `limit` bytes, but at least one line.
  mutating func take(atMost limit: Int) -> [CleanText] {
    var taken: [CleanText] = []
    if droppedCount > 0 {
      taken.append(
        CleanText("(\(droppedCount.linesWere()) dropped, because the terminal is too slow.)"))
      droppedCount = 0
    }
    var left = limit
    repeat {
      guard !isEmpty else { break }
      let line = removeFirst()
      left -= PrintQueue.size(line)
      taken.append(line)
    } while !isEmpty && PrintQueue.size(lines[start]) <= left
    if isEmpty { (lines, start) = ([], 0) }
    return taken
  }

  private mutating func removeFirst() -> CleanText {
    let line = lines[start]
    start += 1
    byteCount -= PrintQueue.size(line)
    return line
  }

  /// Includes the line ending, so that empty lines count.
  private static func size(_ line: CleanText) -> Int { line.string.utf8.count + 2 }
}
