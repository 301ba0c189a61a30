/// Which states a recording keeps.
///
/// A state that was not kept is reduced again from the one before it. Keep more states to find out where a
/// changed reducer goes another way; keep fewer to save space.
public enum StateKeeping: Hashable, Sendable {
  /// The first state, one in so many transitions, at least 1, and the last one of a run that is stopped.
  case every(Int)
  /// The first state only. A log with a limit keeps all entries then.
  case first

  /// Each state.
  public static var all: StateKeeping { .every(1) }

  /// Whether the state of a transition is kept.
  package func keeps(_ number: Int) -> Bool {
    switch self {
    case .every(let count): number % max(count, 1) == 0
    case .first: number == 0
    }
  }

  /// Whether the last state is kept, too.
  var keepsLast: Bool { self != .first }
}
