/// The pure function that makes the next state from the state and an event.
///
/// *Isolation*: called by the loop, one event at a time, never nested.
///
/// *Reentrancy*: it may emit, which enqueues; it must not read the running spin's `state`, which it
/// already holds as its argument.
public struct Reducer<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let body: @Sendable (inout State, Event) -> Void
  /// The functions of the loops that use the reducer, specialised for its types.
  @usableFromInline let functions: LoopFunctions<Event>
  /// Whether it stands for a reducer that nobody has written.
  @usableFromInline var changesNothing = false

  /// Makes a reducer that changes the state in place.
  ///
  /// - Complexity: Nothing is copied: an array in the state grows in place as long as nothing
  ///   keeps previous states.
  @inlinable
  public init(_ reduce: @escaping @Sendable (inout State, Event) -> Void) {
    body = reduce
    functions = LoopFunctions(for: Loop<State, Event>.self)
  }

  init(body: @escaping @Sendable (inout State, Event) -> Void, functions: LoopFunctions<Event>) {
    self.body = body
    self.functions = functions
  }

  /// Makes the reducer of a spin that has scopes only: it changes nothing.
  ///
  /// The scopes were written where the types are known.
  init(scopes: [ScopePart<State, Event>]) {
    body = { _, _ in }
    functions = scopes.first?.reducer.functions ?? LoopFunctions(for: Loop<State, Event>.self)
    changesNothing = true
  }

  /// Makes a reducer of a function that returns the next state, such as `Reducer(levels)`.
  ///
  /// NB: a trailing closure belongs to the first parameter, which makes it a reducer that changes the
  /// state in place. With an initializer that took the returning function alone, the compiler would
  /// answer a mistake inside such a closure with a message about the reducer's type.
  ///
  /// - Parameters:
  ///   - inPlace: A function that changes the state before the other is called.
  ///   - reduce: The function. Without it the reducer does no more than `inPlace`.
  /// - Complexity: As of ``returning(_:)``.
  @inlinable
  public init(
    inPlace: (@Sendable (inout State, Event) -> Void)? = nil,
    _ reduce: @escaping @Sendable (State, Event) -> State = { state, _ in state }
  ) {
    let returning = Reducer.returning(reduce)
    self = inPlace.map { Reducer($0).then(returning) } ?? returning
  }

  /// Makes a reducer that returns the next state.
  ///
  /// - Complexity: The state given and the state returned exist side by side, so a collection in
  ///   the state is copied when it changes. Large states want the form that changes in place.
  @inlinable
  public static func returning(
    _ reduce: @escaping @Sendable (State, Event) -> State
  ) -> Reducer {
    Reducer { state, event in state = reduce(state, event) }
  }

  /// Reduces one event into a state.
  @inlinable
  public func reduce(_ state: inout State, _ event: Event) {
    body(&state, event)
  }

  /// Returns a reducer that runs this one and then another, on the same event.
  @inlinable
  public func then(_ next: Reducer) -> Reducer {
    Reducer { [body] state, event in
      body(&state, event)
      next.body(&state, event)
    }
  }
}
