/// The range between two levels, in numbers that can be drawn.
///
/// Heights count from the lower level, because a `Double` cannot tell `Int.max` from the level
/// before it, and unsigned, because the whole range of the integers is not an `Int`.
struct Scale: Equatable, Sendable {
  let lowest: Int
  let highest: Int

  init(of levels: Levels) {
    lowest = min(levels.left, levels.right)
    highest = max(levels.left, levels.right)
  }

  /// The steps from end to end.
  var distance: UInt { UInt(bitPattern: highest &- lowest) }

  /// How far a level of the range lies above the lower end.
  func height(of level: Int) -> Double { Double(UInt(bitPattern: level &- lowest)) }

  /// The part of the range that lies below a level; half if it is all the same.
  func part(below level: Int) -> Double {
    distance == 0 ? 0.5 : height(of: level) / Double(distance)
  }

  /// The columns that any level of the range may take.
  var columns: Int { max("\(lowest)".count, "\(highest)".count) }
}
