public import SpinCore

extension Scope {
  /// Creates a scope of each part of ``/SpinChildren/Children``, by its id.
  ///
  /// Works like the scope of an array, except that the cost of a step depends only on the changed
  /// parts.
  @inlinable
  public init<ID: Hashable & Sendable, Part: Equatable & Sendable, PartEvent: Sendable>(
    forEach state: any WritableKeyPath<State, Children<ID, Part>> & Sendable,
    event: @escaping @Sendable (ID, PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> (ID, PartEvent)?,
    @SpinBuilder<Part, PartEvent> spin: @escaping @Sendable () -> SpinContent<Part, PartEvent>
  ) {
    self.init(forEach: state, event: event, from: from, spin: spin, by: { .children() })
  }
}
