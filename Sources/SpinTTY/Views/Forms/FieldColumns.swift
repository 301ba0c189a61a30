/// The division of a form's width between labels and controls.
enum FieldColumns {
  /// The number of columns between a label and its control.
  static let gap = 2
  /// The number of columns that a control keeps, if cutting the labels allows it.
  static let leastControl = 8

  /// Returns the width of the label column for the widest label and the width of a form, in
  /// columns.
  static func labels(_ widest: Int, in columns: Int?) -> Int {
    guard let columns else { return widest }
    return min(widest, max(columns - gap - leastControl, (columns - gap) / 2, 0))
  }
}
