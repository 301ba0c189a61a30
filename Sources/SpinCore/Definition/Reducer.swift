/// A pure function that makes the next state from the state and an event.
///
/// *Isolation*: called by the loop, one event at a time, never nested.
///
/// *Reentrancy*: it may emit, which enqueues. It must not read the running spin's `state`, which it
/// has as its argument.
public struct Reducer<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let body: @Sendable (inout State, Event) -> Void
  /// The functions of the loops that use the reducer, specialised for its types.
  @usableFromInline let functions: LoopFunctions<Event>
  /// Whether it takes the place of a reducer in a list that has none.
  @usableFromInline var changesNothing = false

  /// Creates a reducer that changes the state in place.
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

  /// Creates the reducer of a spin without a reducer of its own, which changes nothing.
  ///
  /// It uses the functions of a scope's reducer, which was made where the types are known.
  init(scopes: [Scope<State, Event>]) {
    body = { _, _ in }
    functions = scopes.first?.part.reducer.functions ?? LoopFunctions(for: Loop<State, Event>.self)
    changesNothing = true
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
