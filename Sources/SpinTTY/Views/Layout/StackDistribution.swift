/// The use of room in a stack that no view takes; a view that fills leaves none.
///
/// With every case except `start`, the stack takes all the room along its axis.
public enum StackDistribution: Hashable, Sendable {
  /// Leaves the room after the last view.
  case start
  /// Leaves the room before the first view.
  case end
  /// Leaves half of the room at each end.
  case center
  /// Divides the room between the views.
  case between
  /// Divides the room around the views, the same on both sides of each view.
  case around
  /// Divides the room among the views, which grow.
  case stretch

  /// Whether the stack takes all the room offered.
  var takesRoom: Bool { self != .start }

  /// Divides `rest` into the cells before each of `count` views and after the last.
  func gaps(_ rest: Int, count: Int) -> [Int] {
    var gaps = Array(repeating: 0, count: count + 1)
    guard rest > 0, count > 0 else { return gaps }
    switch self {
    case .start, .stretch: gaps[count] = rest
    case .end: gaps[0] = rest
    case .center:
      gaps[0] = rest / 2
      gaps[count] = rest - rest / 2
    case .between:
      if count == 1 { gaps[1] = rest }
      let shares = Shares.divide(rest, by: Array(repeating: 1, count: count - 1))
      for (index, share) in shares.enumerated() { gaps[index + 1] = share }
    case .around:
      var weights = Array(repeating: 2, count: count + 1)
      weights[0] = 1
      weights[count] = 1
      gaps = Shares.divide(rest, by: weights)
    }
    return gaps
  }
}
