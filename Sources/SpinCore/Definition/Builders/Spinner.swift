/// Builds a spin by a chain of calls instead of a list; the results are the same.
///
/// ```swift
/// let countdown = Spinner.initialState(3)
///   .feedback(Feedback(filteredBy: { $0 > 0 }) { _ in Effect<Void>.after(.seconds(1), ()) })
///   .reducer(Reducer { count, _ in count -= 1 })
/// ```
///
/// Each call returns a new value, so a chain can be continued in several ways.
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
    part(feedback)
  }

  /// Adds a group of feedbacks, as the first ones.
  public func feedbacks<Event>(
    _ group: Feedbacks<State, Event>
  ) -> SpinnerWithFeedbacks<State, Event> {
    part(group)
  }

  /// Adds a part of a list other than the reducer, such as ``DropRepeats``, as the first part.
  public func part<Event>(
    _ part: any SpinPart<State, Event, Feedbacks<State, Event>>
  ) -> SpinnerWithFeedbacks<State, Event> {
    SpinnerWithFeedbacks(initialBox: initialBox, feedbacks: part.content)
  }

  /// Adds a scope, as the first part.
  public func part<Event>(
    _ part: any SpinPart<State, Event, ScopedContent<State, Event>>
  ) -> SpinnerWithScopes<State, Event> {
    SpinnerWithScopes(initialBox: initialBox, feedbacks: part.content.feedbacks)
  }

  /// Ends the chain with the reducer of a spin without feedbacks.
  public func reducer<Event>(_ reducer: Reducer<State, Event>) -> Spin<State, Event> {
    Spin(initialBox, SpinContent(feedbacks: Feedbacks([]), reducer: reducer))
  }
}

/// A chain of calls that has feedbacks, see ``Spinner``.
public struct SpinnerWithFeedbacks<State: Sendable, Event: Sendable>: Sendable {
  let initialBox: StateBox<State>
  let feedbacks: Feedbacks<State, Event>

  /// Adds a feedback after the ones added before.
  public func feedback(_ feedback: Feedback<State, Event>) -> SpinnerWithFeedbacks {
    part(feedback)
  }

  /// Adds a group of feedbacks after the ones added before.
  public func feedbacks(_ group: Feedbacks<State, Event>) -> SpinnerWithFeedbacks {
    part(group)
  }

  /// Adds a part of a list other than the reducer, such as ``DropRepeats``, after the others.
  public func part(
    _ part: any SpinPart<State, Event, Feedbacks<State, Event>>
  ) -> SpinnerWithFeedbacks {
    SpinnerWithFeedbacks(initialBox: initialBox, feedbacks: feedbacks + part.content)
  }

  /// Adds a scope after the parts added before.
  public func part(
    _ part: any SpinPart<State, Event, ScopedContent<State, Event>>
  ) -> SpinnerWithScopes<State, Event> {
    SpinnerWithScopes(initialBox: initialBox, feedbacks: feedbacks + part.content.feedbacks)
  }

  /// Ends the chain with the reducer.
  public func reducer(_ reducer: Reducer<State, Event>) -> Spin<State, Event> {
    Spin(initialBox, SpinContent(feedbacks: feedbacks, reducer: reducer))
  }
}

/// A chain of calls that has scopes and feedbacks, see ``Spinner``.
public struct SpinnerWithScopes<State: Sendable, Event: Sendable>: Sendable {
  let initialBox: StateBox<State>
  let feedbacks: Feedbacks<State, Event>

  /// Adds a feedback after the parts added before.
  public func feedback(_ feedback: Feedback<State, Event>) -> SpinnerWithScopes {
    part(feedback)
  }

  /// Adds a group of feedbacks after the parts added before.
  public func feedbacks(_ group: Feedbacks<State, Event>) -> SpinnerWithScopes {
    part(group)
  }

  /// Adds a part of a list other than the reducer after the parts added before.
  public func part(
    _ part: any SpinPart<State, Event, Feedbacks<State, Event>>
  ) -> SpinnerWithScopes {
    SpinnerWithScopes(initialBox: initialBox, feedbacks: feedbacks + part.content)
  }

  /// Adds a scope after the parts added before.
  public func part(
    _ part: any SpinPart<State, Event, ScopedContent<State, Event>>
  ) -> SpinnerWithScopes {
    SpinnerWithScopes(initialBox: initialBox, feedbacks: feedbacks + part.content.feedbacks)
  }

  /// Ends the chain with the spin's own reducer.
  public func reducer(_ reducer: Reducer<State, Event>) -> Spin<State, Event> {
    Spin(initialBox, SpinContent(feedbacks: feedbacks, reducer: reducer))
  }

  /// Ends the chain without a reducer of the spin's own.
  public func spin() -> Spin<State, Event> {
    Spin(initialBox, SpinContent(scopes: feedbacks))
  }
}
