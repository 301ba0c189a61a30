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
  @usableFromInline let blueprint: Blueprint<State, Event>
  /// On the heap, so that passing a spin around does not copy a large state.
  @usableFromInline let initialBox: StateBox<State>

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

  @usableFromInline
  init(_ initialBox: StateBox<State>, _ blueprint: Blueprint<State, Event>) {
    self.initialBox = initialBox
    self.blueprint = blueprint
  }

  init(_ initialBox: StateBox<State>, _ content: SpinContent<State, Event>) {
    self.init(initialBox, Blueprint(content))
  }

  /// The state of transition 0.
  public var initialState: State { initialBox.value }

  /// Whether all feedbacks are sources or receivers, which do not keep a loop from being settled.
  package var hasOnlySources: Bool {
    !blueprint.feedbacks.isEmpty
      && blueprint.feedbacks.allSatisfy { [.source, .receiver].contains($0.makeInstance().kind) }
  }

  /// The reducer, including the reducers of all scopes, for testing it alone and for composing it.
  public var reducer: Reducer<State, Event> { blueprint.composedReducer }
}

/// The content of a spin, without its initial state.
@usableFromInline
final class Blueprint<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let feedbacks: [Feedback<State, Event>]
  @usableFromInline let repeats: [DropRepeats<State, Event>]
  /// The spin's own reducer.
  @usableFromInline let reducer: Reducer<State, Event>
  @usableFromInline let scopes: [ScopePart<State, Event>]
  /// The names of the feedbacks, for origins.
  @usableFromInline let names: [String?]

  @usableFromInline
  init(_ content: SpinContent<State, Event>) {
    let all = content.feedbacks.all
    require(
      all.count <= EntryTag.feedbackLimit,
      "A spin has at most \(EntryTag.feedbackLimit) feedbacks; this one has \(all.count).")
    feedbacks = all
    repeats = content.feedbacks.repeats
    reducer = content.reducer
    scopes = content.feedbacks.scopes
    names = all.map(\.traits.path)
  }

  /// Whether the spin has a reducer of its own.
  var hasOwnReducer: Bool { !reducer.changesNothing }

  /// The reducers of the scopes, in written order, and then the spin's own.
  @usableFromInline
  var composedReducer: Reducer<State, Event> {
    if scopes.isEmpty { return reducer }
    return Reducer(
      body: { [scopes, reducer] state, event in
        for scope in scopes { scope.reducer.reduce(&state, event) }
        reducer.reduce(&state, event)
      }, functions: reducer.functions)
  }

  /// Makes an instance of a feedback, to inspect its kind.
  @usableFromInline
  func sample(_ feedback: Int) -> FeedbackInstance<State, Event> {
    feedbacks[feedback].makeInstance()
  }
}
