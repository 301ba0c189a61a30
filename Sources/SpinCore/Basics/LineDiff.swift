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
  /// The maximum number of lines to align; beyond it, all of them are shown as different.
  static let comparisonLimit = 2_000

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

  /// Returns all lines of both texts.
  package static func compare(_ expected: [String], _ actual: [String]) -> [Row] {
    let start = zip(expected, actual).prefix { $0 == $1 }.count
    let rest = min(expected.count, actual.count) - start
    let end = zip(expected.reversed(), actual.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let old = expected[start..<(expected.count - end)]
    let new = actual[start..<(actual.count - end)]
    return expected[..<start].map { Row(mark: " ", line: $0) } + changes(Array(old), Array(new))
      + expected[(expected.count - end)...].map { Row(mark: " ", line: $0) }
  }

  private static func changes(_ old: [String], _ new: [String]) -> [Row] {
    if old.count + new.count > comparisonLimit {
      return old.map { Row(mark: "-", line: $0) } + new.map { Row(mark: "+", line: $0) }
    }
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var (rows, oldIndex, newIndex): ([Row], Int, Int) = ([], 0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if removed.contains(oldIndex) {
        rows.append(Row(mark: "-", line: old[oldIndex]))
        oldIndex += 1
      } else if added.contains(newIndex) {
        rows.append(Row(mark: "+", line: new[newIndex]))
        newIndex += 1
      } else {
        rows.append(Row(mark: " ", line: old[oldIndex]))
        oldIndex += 1
        newIndex += 1
      }
    }
    return rows
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
