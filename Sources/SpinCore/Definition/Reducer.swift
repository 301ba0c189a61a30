/// A pure function that makes the next state from the state and an event.
///
/// ```swift
/// enum Event {
///   case typed(String), found([String])
/// }
///
/// Reducer { search, event in
///   switch event {
///   case .typed(let text): search.query = text
///   case .found(let titles): search.titles = titles
///   }
/// }
/// ```
///
/// *Isolation*: called by the loop, one event at a time, never nested.
///
/// *Reentrancy*: it may emit, which enqueues. It must not read the running spin's `state`, which it
/// has as its argument.
public struct Reducer<State: Sendable, Event: Sendable>: Sendable {
  let ops: ReducerOps

  init(_ ops: ReducerOps) {
    self.ops = ops
  }

  /// Creates a reducer that changes the state in place.
  ///
  /// - Complexity: Nothing is copied: an array in the state grows in place as long as nothing
  ///   keeps previous states.
  @inlinable
  public init(_ reduce: @escaping @Sendable (inout State, Event) -> Void) {
    self = .ofPlaces { state, event in
      event.lend { reduce(&state.address(of: State.self).value, $0) }
    }
  }

  /// Refuses a closure that returns an effect.
  @available(
    *, unavailable,
    message: """
      A reducer only changes the state: give the effect to a feedback, which watches the state.
      """
  )
  @_disfavoredOverload
  public init(_ reduce: @escaping @Sendable (inout State, Event) -> Effect<Event>) {
    self.init { state, event in _ = reduce(&state, event) }
  }

  /// Refuses a closure that waits.
  @available(
    *, unavailable,
    message: "A reducer only changes the state, and waits for nothing: let a feedback .run { … }."
  )
  @_disfavoredOverload
  public init(_ reduce: @escaping @Sendable (inout State, Event) async throws -> Void) {
    self.init { _, _ in }
  }

  /// Creates a reducer from a closure of places.
  ///
  /// NB: not inlinable, so that only the closure is compiled for the types, and calling it needs no
  /// knowledge of them.
  @usableFromInline
  static func ofPlaces(
    _ reduce: @escaping @Sendable (StatePlace, EventPlace) -> Void
  ) -> Reducer {
    Reducer(ReducerOps(types: LoopTypes(State.self, Event.self), body: reduce))
  }

  /// Creates a reducer from a function that returns the next state, such as `Reducer(levels)`.
  ///
  /// NB: a trailing closure belongs to the first parameter, so it changes the state in place. If
  /// there were an initialiser with only the returning function, the compiler would report a
  /// mistake inside such a closure as an error about the reducer's type.
  ///
  /// - Parameters:
  ///   - inPlace: A function that changes the state before `reduce` is called.
  ///   - reduce: The function; without it, the reducer only calls `inPlace`.
  /// - Complexity: The same as for ``returning(_:)``.
  @inlinable
  public init(
    inPlace: (@Sendable (inout State, Event) -> Void)? = nil,
    _ reduce: @escaping @Sendable (State, Event) -> State = { state, _ in state }
  ) {
    let returning = Reducer.returning(reduce)
    self = inPlace.map { Reducer($0).then(returning) } ?? returning
  }

  /// Makes a reducer from a closure that returns the next state.
  ///
  /// - Complexity: The old and the new state exist at the same time, so a collection in the state
  ///   is copied when it changes. Use the form that changes the state in place for large states.
  @inlinable
  public static func returning(
    _ reduce: @escaping @Sendable (State, Event) -> State
  ) -> Reducer {
    Reducer { state, event in state = reduce(state, event) }
  }

  /// Reduces one event into a state.
  public func reduce(_ state: inout State, _ event: Event) {
    var event = event
    withPlace(ofState: &state) { state in
      withAddress(of: &event) { ops.body(state, EventPlace($0)) }
    }
  }

  /// Returns a reducer that runs this one and then another, on the same event.
  public func then(_ next: Reducer) -> Reducer {
    Reducer(
      ReducerOps(types: ops.types) { [body = ops.body] state, event in
        body(state, event)
        next.ops.body(state, event)
      })
  }
}
