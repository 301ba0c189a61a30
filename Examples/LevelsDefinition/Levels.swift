package import SpinCore

/// The classic demo of the field: two levels that move towards each other until they meet.
package struct Levels: Codable, Equatable, Sendable, CustomStringConvertible {
  package var left: Int
  package var right: Int

  package init(left: Int, right: Int) { (self.left, self.right) = (left, right) }

  package var areEqual: Bool { left == right }
  package var description: String { "\(left) \(right)" }

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

package enum LevelsEvent: String, Codable, Sendable {
  case increaseLeft, decreaseLeft, increaseRight, decreaseRight
}

extension Levels {
  /// Makes the definition, which names no task, queue or terminal.
  ///
  /// Each feedback responds to every unequal pair with one step towards the other level. A step that
  /// takes time is completed first.
  ///
  /// `step` makes the effect of a step, which happens at once by default.
  package static func convergence(
    from start: Levels,
    step: @escaping @Sendable (LevelsEvent) -> Effect<LevelsEvent> = { .just($0) }
  ) -> Spin<Levels, LevelsEvent> {
    Spin(initialState: start) {
      Feedback(filteredBy: { !$0.areEqual }) { step($0.leftStep) }
        .named("left").strategy(.ignoreNewState)
      Feedback(filteredBy: { !$0.areEqual }) { step($0.rightStep) }
        .named("right").strategy(.ignoreNewState)
      Reducer { $0.apply($1) }
    }
  }
}
