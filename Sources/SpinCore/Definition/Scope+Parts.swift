/// Scopes of several parts, by id.
extension Scope {
  /// Creates a scope of each part in an array of identifiable parts, a dictionary or `Children`, by its id.
  ///
  /// The id of a part in a dictionary is its key, and the parts are in the order of the keys.
  ///
  /// A part that appears begins a life, a part that leaves ends its life, and moving parts changes
  /// nothing. The origin of a part's event includes the part's id, such as `counters[3].tick`.
  ///
  /// If several parts of an array have one id, only the first counts: the others take no events and have no
  /// effects. Debug builds report the id on standard error, once for each run.
  ///
  /// Each part has its own streams and receivers, and `atMost:` of a feedback counts the elements
  /// of one part.
  ///
  /// - Complexity: In a step that changes the array, O(n) comparisons. For a dictionary, O(n) lookups and
  ///   comparisons. For `Children`, the cost of a step depends only on the changed parts.
  /// - Parameters:
  ///   - state: The key path of the parts.
  ///   - event: Makes an event of the whole from an id and an event of the part with that id.
  ///   - from: Returns the id and the part's event in an event of the whole; `nil` if the event
  ///     does not belong to a part. It is the inverse of `event`.
  ///   - spin: The spin of each part, or a list of its feedbacks, scopes and reducer.
  @inlinable
  public init<Parts: PartCollection, PartEvent: Sendable>(
    forEach state: any WritableKeyPath<State, Parts> & Sendable,
    event: @escaping @Sendable (Parts.ScopedID, PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> (Parts.ScopedID, PartEvent)?,
    @SpinBuilder<Parts.ScopedPart, PartEvent>
    spin: @escaping @Sendable () -> SpinContent<Parts.ScopedPart, PartEvent>
  ) where Parts.ScopedID: Sendable, Parts.ScopedPart: Sendable {
    self.init(forEach: state, event: event, from: from, spin: spin, by: { Parts.scopedParts() })
  }

  /// Creates a scope of each part in a collection.
  ///
  /// Each run calls `parts` once. `parts` makes the access of this run to the collection.
  @inlinable
  package init<Parts, ID: Hashable & Sendable, Part: Sendable, PartEvent: Sendable>(
    forEach path: any WritableKeyPath<State, Parts> & Sendable,
    event: @escaping @Sendable (ID, PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> (ID, PartEvent)?,
    spin: @escaping @Sendable () -> SpinContent<Part, PartEvent>,
    by parts: @escaping @Sendable () -> TypedParts<Parts, ID, Part>
  ) {
    self.init(
      path, spin,
      reduce: { state, event, reduce in
        guard let (id, own) = from(event.address(of: Event.self).value) else { return }
        var event = own
        _ = parts().modify(&state.address(of: State.self).value[keyPath: path], id) { part in
          withPlace(ofState: &part) { part in
            withAddress(of: &event) { reduce(part, EventPlace($0)) }
          }
        }
      }
    ) {
      parts().access(by: .path(path), from, event)
    }
  }

  @usableFromInline
  init<Part, PartEvent>(
    _ path: AnyKeyPath, _ spin: @escaping @Sendable () -> SpinContent<Part, PartEvent>,
    reduce:
      @escaping @Sendable (StatePlace, EventPlace, (StatePlace, EventPlace) -> Void) -> Void,
    access: @escaping @Sendable () -> PartsAccess
  ) {
    self.init(named: (scopeName(path) ?? "parts") + "[]", spin, reduce: reduce) {
      PartsNode(access(), $1, $0, onlyOwnReducerChangesThem: $2)
    }
  }

  /// Creates a scope from what differs between the forms of scopes.
  ///
  /// - Parameters:
  ///   - name: The name in origins.
  ///   - spin: The list of a part.
  ///   - reduce: Calls a closure with the part that an event belongs to, and the event of that part.
  ///   - makeNode: Makes the memory of the scope for one run.
  init<Part, PartEvent>(
    named name: String, _ spin: @escaping @Sendable () -> SpinContent<Part, PartEvent>,
    reduce:
      @escaping @Sendable (StatePlace, EventPlace, (StatePlace, EventPlace) -> Void) -> Void,
    makeNode:
      @escaping @Sendable (PartLayout, LoopTypes, _ onlyOwnReducerChangesIt: Bool) -> ScopeNode
  ) {
    let list = MadeOnce { spin().list.inspected }
    self.init(
      definition: ScopeDefinition(
        name: name, reduce: { reduce($0, $1) { list.value.composedReducer.body($0, $1) } },
        kind: { ScopeStack.Kind(list.value, in: $0) }
      ) { stack, name throws(ScopeStack.Recursion) in
        let layout = try PartLayout(list, named: name, in: stack)
        return ScopeLayout(layout) { makeNode(layout, list.value.reducer.types, $0) }
      })
  }
}
