internal import SpinCore

extension LogView {
  /// A cache of the number of rows that lines wrap to.
  ///
  /// The rows depend only on the lines, which never change, so cached rows and rows counted again
  /// are the same. Only the sole owner of the heights may append lines.
  final class Heights: Sendable {
    private struct Entry {
      let columns: Int
      let place: Int
      /// For each line that was counted, the rows of all lines up to and including it.
      var ends: [Int] = []
    }

    /// The number of widths that are cached, of which the least recently used one makes room: two
    /// views, and one view that is being resized.
    private static let limit = 3

    /// The cached widths, in the order of their last use.
    private let entries: Guarded<[Entry]>

    init() { entries = Guarded([]) }

    /// Creates heights of the same lines, for a log that appends lines of its own.
    init(copying other: Heights) { entries = Guarded(other.entries.withLock { $0 }) }

    /// Returns the rows of the first lines.
    ///
    /// - Parameters:
    ///   - count: The number of first lines, at most `lines.count`.
    ///   - lines: The lines.
    ///   - columns: The columns of a row.
    ///   - rules: The rules that text is measured by.
    /// - Returns: The number of rows.
    /// - Complexity: O(1) if the lines were counted recently, otherwise O(*n*) in the number of
    ///   lines that were not.
    func rows(ofFirst count: Int, _ lines: [Line], in columns: Int, by rules: WidthRules) -> Int {
      if count == 0 { return 0 }
      let place = rules.place
      return entries.withLock { entries in
        if let known = entries.firstIndex(where: { $0.columns == columns && $0.place == place }) {
          for later in known + 1..<entries.endIndex { entries.swapAt(later - 1, later) }
        } else {
          if entries.count == Heights.limit { entries.removeFirst() }
          entries.append(Entry(columns: columns, place: place))
        }
        let index = entries.count - 1
        let counted = entries[index].ends.count
        if counted < count {
          var rows = entries[index].ends.last ?? 0
          entries[index].ends.reserveCapacity(lines.count)
          for line in lines[counted..<count] {
            rows += line.rows(in: columns, by: rules)
            entries[index].ends.append(rows)
          }
        }
        return entries[index].ends[count - 1]
      }
    }
  }
}
