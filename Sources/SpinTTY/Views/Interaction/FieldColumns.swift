/// How labels and controls share the width of a form.
enum FieldColumns {
  /// The columns between a label and its control.
  static let gap = 2
  /// The columns that a control has, if labels can be cut to leave them.
  static let leastControl = 8

  /// The columns of labels, of which the widest has `widest`, in a form of some width.
  static func labels(_ widest: Int, in columns: Int?) -> Int {
    guard let columns else { return widest }
    return min(widest, max(columns - gap - leastControl, (columns - gap) / 2, 0))
  }
}
