public import SpinCore

extension Feedback {
  /// Keeps an effect running for each part of ``Children``.
  ///
  /// ```swift
  /// Feedback(forEach: \.transfers, atMost: 4) { id, transfer in
  ///   .run { .finished(id, await fetch(transfer.address)) }
  /// }
  /// ```
  ///
  /// It works as for a collection of identifiable elements. The id of a part is the id that it is
  /// stored under. In one step the loop first cancels the effects of the parts that were removed.
  /// Then it calls the closure for the parts that have changed, and then for the new ones, in the
  /// order of the collection.
  ///
  /// - Complexity: O(1) for a step that changes no part, O(*m* log *n*) for one that changes *m*
  ///   parts, with a comparison for each of them. The newest collection is kept, so a reducer that
  ///   changes a part copies that part once a step.
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - limit: The maximum number of parts that have effects at the same time, 1 or more; without
  ///     a limit, all of them. Debug builds trap on a limit below 1. It counts as 1 in release
  ///     builds.
  ///   - effect: Called with each part that is new or has changed, and its id.
  @inlinable
  public init<ID: Hashable & Sendable, Part: Equatable & Sendable>(
    forEach select: @escaping @Sendable (State) -> Children<ID, Part>, atMost limit: Int? = nil,
    effect: @escaping @Sendable (ID, Part) -> Effect<Event>
  ) {
    self.init(forEach: select, atMost: limit, by: { .children() }, effect: effect)
  }

  /// Keeps an effect running for each part of ``Children`` whose parts are stored under their own ids.
  ///
  /// It works like the initialiser whose closure takes an id and a part.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - limit: The maximum number of parts that have effects at the same time, 1 or more; without
  ///     a limit, all of them. Debug builds trap on a limit below 1. It counts as 1 in release
  ///     builds.
  ///   - effect: Called with each part that is new or has changed.
  @inlinable
  public init<ID: Hashable & Sendable, Part: Identifiable & Equatable & Sendable>(
    forEach select: @escaping @Sendable (State) -> Children<ID, Part>, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Part) -> Effect<Event>
  ) where Part.ID == ID {
    self.init(forEach: select, atMost: limit) { _, part in effect(part) }
  }

  /// Keeps an effect running for each part of ``Children``, for as long as a value of the part stays
  /// equal.
  ///
  /// It works as for a collection of identifiable elements: only the value decides, and `nil` cancels
  /// the effects of the part. The closure gets the newest part.
  ///
  /// A part that equals the one before is not asked for its value. If `==` of the parts ignores a
  /// property that `value` reads, a change of that property goes unnoticed, even if other parts change.
  ///
  /// - Complexity: As without `on:`. A step calls `value` for each part that it changes.
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - value: Returns what the effect of a part depends on; it can be a key path.
  ///   - limit: The maximum number of parts that have effects at the same time, 1 or more; without
  ///     a limit, all of them. Debug builds trap on a limit below 1. It counts as 1 in release
  ///     builds.
  ///   - effect: Called with the id of each part whose value is new or has changed, and the part.
  @inlinable
  public init<
    ID: Hashable & Sendable, Part: Equatable & Sendable, Value: Equatable & SendableMetatype
  >(
    forEach select: @escaping @Sendable (State) -> Children<ID, Part>,
    on value: @escaping @Sendable (Part) -> Value?, atMost limit: Int? = nil,
    effect: @escaping @Sendable (ID, Part) -> Effect<Event>
  ) {
    self.init(
      forEach: select, atMost: limit, by: { .children() }, rule: selecting(value), effect: effect)
  }

  /// Keeps an effect running for each part of ``Children`` whose parts are stored under their own
  /// ids, for as long as a value of the part stays equal.
  ///
  /// It works like the initialiser whose closure takes an id and a part.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - value: Returns what the effect of a part depends on; it can be a key path.
  ///   - limit: The maximum number of parts that have effects at the same time, 1 or more; without
  ///     a limit, all of them. Debug builds trap on a limit below 1. It counts as 1 in release
  ///     builds.
  ///   - effect: Called with each part whose value is new or has changed.
  @inlinable
  public init<
    ID: Hashable & Sendable, Part: Identifiable & Equatable & Sendable,
    Value: Equatable & SendableMetatype
  >(
    forEach select: @escaping @Sendable (State) -> Children<ID, Part>,
    on value: @escaping @Sendable (Part) -> Value?, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Part) -> Effect<Event>
  ) where Part.ID == ID {
    self.init(forEach: select, on: value, atMost: limit) { _, part in effect(part) }
  }

  /// Makes the attempts that an `Attempt` in each part of ``Children`` asks for.
  ///
  /// It works as for a collection of identifiable elements.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - attempt: Returns the attempt of a part; it can be a key path.
  ///   - limit: The maximum number of parts that have effects at the same time, 1 or more; without
  ///     a limit, all of them. Debug builds trap on a limit below 1. It counts as 1 in release
  ///     builds.
  ///   - effect: Called with the id, the newest part and the number of each attempt, counted from 1.
  @inlinable
  public init<ID: Hashable & Sendable, Part: Equatable & Sendable, Success, Failure>(
    forEach select: @escaping @Sendable (State) -> Children<ID, Part>,
    attempting attempt: @escaping @Sendable (Part) -> Attempt<Success, Failure>?,
    atMost limit: Int? = nil,
    effect: @escaping @Sendable (_ id: ID, _ part: Part, _ number: Int) -> Effect<Event>
  ) {
    self.init(
      forEach: select, atMost: limit, by: { .children() }, rule: SpinCore.attempting(attempt)
    ) { id, part in .attempting(attempt(part)) { effect(id, part, $0) } }
  }

  /// Makes the attempts that an `Attempt` in each part of ``Children`` asks for, if the parts are
  /// stored under their own ids.
  ///
  /// It works like the initialiser whose closure also takes an id.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - attempt: Returns the attempt of a part; it can be a key path.
  ///   - limit: The maximum number of parts that have effects at the same time, 1 or more; without
  ///     a limit, all of them. Debug builds trap on a limit below 1. It counts as 1 in release
  ///     builds.
  ///   - effect: Called with the newest part and the number of each attempt, counted from 1.
  @inlinable
  public init<
    ID: Hashable & Sendable, Part: Identifiable & Equatable & Sendable, Success, Failure
  >(
    forEach select: @escaping @Sendable (State) -> Children<ID, Part>,
    attempting attempt: @escaping @Sendable (Part) -> Attempt<Success, Failure>?,
    atMost limit: Int? = nil,
    effect: @escaping @Sendable (_ part: Part, _ number: Int) -> Effect<Event>
  ) where Part.ID == ID {
    self.init(forEach: select, attempting: attempt, atMost: limit) { _, part, number in
      effect(part, number)
    }
  }
}
