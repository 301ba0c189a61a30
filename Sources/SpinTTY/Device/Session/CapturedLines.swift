/// The lines to print after the view has ended: captured output, and the lines that the program
/// passed to the view, in the order of their arrival.
///
/// Captured output is unbounded, so only its last lines are kept.
struct CapturedLines {
  private enum Line {
    case captured(String)
    case kept(CleanText)
  }

  /// The maximum number of captured lines, and of their bytes.
  static let limit = 4096
  static let byteLimit = 4 << 20
  /// The maximum length of a line in bytes; longer lines are cut between characters.
  static let longestLine = 64 << 10

  private var lines: [Line] = []
  /// The beginning of a line without its end.
  private var partial: [UInt8] = []
  /// The number of captured lines in `lines`, and of their bytes.
  private var count = 0
  private var byteCount = 0
  private var droppedCount = 0
  /// The number of lines captured since ``takeFresh()``, including dropped ones.
  private var freshCount = 0

  /// Whether a line was captured since ``takeFresh()``.
  var hasFresh: Bool { freshCount > 0 }

  /// Adds printed bytes.
  mutating func take(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      partial += rest[..<end]
      cutPartial()
      addPartial(upTo: partial.count)
      rest = rest[(end + 1)...]
    }
    partial += rest
    cutPartial()
  }

  /// Adds lines that are never dropped.
  mutating func keep(_ more: [CleanText]) { lines += more.map { .kept($0) } }

  /// Returns the lines that were captured since the last call.
  mutating func takeFresh() -> [String] {
    guard freshCount > 0 else { return [] }
    let wanted = min(freshCount, count)
    var fresh: [String] = []
    for line in lines.reversed() {
      if fresh.count == wanted { break }
      if case .captured(let text) = line { fresh.append(text) }
    }
    if freshCount > wanted { fresh.append("(\((freshCount - wanted).linesWere()) dropped.)") }
    freshCount = 0
    return fresh.reversed()
  }

  /// Removes and returns all lines; captured ones only if `withCaptured` is `true`.
  mutating func end(withCaptured: Bool) -> [CleanText] {
    if !partial.isEmpty { addPartial(upTo: partial.count) }
    trim()
    let notice = "(The first \(droppedCount) captured lines were dropped.)"
    var result = withCaptured && droppedCount > 0 ? [CleanText(notice)] : []
    for line in lines {
      switch line {
      case .captured(let text): if withCaptured { result += CleanText.screenLines(of: text) }
      case .kept(let text): result.append(text)
      }
    }
    self = CapturedLines()
    return result
  }

  private mutating func cutPartial() {
    while partial.count > CapturedLines.longestLine {
      var end = CapturedLines.longestLine
      // A UTF-8 character has at most three bytes after its first.
      while end > CapturedLines.longestLine - 3, partial[end] & 0xC0 == 0x80 { end -= 1 }
      addPartial(upTo: end)
    }
  }

  private mutating func addPartial(upTo end: Int) {
    let text = String(decoding: partial[..<end], as: UTF8.self)
    partial.removeFirst(end)
    lines.append(.captured(text))
    (count, byteCount, freshCount) = (count + 1, byteCount + text.utf8.count, freshCount + 1)
    // Not for each line, because trimming visits all lines.
    if count > 2 * CapturedLines.limit || byteCount > 2 * CapturedLines.byteLimit { trim() }
  }

  /// Drops the oldest captured lines beyond the limits.
  private mutating func trim() {
    lines.removeAll { line in
      guard case .captured(let text) = line,
        count > CapturedLines.limit || byteCount > CapturedLines.byteLimit
      else { return false }
      (count, byteCount, droppedCount) = (count - 1, byteCount - text.utf8.count, droppedCount + 1)
      return true
    }
  }
}
