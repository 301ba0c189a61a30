extension LogView {
  /// Lines that no longer change, shared by all copies of the log that contain them.
  final class Chunk: Sendable {
    let lines: [Line]
    /// The width in columns of the widest line, for each ``WidthRules/place``.
    let widths: SIMD4<UInt32>
    private let heights: Heights

    init(_ lines: [Line], _ heights: Heights) {
      self.lines = lines
      self.heights = heights
      widths = lines.reduce(.zero) { pointwiseMax($0, $1.widths) }
    }

    /// Returns the number of rows that the first `count` lines, or all lines, wrap to.
    ///
    /// - Complexity: O(1) if the rows were counted recently.
    func rows(ofFirst count: Int? = nil, in columns: Int, by rules: WidthRules) -> Int {
      heights.rows(ofFirst: count ?? lines.count, lines, in: columns, by: rules)
    }
  }
}
