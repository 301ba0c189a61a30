import SpinCore

/// The classic demo of the field: two levels that move toward each other until they meet.
struct Levels: Equatable, Sendable {
  var left: Int
  var right: Int

  var areEqual: Bool { left == right }

  /// The left level's step toward the right one.
  var leftStep: LevelsEvent { left < right ? .increaseLeft : .decreaseLeft }

  /// The right level's step toward the left one.
  var rightStep: LevelsEvent { right < left ? .increaseRight : .decreaseRight }

  /// Makes a step; steps that come when the levels are equal are ignored.
  ///
  /// A step never overflows, because it goes toward a level that is an `Int` itself.
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
  case increaseLeft
  case decreaseLeft
  case increaseRight
  case decreaseRight
}

extension Levels {
  /// Makes the definition, which knows nothing of tasks, queues or terminals.
  ///
  /// Each feedback answers every unequal pair with one step toward the other level.
  static func convergence(from start: Levels) -> Spin<Levels, LevelsEvent> {
    Spin(initialState: start) {
      Feedback(filteredBy: { !$0.areEqual }) { .just($0.leftStep) }
        .named("left")
      Feedback(filteredBy: { !$0.areEqual }) { .just($0.rightStep) }
        .named("right")
      Reducer { $0.apply($1) }
    }
  }
}
