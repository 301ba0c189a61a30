public import SpinCore

extension Reducer {
  /// Returns the reducer of a whole that reduces the events of the parts in
  /// ``/SpinChildren/Children``.
  @inlinable
  public func scoped<ID: Hashable & Sendable, Whole: Sendable, WholeEvent: Sendable>(
    forEach state: any WritableKeyPath<Whole, Children<ID, State>> & Sendable,
    from: @escaping @Sendable (WholeEvent) -> (ID, Event)?
  ) -> Reducer<Whole, WholeEvent> {
    Reducer<Whole, WholeEvent> { whole, event in
      guard let (id, event) = from(event) else { return }
      whole[keyPath: state].change(id) { changeInPlace(&$0) { reduce(&$0, event) } }
    }
  }
}
