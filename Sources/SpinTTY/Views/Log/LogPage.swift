extension LogView {
  /// The room in which a frame shows a log.
  public struct Page: Hashable, Sendable, Codable {
    /// The columns.
    public let columns: Int
    /// The rows.
    public let rows: Int
    private let isByCluster: Bool
    private let ambiguousIsWide: Bool

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - columns: The columns, at least 1.
    ///   - rows: The rows, at least 1.
    ///   - widths: How the terminal measures text.
    public init(columns: Int, rows: Int, widths: WidthRules = WidthRules()) {
      self.columns = max(1, columns.inCells)
      self.rows = max(1, rows.inCells)
      isByCluster = widths.profile == .grapheme
      ambiguousIsWide = widths.ambiguousIsWide
    }

    /// How text is measured.
    var widths: WidthRules {
      WidthRules(profile: isByCluster ? .grapheme : .wcwidth, ambiguousIsWide: ambiguousIsWide)
    }
  }

  /// The id of the region that a log declares within its own: what its actions have to know.
  struct Seen: Hashable, Sendable {
    let page: Page
    /// Whether there is a text to search for.
    let isSearched: Bool
  }
}
