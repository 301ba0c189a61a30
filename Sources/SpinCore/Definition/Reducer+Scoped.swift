/// Reducers of parts, for reducers that are composed without a spin.
///
/// A ``Scope`` of a spin does the same, and also runs the part's feedbacks.
extension Reducer {
  /// Returns the reducer of a whole that reduces the events of one of its parts.
  ///
  /// ```swift
  /// let board: Reducer<Board, Event> = Clock.reducer.scoped(state: \.clock, from: \.clock)
  ///   .then(Reducer { board, event in … })
  /// ```
  ///
  /// - Parameters:
  ///   - state: The key path of the part.
  ///   - from: Returns the part's event in an event of the whole; `nil` if the event does not
  ///     belong to the part.
  /// - Returns: A reducer that leaves the rest of the whole unchanged.
  public func scoped<Whole: Sendable, WholeEvent: Sendable>(
    state: any WritableKeyPath<Whole, State> & Sendable,
    from: @escaping @Sendable (WholeEvent) -> Event?
  ) -> Reducer<Whole, WholeEvent> {
    scoped(modify: { whole, change in change(&whole[keyPath: state]) }, from: from)
  }

  /// Returns the reducer of a whole that reduces the events of a part that may be absent.
  ///
  /// While the part is `nil` its events change nothing.
  public func scoped<Whole: Sendable, WholeEvent: Sendable>(
    state: any WritableKeyPath<Whole, State?> & Sendable,
    from: @escaping @Sendable (WholeEvent) -> Event?
  ) -> Reducer<Whole, WholeEvent> {
    scoped(
      modify: { whole, change in changeInPlace(&whole[keyPath: state], change) }, from: from)
  }

  /// Returns the reducer of a whole that reduces the events of a part that a closure finds.
  ///
  /// - Parameters:
  ///   - modify: Calls its closure with the part, or does nothing if there is no part.
  ///   - from: Returns the part's event in an event of the whole; `nil` if the event does not
  ///     belong to the part.
  /// - Returns: A reducer that leaves the rest of the whole unchanged.
  public func scoped<Whole: Sendable, WholeEvent: Sendable>(
    modify: @escaping @Sendable (inout Whole, (inout State) -> Void) -> Void,
    from: @escaping @Sendable (WholeEvent) -> Event?
  ) -> Reducer<Whole, WholeEvent> {
    Reducer<Whole, WholeEvent> { whole, event in
      guard let event = from(event) else { return }
      modify(&whole) { reduce(&$0, event) }
    }
  }

  /// Returns the reducer of a whole that reduces the events of the parts in an array.
  ///
  /// If several parts have one id, the first counts. An event for an id that no part has changes
  /// nothing.
  ///
  /// - Complexity: O(n) for finding the part.
  public func scoped<Whole: Sendable, WholeEvent: Sendable>(
    forEach state: any WritableKeyPath<Whole, [State]> & Sendable,
    from: @escaping @Sendable (WholeEvent) -> (State.ID, Event)?
  ) -> Reducer<Whole, WholeEvent> where State: Identifiable {
    Reducer<Whole, WholeEvent> { whole, event in
      guard let (id, event) = from(event),
        let index = whole[keyPath: state].firstIndex(where: { $0.id == id })
      else { return }
      reduce(&whole[keyPath: state][index], event)
    }
  }

  /// Returns the reducer of a whole that reduces the events of the values in a dictionary.
  public func scoped<ID: Hashable & Sendable, Whole: Sendable, WholeEvent: Sendable>(
    forEach state: any WritableKeyPath<Whole, [ID: State]> & Sendable,
    from: @escaping @Sendable (WholeEvent) -> (ID, Event)?
  ) -> Reducer<Whole, WholeEvent> {
    Reducer<Whole, WholeEvent> { whole, event in
      guard let (id, event) = from(event),
        let index = whole[keyPath: state].index(forKey: id)
      else { return }
      reduce(&whole[keyPath: state].values[index], event)
    }
  }
}
