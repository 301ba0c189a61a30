/// The lengths of a stack's views along its axis and across it.
struct StackPlan {
  /// The length of each view along the axis.
  var lengths: [Int]
  /// The length of each view across the axis.
  var crosses: [Int]
  /// The total number of cells between views.
  var gaps: Int
  /// The size of the stack.
  var size: Size
  /// Whether each view is omitted for lack of room.
  var isLeftOut: [Bool]
  /// Whether each view has the length that it asked for, or its share of the rest.
  let isRoomy: Bool

  /// The indices of the omitted views.
  var leftOut: [Int] { isLeftOut.indices.filter { isLeftOut[$0] } }

  /// Returns whether a view is shown.
  func shows(_ index: Int) -> Bool { !isLeftOut[index] }

  /// Calls `body` with the start of each shown view along the axis.
  ///
  /// - Parameters:
  ///   - room: The cells before each shown view in addition to the gaps; empty for none.
  ///   - body: A closure that is called in order with the index of a view and its start.
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
