/// Builds a spin by a chain of calls instead of a list; the results are the same.
///
/// ```swift
/// let countdown = Spinner.initialState(3)
///   .feedback(Feedback(filteredBy: { $0 > 0 }) { _ in Effect<Void>.after(.seconds(1), ()) })
///   .reducer(Reducer { count, _ in count -= 1 })
/// ```
///
/// Each call returns a new value, so a chain may be continued in several ways.
public struct Spinner<State: Sendable>: Sendable {
  let initialBox: StateBox<State>

  /// Begins with the initial state.
  public static func initialState(_ state: borrowing State) -> Spinner {
    Spinner(initialBox: boxed(state))
  }

  /// Adds the first feedback.
  public func feedback<Event>(
    _ feedback: Feedback<State, Event>
  ) -> SpinnerWithFeedbacks<State, Event> {
    SpinnerWithFeedbacks(initialBox: initialBox, feedbacks: [feedback])
  }

  /// Adds a group of feedbacks, as the first ones.
  public func feedbacks<Event>(
    _ group: Feedbacks<State, Event>
  ) -> SpinnerWithFeedbacks<State, Event> {
    SpinnerWithFeedbacks(initialBox: initialBox, feedbacks: group.all)
  }

  /// Ends the chain with the reducer of a spin without feedbacks.
  public func reducer<Event>(_ reducer: Reducer<State, Event>) -> Spin<State, Event> {
    Spin(initialBox, [], reducer)
  }
}

/// A chain of calls that knows its feedbacks, see ``Spinner``.
public struct SpinnerWithFeedbacks<State: Sendable, Event: Sendable>: Sendable {
  let initialBox: StateBox<State>
  let feedbacks: [Feedback<State, Event>]

  /// Adds a feedback after those added before.
  public func feedback(_ feedback: Feedback<State, Event>) -> SpinnerWithFeedbacks {
    SpinnerWithFeedbacks(initialBox: initialBox, feedbacks: feedbacks + [feedback])
  }

  /// Adds a group of feedbacks after those added before.
  public func feedbacks(_ group: Feedbacks<State, Event>) -> SpinnerWithFeedbacks {
    SpinnerWithFeedbacks(initialBox: initialBox, feedbacks: feedbacks + group.all)
  }

  /// Ends the chain with the reducer.
  public func reducer(_ reducer: Reducer<State, Event>) -> Spin<State, Event> {
    Spin(initialBox, feedbacks, reducer)
  }
}
