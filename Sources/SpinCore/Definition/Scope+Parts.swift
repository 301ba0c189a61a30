/// Scopes of several parts, by id.
extension Scope {
  /// Makes a scope of each part in an array, by its id.
  ///
  /// A part that appears begins a life, one that leaves ends it, and moving parts changes nothing. An
  /// effect of a part is named with its id, such as `counters[3].tick`.
  ///
  /// Of several parts with one id the first counts: the others take no events and have no effects.
  /// Debug builds report the id on standard error, once for each run.
  ///
  /// Each part has streams and receivers of its own, and `atMost:` of a feedback counts the elements of
  /// one part.
  ///
  /// - Complexity: In a step that changes the array, O(n) comparisons.
  /// - Parameters:
  ///   - state: Where the parts are.
  ///   - event: Makes an event of the whole of an id and an event of the part with the id.
  ///   - from: The id and the part's event in one of the whole, if it belongs to a part; the inverse of
  ///     `event`.
  ///   - spin: The spin that each part is, or a list of its feedbacks, scopes and reducer.
  @inlinable
  public init<Part: Equatable & Identifiable & Sendable, PartEvent: Sendable>(
    forEach state: any WritableKeyPath<State, [Part]> & Sendable,
    event: @escaping @Sendable (Part.ID, PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> (Part.ID, PartEvent)?,
    @SpinBuilder<Part, PartEvent> spin: () -> SpinContent<Part, PartEvent>
  ) where Part.ID: Sendable {
    let spin = Blueprint(spin())
    let reducer = spin.composedReducer.scoped(forEach: state, from: from)
    self.init(state, event, from, spin, reducer) { PartsAccess.array(state) }
  }

  /// Makes a scope of each value in a dictionary, by its key.
  ///
  /// As for an array; the order is that of the keys.
  ///
  /// - Complexity: In a step of the whole, O(n) look-ups and comparisons.
  @inlinable
  public init<
    ID: Comparable & Hashable & Sendable, Part: Equatable & Sendable, PartEvent: Sendable
  >(
    forEach state: any WritableKeyPath<State, [ID: Part]> & Sendable,
    event: @escaping @Sendable (ID, PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> (ID, PartEvent)?,
    @SpinBuilder<Part, PartEvent> spin: () -> SpinContent<Part, PartEvent>
  ) {
    let spin = Blueprint(spin())
    let reducer = spin.composedReducer.scoped(forEach: state, from: from)
    self.init(state, event, from, spin, reducer) { PartsAccess.dictionary(state) }
  }

  /// Makes a scope of each part of ``Children``, by its id.
  ///
  /// Works like the scope of an array, except that the cost of a step depends only on the changed
  /// parts.
  @inlinable
  public init<ID: Hashable & Sendable, Part: Equatable & Sendable, PartEvent: Sendable>(
    forEach state: any WritableKeyPath<State, Children<ID, Part>> & Sendable,
    event: @escaping @Sendable (ID, PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> (ID, PartEvent)?,
    @SpinBuilder<Part, PartEvent> spin: () -> SpinContent<Part, PartEvent>
  ) {
    let spin = Blueprint(spin())
    let reducer = spin.composedReducer.scoped(forEach: state, from: from)
    self.init(state, event, from, spin, reducer) { PartsAccess.children(state) }
  }

  @inlinable
  init<Parts, ID: Hashable & Sendable, Part: Equatable & Sendable, PartEvent: Sendable>(
    _ path: AnyKeyPath, _ embed: @escaping @Sendable (ID, PartEvent) -> Event,
    _ from: @escaping @Sendable (Event) -> (ID, PartEvent)?,
    _ blueprint: Blueprint<Part, PartEvent>,
    _ reducer: Reducer<State, Event>,
    _ access: @escaping @Sendable () -> PartsAccess<State, Parts, ID, Part>
  ) {
    let embed = Self.checking(embed, from)
    self.init(
      (scopeName(path) ?? "parts") + "[]", blueprint,
      ScopePart(reducer: reducer) { onlyOwnReducerChangesThem in
        PartsNode(
          access(), event: from, embed: embed, blueprint,
          onlyOwnReducerChangesThem: onlyOwnReducerChangesThem
        ).erased
      })
  }
}
