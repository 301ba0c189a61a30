extension LogView {
  /// The area in which a frame shows a log.
  public struct Page: Hashable, Sendable, Codable {
    /// The number of columns.
    public let columns: Int
    /// The number of rows.
    public let rows: Int
    private let isByCluster: Bool
    private let ambiguousIsWide: Bool

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - columns: The number of columns, at least 1.
    ///   - rows: The number of rows, at least 1.
    ///   - widths: The rules that the terminal measures text by.
    public init(columns: Int, rows: Int, widths: WidthRules = WidthRules()) {
      self.columns = max(1, columns.inCells)
      self.rows = max(1, rows.inCells)
      isByCluster = widths.profile == .grapheme
      ambiguousIsWide = widths.ambiguousIsWide
    }

    /// Decodes a page, and clamps its numbers like ``init(columns:rows:widths:)``.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      let profile: WidthRules.Profile =
        try values.decode(Bool.self, forKey: .isByCluster) ? .grapheme : .wcwidth
      self.init(
        columns: try values.decode(Int.self, forKey: .columns),
        rows: try values.decode(Int.self, forKey: .rows),
        widths: WidthRules(
          profile: profile,
          ambiguousIsWide: try values.decode(Bool.self, forKey: .ambiguousIsWide)))
    }

    /// The rules that text is measured by.
    var widths: WidthRules {
      WidthRules(profile: isByCluster ? .grapheme : .wcwidth, ambiguousIsWide: ambiguousIsWide)
    }
  }

  /// The id of a region that a log declares in its own region, with the facts that actions need.
  struct Seen: Hashable, Sendable {
    let page: Page
    /// Whether there is a text to search for.
    let isSearched: Bool
  }
}
