internal import SpinCore

/// Lines to be printed above an inline view.
///
/// They are printed together with a frame, which draws the view again below them. If the terminal
/// is slower than the program, the oldest lines are dropped.
struct PrintQueue: ~Copyable {
  private var lines = RingBuffer<CleanText>()
  private var byteCount = 0
  private var droppedCount = 0

  /// The maximum number of waiting bytes.
  static let limit = 4 << 20
  /// The bytes to print with one frame, so that a slow terminal still shows frames in between.
  static let portion = 64 << 10

  var isEmpty: Bool { lines.isEmpty }

  /// Adds lines, and drops the oldest ones beyond the limit.
  mutating func add(_ more: [CleanText]) {
    for line in more {
      lines.append(line)
      byteCount += PrintQueue.size(line)
    }
    while byteCount > PrintQueue.limit, lines.count > 1, removeFirst() != nil { droppedCount += 1 }
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
      guard let line = removeFirst() else { break }
      left -= PrintQueue.size(line)
      taken.append(line)
    } while !isEmpty && PrintQueue.size(lines[0]) <= left
    lines.releaseBurst()
    return taken
  }

  private mutating func removeFirst() -> CleanText? {
    guard let line = lines.popFirst() else { return nil }
    byteCount -= PrintQueue.size(line)
    return line
  }

  /// Includes the line ending, so that empty lines count.
  private static func size(_ line: CleanText) -> Int { line.string.utf8.count + 2 }
}
