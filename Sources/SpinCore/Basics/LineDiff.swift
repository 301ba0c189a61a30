/// The difference of two texts, line by line.
///
/// ```
///   Search(
/// -   query: "s",
/// +   query: "sw",
///     items: [],
///   )
/// ```
package struct LineDiff {
  /// The number of equal lines to show around different ones.
  static let context = 3
  /// The maximum number of lines to show.
  static let limit = 100

  /// A line of one text or of both.
  package struct Row: Equatable, Sendable {
    /// `-` if only the expected text has the line, `+` if only the actual one has it, and otherwise a blank.
    package let mark: Character
    package let line: String
  }

  /// The lines to show; empty if the texts are equal.
  package let lines: [String]

  /// Compares the expected lines with the actual lines.
  package init(expected: [String], actual: [String]) {
    lines = Self.shorten(Self.excerpt(Self.compare(expected, actual)))
  }

  /// Returns all lines of both texts; see ``LineMatches`` for the time it takes.
  package static func compare(_ expected: [String], _ actual: [String]) -> [Row] {
    compare(expected, actual, limit: LineMatches.limit)
  }

  /// The same with another limit of the lines to align at once.
  static func compare(_ expected: [String], _ actual: [String], limit: Int) -> [Row] {
    let start = zip(expected, actual).prefix { $0 == $1 }.count
    let rest = min(expected.count, actual.count) - start
    let end = zip(expected.reversed(), actual.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let ends = (old: expected.count - end, new: actual.count - end)
    let middle = LineMatches(
      expected[start..<ends.old], actual[start..<ends.new], limit: limit)
    var rows = expected[..<start].map { Row(mark: " ", line: $0) }
    var (old, new) = (start, start)
    func addChanges(until index: Int, _ other: Int) {
      rows += expected[old..<index].map { Row(mark: "-", line: $0) }
      rows += actual[new..<other].map { Row(mark: "+", line: $0) }
    }
    for match in middle.matches {
      addChanges(until: match.old, match.new)
      rows.append(Row(mark: " ", line: expected[match.old]))
      (old, new) = (match.old + 1, match.new + 1)
    }
    addChanges(until: ends.old, ends.new)
    return rows + expected[ends.old...].map { Row(mark: " ", line: $0) }
  }

  /// Returns the different rows and the rows around them.
  private static func excerpt(_ rows: [Row]) -> [String] {
    var isShown = Array(repeating: false, count: rows.count)
    for index in rows.indices where rows[index].mark != " " {
      for near in max(0, index - context)...min(rows.count - 1, index + context) {
        isShown[near] = true
      }
    }
    var lines: [String] = []
    for index in rows.indices {
      if isShown[index] {
        lines.append("\(rows[index].mark) \(rows[index].line)")
      } else if index == 0 || isShown[index - 1] {
        lines.append("  …")
      }
    }
    return lines == ["  …"] ? [] : lines
  }

  private static func shorten(_ lines: [String]) -> [String] {
    guard lines.count > limit else { return lines }
    return lines[..<(limit - 1)] + ["… and \(lines.count - limit + 1) more lines"]
  }
}

extension LineDiff {
  /// Compares two values by their dumps.
  package init(expectedValue: Any, actualValue: Any) {
    self.init(expected: StateDump(expectedValue).lines, actual: StateDump(actualValue).lines)
  }
}
