/// Where a stack puts its views: the lengths along its axis, and across it.
struct StackPlan {
  /// The length of each view along the axis.
  var lengths: [Int]
  /// The length of each view across the axis.
  var crosses: [Int]
  /// The cells between views, all together.
  var gaps: Int
  /// What the stack takes.
  var size: Size
  /// The indices of the views that there is no room for.
  var leftOut: [Int] = []

  /// Whether there is room for a view.
  func shows(_ index: Int) -> Bool { leftOut.isEmpty || !leftOut.contains(index) }
}
