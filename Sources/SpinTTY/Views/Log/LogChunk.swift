internal import SpinCore

extension LogView {
  /// Lines that never change any more, shared by all copies of the log that have them.
  ///
  /// It keeps how many rows they are wrapped to, which follows from them: nobody can tell whether it
  /// was kept or counted again.
  final class Chunk: Sendable {
    let lines: [Line]
    /// The columns of the widest line, for each ``WidthRules/place``.
    let widths: SIMD4<UInt32>
    private let heights = Guarded<[Height]>([])

    private struct Height {
      let columns: Int
      let place: Int
      let rows: Int
    }

    /// The widths that are kept: those of two views, and of one that is being resized.
    private static let limit = 3

    init(_ lines: [Line]) {
      self.lines = lines
      widths = lines.reduce(.zero) { pointwiseMax($0, $1.widths) }
    }

    /// The rows that the lines are wrapped to.
    ///
    /// - Complexity: O(1) if that was asked lately.
    func rows(in columns: Int, by rules: WidthRules) -> Int {
      let place = rules.place
      let kept = heights.withLock { heights in
        heights.first { $0.columns == columns && $0.place == place }?.rows
      }
      if let kept { return kept }
      let rows = lines.reduce(0) { $0 + $1.rows(in: columns, by: rules) }
      heights.withLock { heights in
        if heights.count == Chunk.limit { heights.removeFirst() }
        heights.append(Height(columns: columns, place: place, rows: rows))
      }
      return rows
    }
  }
}
