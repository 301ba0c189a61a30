extension Feedback {
  /// Keeps an effect running for each element of a collection.
  ///
  /// ```swift
  /// Feedback(forEach: \.downloads, atMost: 4) { download in
  ///   .run { .finished(download.id, await fetch(download.address)) }
  /// }
  /// ```
  ///
  /// An element that appears starts an effect, an equal element keeps it and never restarts it, and
  /// an element that leaves has it cancelled. If an element changes under the same id, the
  /// ``ExecutionStrategy`` applies, to each element separately; by default the effect is replaced.
  /// An element that does not equal itself, such as one with a NaN, may count as changed whenever the
  /// collection is written. Moving elements changes nothing. An id that leaves and comes back within one step has not
  /// left. If several elements have one id, the first counts; debug builds report the id.
  ///
  /// ``FeedbackOrigin/element`` names the element of an event.
  ///
  /// If an effect changes its own element, such as its progress, write what the effect depends on:
  /// ``init(forEach:on:atMost:effect:)``.
  ///
  /// With a limit, only that many elements have effects at a time. The others wait in the order in
  /// which they appeared, and keep the loop from being settled. The effect closure of a waiting element
  /// is called when there is a place for it, with the newest element: in the step of the event that
  /// made room, or between steps if an effect has ended without an event. An element that is
  /// replaced keeps its place, a waiting element that changes keeps its place in line, and a
  /// cancelled effect makes room at once, even if its body takes a while to return.
  ///
  /// *Ordering*: in one step, the effects of elements that have left are cancelled; then the
  /// effect closure is called for elements that have changed, and then for new ones, in the order of
  /// the collection.
  ///
  /// - Complexity: A step that does not change the collection costs one comparison, which compares
  ///   only addresses if an array was not written. Otherwise O(n) comparisons of elements, and O(m)
  ///   lookups for the m elements from the first to the last that was added, removed or moved. The
  ///   newest collection is kept, so a reducer that changes it in place copies it once in each
  ///   step.
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - limit: The maximum number of elements that have effects at the same time, 1 or more;
  ///     without a limit, all of them. Debug builds trap on a limit below 1. It counts as 1 in
  ///     release builds.
  ///   - effect: Called with each element that is new or has changed.
  @inlinable
  public init<Elements: RandomAccessCollection & Equatable & SendableMetatype>(
    forEach select: @escaping @Sendable (State) -> Elements, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element) -> Effect<Event>
  ) where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    self.init(forEach: select, atMost: limit, by: { .elements(id: { $0.id }, areEqual: ==) }) {
      effect($1)
    }
  }

  /// Keeps an effect running for each element of a collection of identifiable, hashable elements.
  ///
  /// The same as for identifiable elements. This form only resolves an ambiguity.
  @inlinable
  public init<Elements: RandomAccessCollection & Equatable & SendableMetatype>(
    forEach select: @escaping @Sendable (State) -> Elements, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element) -> Effect<Event>
  ) where Elements.Element: Identifiable & Hashable & Sendable, Elements.Element.ID: Sendable {
    self.init(forEach: select, atMost: limit, by: { .elements(id: { $0.id }, areEqual: ==) }) {
      effect($1)
    }
  }

  /// Keeps an effect running for each element of a collection of hashable elements.
  ///
  /// As for identifiable elements, but an element is its own id: it is present or not, and never
  /// changes. A set has no order of its own, so write `forEach: { $0.tags.sorted() }`.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - limit: The maximum number of elements that have effects at the same time, 1 or more;
  ///     without a limit, all of them. Debug builds trap on a limit below 1. It counts as 1 in
  ///     release builds.
  ///   - effect: Called with each element that is new.
  @inlinable
  public init<Elements: RandomAccessCollection & Equatable & SendableMetatype>(
    forEach select: @escaping @Sendable (State) -> Elements, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element) -> Effect<Event>
  ) where Elements.Element: Hashable & Sendable {
    self.init(
      forEach: select, atMost: limit, by: { .elements(id: { $0 }, areEqual: { _, _ in true }) }
    ) { effect($1) }
  }

  /// Keeps an effect running for each element of a dictionary, or of another collection with ids of its
  /// own.
  ///
  /// ```swift
  /// Feedback(forEach: \.transfers) { id, transfer in
  ///   .run { .finished(id, await fetch(transfer.address)) }
  /// }
  /// ```
  ///
  /// As for collections of identifiable elements. The key is the id, and the elements of a dictionary are
  /// in the order of the keys. A closure with two arguments gets the id and the rest of the element.
  ///
  /// - Complexity: A step that changes a dictionary costs a lookup for each of its elements. For
  ///   `Children`, a step costs nothing if it changes no element, and otherwise O(*m* log *n*) for *m*
  ///   elements that change, with a comparison for each of them.
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - limit: The maximum number of elements that have effects at the same time, 1 or more;
  ///     without a limit, all of them. Debug builds trap on a limit below 1. It counts as 1 in
  ///     release builds.
  ///   - effect: Called with each element that is new or has changed.
  @inlinable
  public init<Elements: KeyedElements>(
    forEach select: @escaping @Sendable (State) -> Elements, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element) -> Effect<Event>
  ) where Elements.ScopedID: Sendable {
    self.init(forEach: select, atMost: limit, by: { Elements.elements() }) { effect($1) }
  }

  /// Keeps an effect running for each part of a collection that lists its changes.
  ///
  /// - Parameters:
  ///   - select: Called once with every state.
  ///   - limit: The maximum number of parts that have effects at the same time; `nil` for all.
  ///   - parts: Makes the access to the parts, which each run calls once.
  ///   - rule: Returns what a new or changed part means for its effect; by default, the effect is wanted.
  ///   - effect: Called with each part whose effect is wanted, and its id.
  @inlinable
  package init<Parts, ID: Hashable & Sendable, Part>(
    forEach select: @escaping @Sendable (State) -> Parts, atMost limit: Int?,
    by parts: @escaping @Sendable () -> TypedParts<Parts, ID, Part>,
    rule: @escaping ElementRule<Part> = { _, _ in .wanted },
    effect: @escaping @Sendable (ID, Part) -> Effect<Event>
  ) {
    self.init(limit) { .parts(select, parts(), by: rule) { $2.take(effect($0, $1)) } }
  }

  @usableFromInline
  init(
    _ limit: Int?, watching elements: @escaping @Sendable () -> ElementWatcher
  ) {
    let feedback = Feedback(makeInstance: elements)
    let limit = atLeastOne(
      limit ?? .max,
      "Feedback(forEach:atMost: \(limit ?? 0)) would never start anything: the limit must be 1 or "
        + "more.")
    self = feedback.with { $0.limit = limit }
  }
}
