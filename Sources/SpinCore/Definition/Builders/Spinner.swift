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
  ) -> SpinnerChain<State, Event, Feedbacks<State, Event>> {
    part(feedback)
  }

  /// Adds a group of feedbacks, as the first ones.
  public func feedbacks<Event>(
    _ group: Feedbacks<State, Event>
  ) -> SpinnerChain<State, Event, Feedbacks<State, Event>> {
    part(group)
  }

  /// Adds a part of a list other than the reducer, such as ``DropRepeats``, as the first part.
  public func part<Event>(
    _ part: any SpinPart<State, Event, Feedbacks<State, Event>>
  ) -> SpinnerChain<State, Event, Feedbacks<State, Event>> {
    SpinnerChain(initialBox: initialBox, feedbacks: part.content)
  }

  /// Adds a scope, as the first part.
  public func part<Event>(
    _ part: any SpinPart<State, Event, ScopedContent<State, Event>>
  ) -> SpinnerChain<State, Event, ScopedContent<State, Event>> {
    SpinnerChain(initialBox: initialBox, feedbacks: part.content.feedbacks)
  }

  /// Ends the chain with the reducer of a spin without feedbacks.
  public func reducer<Event>(_ reducer: Reducer<State, Event>) -> Spin<State, Event> {
    Spin(initialBox, SpinContent(feedbacks: Feedbacks([]), reducer: reducer))
  }
}

/// A chain of calls that has parts of a list, see ``Spinner``.
///
/// `Content` says whether there is a scope among the parts, so that the spin may have no reducer of its own.
public struct SpinnerChain<State: Sendable, Event: Sendable, Content>: Sendable {
  let initialBox: StateBox<State>
  let feedbacks: Feedbacks<State, Event>

  /// Adds a feedback after the parts added before.
  public func feedback(_ feedback: Feedback<State, Event>) -> SpinnerChain {
    part(feedback)
  }

  /// Adds a group of feedbacks after the parts added before.
  public func feedbacks(_ group: Feedbacks<State, Event>) -> SpinnerChain {
    part(group)
  }

  /// Adds a part of a list other than the reducer, such as ``DropRepeats``, after the others.
  public func part(_ part: any SpinPart<State, Event, Feedbacks<State, Event>>) -> SpinnerChain {
    SpinnerChain(initialBox: initialBox, feedbacks: feedbacks + part.content)
  }

  /// Adds a scope after the parts added before.
  public func part(
    _ part: any SpinPart<State, Event, ScopedContent<State, Event>>
  ) -> SpinnerChain<State, Event, ScopedContent<State, Event>> {
    SpinnerChain<State, Event, ScopedContent<State, Event>>(
      initialBox: initialBox, feedbacks: feedbacks + part.content.feedbacks)
  }

  /// Ends the chain with the spin's own reducer.
  public func reducer(_ reducer: Reducer<State, Event>) -> Spin<State, Event> {
    Spin(initialBox, SpinContent(feedbacks: feedbacks, reducer: reducer))
  }
}

extension SpinnerChain where Content == ScopedContent<State, Event> {
  /// Ends the chain without a reducer of the spin's own.
  public func spin() -> Spin<State, Event> {
    Spin(initialBox, SpinContent(scopes: feedbacks))
  }
}
