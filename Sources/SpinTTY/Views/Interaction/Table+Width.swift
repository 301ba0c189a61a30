extension Table {
  /// The room that a column takes.
  public struct Width: Hashable, Sendable {
    /// The columns of the screen that it takes in any case; nil for those that its title takes.
    let least: Int?
    /// Its share of what is left; nil takes none.
    let weight: Int?

    /// This many columns of the screen.
    ///
    /// - Parameter columns: The number; a negative one counts as zero.
    /// - Returns: The width.
    public static func fixed(_ columns: Int) -> Width { Width(least: columns, weight: nil) }

    /// An equal share of what the other columns leave, and at least the room of the title.
    public static var fill: Width { fill(1) }

    /// A share of what the other columns leave.
    ///
    /// - Parameters:
    ///   - weight: The share, relative to those of the other columns that fill.
    ///   - least: The least number of columns of the screen; nil for those of the title and a
    ///     sort mark.
    /// - Returns: The width.
    public static func fill(_ weight: Int = 1, atLeast least: Int? = nil) -> Width {
      Width(least: least, weight: weight)
    }
  }
}
