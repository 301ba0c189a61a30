extension Table {
  /// The width of a column.
  public struct Width: Hashable, Sendable {
    /// The least width in screen columns; `nil` for the width of the title and a sort mark.
    let least: Int?
    /// The share of the remaining room; `nil` takes none.
    let weight: Int?

    /// Returns a width of a number of screen columns.
    ///
    /// - Parameter columns: The number of columns; a negative number becomes zero.
    /// - Returns: The width.
    public static func fixed(_ columns: Int) -> Width { Width(least: columns, weight: nil) }

    /// An equal share of the room that other columns leave, at least the width of the title and a
    /// sort mark.
    public static var fill: Width { fill(1) }

    /// Returns a share of the room that other columns leave.
    ///
    /// - Parameters:
    ///   - weight: The share, relative to the other columns that fill.
    ///   - least: The least number of screen columns; `nil` for the width of the title and a sort
    ///     mark.
    /// - Returns: The width.
    public static func fill(_ weight: Int = 1, atLeast least: Int? = nil) -> Width {
      Width(least: least, weight: weight)
    }
  }
}
