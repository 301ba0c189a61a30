/// One row to be brought from what is shown to what is wanted.
struct RowTask {
  /// The row's place.
  let row: Int
  /// The cells as they are shown.
  let old: UnsafePointer<Cell>
  /// The cells as they are wanted.
  let new: UnsafePointer<Cell>
  /// The number of cells.
  let width: Int
  /// From here on the wanted cells are blank and plain.
  let end: Int
  /// Whether rows may be addressed.
  let isAbsolute: Bool
  /// Whether what is at the end of the row has to stay untouched.
  var keepsEnd = false
}
