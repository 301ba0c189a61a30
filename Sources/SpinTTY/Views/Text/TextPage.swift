/// The area in which the user saw a text, which determines where lines wrap and the length of a page.
public struct TextPage: Hashable, Sendable, Codable {
  /// The number of columns; a ``TextArea`` reserves the last one for the cursor after a full row.
  public let columns: Int
  /// The number of rows.
  public let rows: Int
  /// The rules that text is measured by.
  public let widths: WidthRules

  /// Creates a page of at least one cell.
  ///
  /// - Parameters:
  ///   - columns: The number of columns, at least 1.
  ///   - rows: The number of rows, at least 1.
  ///   - widths: The rules that the terminal measures text by.
  public init(columns: Int, rows: Int, widths: WidthRules = WidthRules()) {
    self.columns = max(1, columns.inCells)
    self.rows = max(1, rows.inCells)
    self.widths = widths
  }

  /// Decodes a page, and clamps its numbers like ``init(columns:rows:widths:)``.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      columns: try values.decode(Int.self, forKey: .columns),
      rows: try values.decode(Int.self, forKey: .rows),
      widths: try values.decode(WidthRules.self, forKey: .widths))
  }
}
