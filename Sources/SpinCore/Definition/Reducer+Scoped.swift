/// Reducers of parts, for reducers that are composed without a spin.
///
/// A spin's ``Scope`` does the same and gives the part its feedbacks as well.
extension Reducer {
  /// Returns the reducer of a whole that reduces the events of one of its parts.
  ///
  /// ```swift
  /// let board = Clock.reducer.scoped(state: \.clock, from: \.clock)
  ///   .then(Reducer { board, event in … })
  /// ```
  ///
  /// - Parameters:
  ///   - state: Where the part is.
  ///   - from: The part's event in one of the whole, if it belongs to the part.
  /// - Returns: A reducer that leaves the rest of the whole as it is.
  @inlinable
  public func scoped<Whole: Sendable, WholeEvent: Sendable>(
    state: any WritableKeyPath<Whole, State> & Sendable,
    from: @escaping @Sendable (WholeEvent) -> Event?
  ) -> Reducer<Whole, WholeEvent> {
    Reducer<Whole, WholeEvent> { [body] whole, event in
      if let event = from(event) { body(&whole[keyPath: state], event) }
    }
  }

  /// Returns the reducer of a whole that reduces the events of a part that may be absent.
  ///
  /// While the part is `nil` its events change nothing.
  @inlinable
  public func scoped<Whole: Sendable, WholeEvent: Sendable>(
    state: any WritableKeyPath<Whole, State?> & Sendable,
    from: @escaping @Sendable (WholeEvent) -> Event?
  ) -> Reducer<Whole, WholeEvent> {
    Reducer<Whole, WholeEvent> { [body] whole, event in
      guard let event = from(event) else { return }
      changeInPlace(&whole[keyPath: state]) { body(&$0, event) }
    }
  }

  /// Returns the reducer of a whole that reduces the events of a part that a closure finds.
  ///
  /// - Parameters:
  ///   - modify: Calls the closure that it is given with the part, or not at all if there is none.
  ///   - from: The part's event in one of the whole, if it belongs to the part.
  /// - Returns: A reducer that leaves the rest of the whole as it is.
  @inlinable
  public func scoped<Whole: Sendable, WholeEvent: Sendable>(
    modify: @escaping @Sendable (inout Whole, (inout State) -> Void) -> Void,
    from: @escaping @Sendable (WholeEvent) -> Event?
  ) -> Reducer<Whole, WholeEvent> {
    Reducer<Whole, WholeEvent> { [body] whole, event in
      guard let event = from(event) else { return }
      modify(&whole) { body(&$0, event) }
    }
  }

  /// Returns the reducer of a whole that reduces the events of the parts in an array.
  ///
  /// Of several parts with one id the first counts. An event for an id that is not there changes
  /// nothing.
  ///
  /// - Complexity: O(n) for finding the part.
  @inlinable
  public func scoped<Whole: Sendable, WholeEvent: Sendable>(
    forEach state: any WritableKeyPath<Whole, [State]> & Sendable,
    from: @escaping @Sendable (WholeEvent) -> (State.ID, Event)?
  ) -> Reducer<Whole, WholeEvent> where State: Identifiable {
    Reducer<Whole, WholeEvent> { [body] whole, event in
      guard let (id, event) = from(event),
        let index = whole[keyPath: state].firstIndex(where: { $0.id == id })
      else { return }
      body(&whole[keyPath: state][index], event)
    }
  }

  /// Returns the reducer of a whole that reduces the events of the values in a dictionary.
  @inlinable
  public func scoped<ID: Hashable & Sendable, Whole: Sendable, WholeEvent: Sendable>(
    forEach state: any WritableKeyPath<Whole, [ID: State]> & Sendable,
    from: @escaping @Sendable (WholeEvent) -> (ID, Event)?
  ) -> Reducer<Whole, WholeEvent> {
    Reducer<Whole, WholeEvent> { [body] whole, event in
      guard let (id, event) = from(event),
        let index = whole[keyPath: state].index(forKey: id)
      else { return }
      body(&whole[keyPath: state].values[index], event)
    }
  }

  /// Returns the reducer of a whole that reduces the events of the parts in ``Children``.
  @inlinable
  public func scoped<ID: Hashable & Sendable, Whole: Sendable, WholeEvent: Sendable>(
    forEach state: any WritableKeyPath<Whole, Children<ID, State>> & Sendable,
    from: @escaping @Sendable (WholeEvent) -> (ID, Event)?
  ) -> Reducer<Whole, WholeEvent> {
    Reducer<Whole, WholeEvent> { [body] whole, event in
      guard let (id, event) = from(event) else { return }
      changeInPlace(&whole[keyPath: state][id: id]) { body(&$0, event) }
    }
  }
}
