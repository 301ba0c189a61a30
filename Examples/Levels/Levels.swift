import SpinCore

/// The classic demo of the field: two levels that move towards each other until they meet.
struct Levels: Equatable, Sendable, CustomStringConvertible {
  var left: Int
  var right: Int

  var areEqual: Bool { left == right }
  var description: String { "\(left) \(right)" }

  /// The left level's step towards the right one.
  var leftStep: LevelsEvent { left < right ? .increaseLeft : .decreaseLeft }

  /// The right level's step towards the left one.
  var rightStep: LevelsEvent { right < left ? .increaseRight : .decreaseRight }

  /// Makes a step towards another `Int`, which never overflows; equal levels stay equal.
  mutating func apply(_ event: LevelsEvent) {
    guard !areEqual else { return }
    switch event {
    case .increaseLeft: left += 1
    case .decreaseLeft: left -= 1
    case .increaseRight: right += 1
    case .decreaseRight: right -= 1
    }
  }
}

enum LevelsEvent: String, Sendable {
  case increaseLeft, decreaseLeft, increaseRight, decreaseRight
}

extension Levels {
  /// Makes the definition, which names no task, queue or terminal.
  ///
  /// Each feedback responds to every unequal pair with one step towards the other level.
  static func convergence(from start: Levels) -> Spin<Levels, LevelsEvent> {
    Spin(initialState: start) {
      Feedback(filteredBy: { !$0.areEqual }) { .just($0.leftStep) }.named("left")
      Feedback(filteredBy: { !$0.areEqual }) { .just($0.rightStep) }.named("right")
      Reducer { $0.apply($1) }
    }
  }
}
