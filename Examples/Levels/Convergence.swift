import SpinCore

/// Two levels that move towards each other, one step at a time.
struct Convergence: Equatable, Sendable {
  enum Side { case left, right }

  let start: Levels
  private(set) var levels: Levels
  private(set) var steps = 0

  init(from start: Levels) { (self.start, levels) = (start, start) }

  /// The side that moves next; `nil` if the levels have met.
  var turn: Side? { levels.areEqual ? nil : steps.isMultiple(of: 2) ? .left : .right }

  mutating func apply(_ event: LevelsEvent) {
    levels.apply(event)
    steps += 1
  }

  /// Makes the definition: as ``Levels/convergence(from:)``, but each step takes its time.
  ///
  /// The feedbacks take turns. If both waited at the same time, the first step would make a new
  /// state, which cancels the other's wait, and one level would do all the moving.
  static func spin(from start: Levels, interval: Duration) -> Spin<Convergence, LevelsEvent> {
    Spin(initialState: Convergence(from: start)) {
      Feedback(filteredBy: { $0.turn == .left }) { .after(interval, $0.levels.leftStep) }
      Feedback(filteredBy: { $0.turn == .right }) { .after(interval, $0.levels.rightStep) }
      Reducer { $0.apply($1) }
    }
  }
}

extension Convergence {
  var lowest: Int { min(start.left, start.right) }
  var highest: Int { max(start.left, start.right) }

  /// The steps from end to end; unsigned, because those between all integers exceed an `Int`.
  var distance: UInt { UInt(bitPattern: highest &- lowest) }

  /// The part of the distance that lies below a level.
  func part(below level: Int) -> Double {
    distance == 0 ? 0.5 : Double(UInt(bitPattern: level &- lowest)) / Double(distance)
  }

  /// Returns the heights above the lowest end after some steps; `nil` for steps to come.
  ///
  /// The left level makes the odd steps and the right level the even ones, so the course follows
  /// from the start and is not stored.
  func heights(after step: Double) -> (left: Double, right: Double)? {
    guard step <= Double(steps) else { return nil }
    let pairs = (step / 2).rounded(.down)
    let (left, right) = (min(step - pairs, pairs + 1), max(step - pairs - 1, pairs))
    let top = Double(distance)
    return start.left < start.right ? (left, top - right) : (top - left, right)
  }
}
