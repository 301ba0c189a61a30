import SpinCore

/// Two levels on their way to each other, and the way so far.
struct Convergence: Equatable, Sendable {
  /// Whose step is next.
  enum Side: Equatable, Sendable {
    case left
    case right
  }

  let start: Levels
  private(set) var levels: Levels
  private(set) var history: History

  init(from start: Levels) {
    self.start = start
    levels = start
    history = History(from: start)
  }

  /// The side that moves next; nil when the levels have met.
  var turn: Side? {
    if levels.areEqual { return nil }
    return history.steps.isMultiple(of: 2) ? .left : .right
  }

  /// What came of it. The mode that prints counts events, half of which change nothing there.
  var result: String {
    "settled at \(levels.left) \(levels.right) after \(history.steps) steps"
  }

  mutating func apply(_ event: LevelsEvent) {
    levels.apply(event)
    history.append(levels)
  }
}

extension Convergence {
  /// Makes the definition: the feedbacks and the reducer of ``Levels/convergence(from:)``, but each
  /// step takes its time.
  ///
  /// The feedbacks take turns. If both waited at the same time, the step that comes first would
  /// make a new state, which cancels the other's wait, and one level would do all the moving.
  static func spin(
    from start: Levels, interval: Duration
  ) -> Spin<Convergence, LevelsEvent> {
    Spin(initialState: Convergence(from: start)) {
      Feedback(filteredBy: { $0.turn == .left }) { .after(interval, $0.levels.leftStep) }
        .named("left")
      Feedback(filteredBy: { $0.turn == .right }) { .after(interval, $0.levels.rightStep) }
        .named("right")
      Reducer { $0.apply($1) }
    }
  }
}
