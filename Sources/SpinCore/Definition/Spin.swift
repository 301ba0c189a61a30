/// The definition of a feedback loop: an initial state, feedbacks and a reducer.
///
/// A spin is an inert value. It names no queue, task, stream framework or screen, and can be run
/// any number of times, on any runtime. The runs are independent of each other.
///
/// ```swift
/// let countdown = Spin<Int, Void>(initialState: 3) {
///   Feedback(filteredBy: { $0 > 0 }) { _ in .after(.seconds(1), ()) }
///   Reducer { count, _ in count -= 1 }
/// }
/// ```
public struct Spin<State: Sendable, Event: Sendable>: Sendable {
  /// The list as it is written.
  let list: SpinContent<State, Event>
  /// The list as it is laid out for a run.
  let layout: MadeOnce<Blueprint>
  /// On the heap, so that passing a spin around does not copy a large state.
  let initialBox: StateBox<State>
}

extension Spin {
  /// Creates a spin from its parts.
  ///
  /// - Parameters:
  ///   - initialState: The state of transition 0.
  ///   - feedbacks: The feedbacks, in the order in which the loop asks them.
  ///   - reducer: The reducer.
  /// - Precondition: At most 65,536 feedbacks.
  public init(
    initialState: borrowing State, feedbacks: [Feedback<State, Event>],
    reducer: Reducer<State, Event>
  ) {
    self.init(boxed(initialState), SpinContent(feedbacks: Feedbacks(feedbacks), reducer: reducer))
  }

  /// Creates a spin from a list of feedbacks, scopes and one reducer, in any order.
  ///
  /// The reducers of the scopes run before the spin's own reducer, which a list with scopes may
  /// omit. The list may use `if`, `switch`, `for` and optionals, and contain ``Feedbacks``.
  ///
  /// - Parameters:
  ///   - initialState: The state of transition 0.
  ///   - content: The list.
  /// - Precondition: At most 65,536 feedbacks.
  public init(
    initialState: borrowing State,
    @SpinBuilder<State, Event> _ content: () -> SpinContent<State, Event>
  ) {
    self.init(boxed(initialState), content())
  }

  /// Creates a spin from a reducer and a list of feedbacks.
  ///
  /// - Parameters:
  ///   - initialState: The state of transition 0.
  ///   - reducer: The reducer.
  ///   - feedbacks: The list.
  /// - Precondition: At most 65,536 feedbacks.
  public init(
    initialState: borrowing State, reducer: Reducer<State, Event>,
    @FeedbackBuilder<State, Event> feedbacks: () -> Feedbacks<State, Event>
  ) {
    self.init(boxed(initialState), SpinContent(feedbacks: feedbacks(), reducer: reducer))
  }

  init(_ initialBox: StateBox<State>, _ list: SpinContent<State, Event>) {
    // NB: the lists inside scopes are made late, because a scope may contain this spin.
    let untyped = list.list
    let layout =
      untyped.scopes.isEmpty
      ? MadeOnce(made: Blueprint.laidOut(untyped)) : MadeOnce { Blueprint.laidOut(untyped) }
    self.init(list: list, layout: layout, initialBox: initialBox)
  }

  /// Returns the same spin with another initial state.
  package func with(initialState: borrowing State) -> Spin {
    Spin(list: list, layout: layout, initialBox: boxed(initialState))
  }

  var blueprint: Blueprint { layout.value }

  /// The state of transition 0.
  public var initialState: State { initialBox.value }

  /// Whether there are feedbacks, and all of them are sources or receivers, which do not keep a loop from
  /// being settled.
  package var hasOnlySources: Bool {
    !blueprint.feedbacks.isEmpty
      && blueprint.feedbacks.indices.allSatisfy {
        [.source, .receiver].contains(blueprint.sample($0).kind)
      }
  }

  /// The reducer, including the reducers of all scopes, for testing it alone and for composing it.
  public var reducer: Reducer<State, Event> {
    Reducer(list.list.composedReducer)
  }
}
