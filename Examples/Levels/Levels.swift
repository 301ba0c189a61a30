import SpinCore

/// The classic demo of the field: two levels that move toward each other until they meet.
struct Levels: Equatable, Sendable {
  var left: Int
  var right: Int

  var areEqual: Bool { left == right }
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
  /// Each feedback answers every unequal pair with one step toward the other level, and the
  /// reducer ignores the steps that come when the levels are equal. A step never overflows,
  /// because it goes toward a level that is an `Int` itself.
  static func convergence(from start: Levels) -> Spin<Levels, LevelsEvent> {
    Spin(initialState: start) {
      Feedback(filteredBy: { !$0.areEqual }) { levels in
        .just(levels.left < levels.right ? .increaseLeft : .decreaseLeft)
      }
      .named("left")
      Feedback(filteredBy: { !$0.areEqual }) { levels in
        .just(levels.right < levels.left ? .increaseRight : .decreaseRight)
      }
      .named("right")
      Reducer { levels, event in
        guard !levels.areEqual else { return }
        switch event {
        case .increaseLeft: levels.left += 1
        case .decreaseLeft: levels.left -= 1
        case .increaseRight: levels.right += 1
        case .decreaseRight: levels.right -= 1
        }
      }
    }
  }
}
