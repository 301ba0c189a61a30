internal import SpinCore

/// What a ``UISpin`` shows.
enum ShownSource<State: Sendable, Event: Sendable>: Sendable {
  /// A spin, which each run starts.
  case spin(Spin<State, Event>)
  /// A loop that is running, and goes on after each run.
  case loop(FollowedLoop<State, Event>)

  /// The loop that is shown; `nil` if each run has its own.
  var followed: FollowedLoop<State, Event>? {
    if case .loop(let loop) = self { loop } else { nil }
  }

  /// The spin of the next run: for a shown loop, one that has its newest state and does nothing.
  var spin: Spin<State, Event> {
    switch self {
    case .spin(let spin): spin
    case .loop(let loop):
      Spin(initialState: loop.copy().value, feedbacks: [], reducer: Reducer { _, _ in })
    }
  }
}
