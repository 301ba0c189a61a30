/// The lengths of a stack's views along its axis and across it.
struct StackPlan {
  /// A view's part of the room.
  struct Item {
    var constraint: Constraint
    /// The length that the view has or asks for.
    var length = 0
    /// The floor: the shortest length of the view.
    var floor = 0
    /// The length across the axis; `nil` until it is known for `length`.
    var cross: Int?
    /// Whether the view is omitted.
    var isLeftOut = false

    /// Whether the view takes the room that the others leave.
    var fills: Bool { constraint.isFill && !isLeftOut }

    /// The room to offer so that the view has this length.
    var room: Int { constraint.room(for: length) }
  }

  /// The parts of the views.
  var items: [Item]
  /// The total number of cells between views.
  var gaps: Int
  /// The size of the stack.
  var size: Size
  /// Whether each view has the length that it asked for, or its share of the rest.
  let isRoomy: Bool

  /// The indices of the omitted views.
  var leftOut: [Int] { items.indices.filter { items[$0].isLeftOut } }

  /// Returns whether a view is shown.
  func shows(_ index: Int) -> Bool { !items[index].isLeftOut }

  /// The number of views shown.
  var shownCount: Int { items.count { !$0.isLeftOut } }

  /// Calls `body` with the start of each shown view along the axis.
  ///
  /// - Parameters:
  ///   - room: The cells before each shown view in addition to the gaps; empty for none.
  ///   - body: A closure that is called in order with the index of a view and its start.
  func forEachShown(after room: [Int] = [], _ body: (_ index: Int, _ place: Int) -> Void) {
    let (gap, wider) = gaps.quotientAndRemainder(dividingBy: max(1, shownCount - 1))
    var place = 0
    var number = 0
    for index in items.indices where shows(index) {
      if !room.isEmpty { place += room[number] }
      body(index, place)
      place += items[index].length + gap + (number < wider ? 1 : 0)
      number += 1
    }
  }
}
