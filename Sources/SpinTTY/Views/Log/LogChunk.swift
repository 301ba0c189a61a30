extension LogView {
  /// Lines that never change any more, shared by all copies of the log that have them.
  final class Chunk: Sendable {
    let lines: [Line]
    /// The columns of the widest line, for each ``WidthRules/place``.
    let widths: SIMD4<UInt32>
    private let heights: Heights

    init(_ lines: [Line], _ heights: Heights) {
      self.lines = lines
      self.heights = heights
      widths = lines.reduce(.zero) { pointwiseMax($0, $1.widths) }
    }

    /// The rows that the first lines are wrapped to, or all.
    ///
    /// - Complexity: O(1) if that was asked lately.
    func rows(ofFirst count: Int? = nil, in columns: Int, by rules: WidthRules) -> Int {
      heights.rows(ofFirst: count ?? lines.count, lines, in: columns, by: rules)
    }
  }
}
