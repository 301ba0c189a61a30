/// Scopes that are not complete, with the messages by which the compiler refuses them.
extension Scope {
  /// Refuses a scope without the inverse of `event`.
  @available(
    *, unavailable,
    message: "A scope needs from:, which returns the part's event in an event of the whole."
  )
  @_disfavoredOverload
  public init<Part, PartEvent>(
    state: KeyPath<State, Part>, event: @escaping @Sendable (PartEvent) -> Event,
    @SpinBuilder<Part, PartEvent> spin: () -> SpinContent<Part, PartEvent>
  ) {
    unreachable("a scope is made without from:")
  }

  /// Refuses a scope of several parts without the inverse of `event`.
  @available(
    *, unavailable,
    message: "A scope needs from:, which returns the part's event in an event of the whole."
  )
  @_disfavoredOverload
  public init<Parts: PartCollection, PartEvent>(
    forEach state: KeyPath<State, Parts>,
    event: @escaping @Sendable (Parts.ScopedID, PartEvent) -> Event,
    @SpinBuilder<Parts.ScopedPart, PartEvent>
    spin: () -> SpinContent<Parts.ScopedPart, PartEvent>
  ) {
    unreachable("a scope is made without from:")
  }
}
