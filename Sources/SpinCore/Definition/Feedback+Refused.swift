/// Values that cannot be compared and collections without ids or without an order, with the messages
/// by which the compiler refuses them.
extension Feedback {
  /// Refuses values that cannot be compared.
  @available(
    *, unavailable,
    message: "on: compares values: make the value Equatable, or select a part of it that is."
  )
  @_disfavoredOverload
  public init<Value>(
    on select: @escaping @Sendable (State) -> Value?,
    effect: @escaping @Sendable (Value) -> Effect<Event>
  ) {
    self.init(effect: { _ in .none })
  }

  /// Refuses elements that cannot be distinguished.
  @available(
    *, unavailable,
    message: "forEach: takes elements that are Hashable, or Identifiable and Equatable."
  )
  @_disfavoredOverload
  public init<Elements: Sequence>(
    forEach select: @escaping @Sendable (State) -> Elements, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element) -> Effect<Event>
  ) {
    self.init(effect: { _ in .none })
  }

  /// Refuses a set, which has no order.
  @available(
    *, unavailable,
    message: """
      The order of a set changes from process to process: sort it, as in forEach: { $0.tags.sorted() }.
      """
  )
  @_disfavoredOverload
  public init<Element: Hashable>(
    forEach select: @escaping @Sendable (State) -> Set<Element>, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Element) -> Effect<Event>
  ) {
    self.init(effect: { _ in .none })
  }

  /// Refuses a dictionary without an order.
  @available(
    *, unavailable,
    message: """
      The order of a dictionary changes from process to process: forEach: takes Comparable keys.
      """
  )
  @_disfavoredOverload
  public init<Key: Hashable, Value>(
    forEach select: @escaping @Sendable (State) -> [Key: Value], atMost limit: Int? = nil,
    effect: @escaping @Sendable (Key, Value) -> Effect<Event>
  ) {
    self.init(effect: { _ in .none })
  }
}
