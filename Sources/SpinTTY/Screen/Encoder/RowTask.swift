/// A row to change from the shown cells to the wanted ones.
struct RowTask {
  /// The number of the row.
  let row: Int
  /// The shown cells.
  let old: MemoryView<Cell>
  /// The wanted cells.
  let new: MemoryView<Cell>
  /// The number of cells.
  let width: Int
  /// The column from which on the wanted cells are blank and plain.
  let end: Int
  /// Whether rows may be addressed.
  let isAbsolute: Bool
  /// Whether the end of the row must not be erased.
  var keepsEnd = false
}
