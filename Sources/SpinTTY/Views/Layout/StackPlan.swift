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
  /// For each view, whether there is no room for it.
  var isLeftOut: [Bool]

  /// The indices of the views that there is no room for.
  var leftOut: [Int] { isLeftOut.indices.filter { isLeftOut[$0] } }

  /// Whether there is room for a view.
  func shows(_ index: Int) -> Bool { !isLeftOut[index] }

  /// Says where each view that is shown begins along the axis.
  ///
  /// - Parameters:
  ///   - room: The cells before each of them beside the gaps, if there are any.
  ///   - body: Called with the index of a view and its place, in order.
  func forEachShown(after room: [Int] = [], _ body: (_ index: Int, _ place: Int) -> Void) {
    let shown = isLeftOut.count { !$0 }
    let (gap, wider) = gaps.quotientAndRemainder(dividingBy: max(1, shown - 1))
    var place = 0
    var number = 0
    for index in lengths.indices where shows(index) {
      if !room.isEmpty { place += room[number] }
      body(index, place)
      place += lengths[index] + gap + (number < wider ? 1 : 0)
      number += 1
    }
  }
}
