internal import SpinCore

extension LogView {
  /// How many rows lines are wrapped to, as far as anybody has asked.
  ///
  /// The rows follow from the lines, which never change: nobody can tell whether they were kept or are
  /// counted again. Lines may be appended by who alone has the heights.
  final class Heights: Sendable {
    private struct Entry {
      let columns: Int
      let place: Int
      /// The rows of all lines up to each one that was counted, with that one.
      var ends: [Int] = []
    }

    /// The widths that are kept: those of two views, and of one that is being resized.
    private static let limit = 3

    private let entries: Guarded<[Entry]>

    init() { entries = Guarded([]) }

    /// Creates heights of the same lines, to which others can be appended.
    init(copying other: Heights) { entries = Guarded(other.entries.withLock { $0 }) }

    /// The rows of the first lines.
    ///
    /// - Parameters:
    ///   - count: The number of these lines, at most that of all.
    ///   - lines: The lines.
    ///   - columns: The columns that a row has.
    ///   - rules: How text is measured.
    /// - Returns: The number of rows.
    /// - Complexity: O(1) if the lines were counted lately, otherwise O(*n*) in those that were not.
    func rows(ofFirst count: Int, _ lines: [Line], in columns: Int, by rules: WidthRules) -> Int {
      if count == 0 { return 0 }
      let place = rules.place
      return entries.withLock { entries in
        let known = entries.firstIndex { $0.columns == columns && $0.place == place }
        if known == nil {
          if entries.count == Heights.limit { entries.removeFirst() }
          entries.append(Entry(columns: columns, place: place))
        }
        let index = known ?? entries.count - 1
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
