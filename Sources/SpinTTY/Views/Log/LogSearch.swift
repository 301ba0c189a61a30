/// A match of the search text in a log.
struct LogMatch: Hashable, Sendable, Codable {
  /// The number of the line.
  let line: Int
  /// The range of bytes in the line.
  let bytes: Range<Int>
}

/// Finds a text in lines, from left to right and without overlaps.
struct LogSearch {
  /// The direction of a step.
  enum Direction {
    case next, previous
  }

  private let bytes: [UInt8]
  /// Whether ASCII letters match in either case.
  private let foldsCase: Bool

  /// Creates a search, or returns `nil` if the text is empty.
  init?(_ text: String) {
    if text.isEmpty { return nil }
    // The text of lines is cleaned in the same way.
    bytes = Array(CleanText(text).string.utf8)
    foldsCase = !bytes.contains { 0x41...0x5A ~= $0 }
  }

  /// Returns the matches in a line.
  ///
  /// - Complexity: O(*text* × *search*) in the worst case, and O(*text*) in usual lines.
  func places(in text: String) -> [Range<Int>] {
    var places: [Range<Int>] = []
    forEachPlace(in: text) {
      places.append($0)
      return true
    }
    return places
  }

  /// Returns the match after or before a match, wrapping around at the ends of the log.
  func match(_ direction: Direction, of start: LogMatch, in lines: LogView.Lines) -> LogMatch? {
    let here = places(in: lines.line(start.line).text).map { LogMatch(line: start.line, bytes: $0) }
    let (before, after) = (lines.startIndex..<start.line, start.line + 1..<lines.endIndex)
    func first(_ line: Int) -> LogMatch? {
      firstPlace(in: lines.line(line).text).map { LogMatch(line: line, bytes: $0) }
    }
    func last(_ line: Int) -> LogMatch? {
      places(in: lines.line(line).text).last.map { LogMatch(line: line, bytes: $0) }
    }
    switch direction {
    case .next:
      return here.first { $0.bytes.lowerBound >= start.bytes.upperBound }
        ?? after.firstResult(first) ?? before.firstResult(first) ?? here.first
    case .previous:
      return here.last { $0.bytes.lowerBound < start.bytes.lowerBound }
        ?? before.reversed().firstResult(last) ?? after.reversed().firstResult(last) ?? here.last
    }
  }

  private func firstPlace(in text: String) -> Range<Int>? {
    var place: Range<Int>?
    forEachPlace(in: text) {
      place = $0
      return false
    }
    return place
  }

  /// Calls `body` with each match until it returns `false`.
  private func forEachPlace(in text: String, _ body: (Range<Int>) -> Bool) {
    var text = text
    text.withBytes { text in
      var start = 0
      while start + bytes.count <= text.count {
        if isPlace(start, in: text) {
          if !body(start..<start + bytes.count) { return }
          start += bytes.count
        } else {
          start += 1
        }
      }
    }
  }

  @inline(__always)
  private func isPlace(_ start: Int, in text: MemoryView<UInt8>) -> Bool {
    for (offset, byte) in bytes.enumerated() {
      let other = text[start + offset]
      let isCapital = foldsCase && 0x41...0x5A ~= other
      if byte != (isCapital ? other | 0x20 : other) { return false }
    }
    return true
  }
}

extension Sequence {
  /// Returns the first result of `body` that is not `nil`.
  fileprivate func firstResult<Result>(_ body: (Element) -> Result?) -> Result? {
    for element in self { if let result = body(element) { return result } }
    return nil
  }
}
