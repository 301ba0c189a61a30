/// Closures that wait or take no value, values that cannot be compared, and collections without ids or
/// without an order, with the messages by which the compiler refuses them.
extension Feedback {
  /// What the refused forms would make.
  private static var refused: Feedback {
    Feedback(effect: { (_: State) -> Effect<Event> in .none })
  }

  /// Refuses values that cannot be compared.
  @available(
    *, unavailable,
    message: "on: compares values: make the value Equatable, or select a part of it that is."
  )
  @_disfavoredOverload
  public init<Value>(
    on select: @escaping @Sendable (State) -> Value?,
    effect: @escaping @Sendable (Value) -> Effect<Event>
  ) { self = .refused }

  /// Refuses elements that cannot be distinguished.
  @available(
    *, unavailable,
    message: "forEach: takes elements that are Hashable, or Identifiable and Equatable."
  )
  @_disfavoredOverload
  public init<Elements: Sequence>(
    forEach select: @escaping @Sendable (State) -> Elements, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element) -> Effect<Event>
  ) { self = .refused }

  /// Refuses a set, which has no order.
  @available(
    *, unavailable,
    message: """
      The order of a set changes from process to process: sort it, as in forEach: { $0.tags.sorted() }.
      """
  )
  @_disfavoredOverload
  public init<Elements: Sequence & SetAlgebra>(
    forEach select: @escaping @Sendable (State) -> Elements, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element) -> Effect<Event>
  ) { self = .refused }

  /// Refuses a dictionary without an order.
  @available(
    *, unavailable,
    message: """
      The order of a dictionary changes from process to process: make the keys Comparable.
      """
  )
  @_disfavoredOverload
  public init<Elements: Sequence & ExpressibleByDictionaryLiteral>(
    forEach select: @escaping @Sendable (State) -> Elements, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element) -> Effect<Event>
  ) { self = .refused }

  /// Refuses a value that is no attempt.
  @available(
    *, unavailable,
    message: "attempting: takes an Attempt of the state; on: takes any other value."
  )
  @_disfavoredOverload
  public init<Value>(
    attempting select: @escaping @Sendable (State) -> Value,
    effect: @escaping @Sendable (Int) -> Effect<Event>
  ) { self = .refused }

  /// Refuses a value of an element that is no attempt.
  @available(
    *, unavailable,
    message: "attempting: takes an Attempt of the element; on: takes any other value."
  )
  @_disfavoredOverload
  public init<Elements: Sequence, Value>(
    forEach select: @escaping @Sendable (State) -> Elements,
    attempting value: @escaping @Sendable (Elements.Element) -> Value, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element, Int) -> Effect<Event>
  ) { self = .refused }

  /// Refuses a closure that waits before it describes an effect.
  @available(
    *, unavailable,
    message: "An effect closure waits for nothing: write .run { … } around what waits."
  )
  @_disfavoredOverload
  public init<Value>(
    on select: @escaping @Sendable (State) -> Value?,
    effect: @escaping @Sendable (Value) async throws -> Effect<Event>
  ) { self = .refused }

  /// Refuses a closure of every state that waits before it describes an effect.
  @available(
    *, unavailable,
    message: "An effect closure waits for nothing: write .run { … } around what waits."
  )
  @_disfavoredOverload
  public init(effect: @escaping @Sendable (State) async throws -> Effect<Event>) {
    self = .refused
  }

  /// Refuses a closure of a condition that waits before it describes an effect.
  @available(
    *, unavailable,
    message: "An effect closure waits for nothing: write .run { … } around what waits."
  )
  @_disfavoredOverload
  public init(
    while condition: @escaping @Sendable (State) -> Bool,
    effect: @escaping @Sendable () async throws -> Effect<Event>
  ) { self = .refused }

  /// Refuses a closure of an element that waits before it describes an effect.
  @available(
    *, unavailable,
    message: "An effect closure waits for nothing: write .run { … } around what waits."
  )
  @_disfavoredOverload
  public init<Elements: Sequence>(
    forEach select: @escaping @Sendable (State) -> Elements, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element) async throws -> Effect<Event>
  ) { self = .refused }

  /// Refuses a side effect that is an effect.
  @available(
    *, unavailable,
    message: "The closure of sideEffect is the work itself: for an effect, write Feedback(on:)."
  )
  @_disfavoredOverload
  public static func sideEffect<Value>(
    on select: @escaping @Sendable (State) -> Value?,
    _ body: @escaping @Sendable (Value) -> Effect<Event>
  ) -> Feedback { .refused }
}

/// What belongs to an effect, and not to a feedback.
extension Feedback {
  /// Refuses a delay of a feedback.
  @available(
    *, unavailable,
    message: """
      An effect is delayed: write .delayed(by:) inside the effect closure, behind the effect.
      """
  )
  public func delayed(by delay: Duration) -> Feedback { self }

  /// Refuses the pause by its name in other libraries.
  @available(
    *, unavailable,
    message: "To debounce, write .delayed(by:) inside the effect closure, behind the effect."
  )
  public func debounce(for delay: Duration) -> Feedback { self }

  /// Refuses a timeout of a feedback.
  @available(
    *, unavailable,
    message: """
      An effect times out: write .timeout(after:_:) inside the effect closure, behind the effect.
      """
  )
  public func timeout(after delay: Duration, _ event: Event) -> Feedback { self }

  /// Refuses attempts of a feedback.
  @available(
    *, unavailable,
    message: """
      An effect retries by .run(retrying: .constant(.seconds(1), attempts: 3)) { … } catch: { … }.
      """
  )
  public func retry(_ attempts: Int = 1) -> Feedback { self }

  /// Refuses the throttle by its name in other libraries.
  @available(*, unavailable, message: "A feedback is throttled by .throttled(for:latest:).")
  public func throttle(for period: Duration, latest: Bool = true) -> Feedback { self }
}
