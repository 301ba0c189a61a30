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
  /// an element that leaves has it cancelled. An element that becomes another one, under the same id,
  /// is treated by the ``ExecutionStrategy``, which holds for each element by itself; by default the
  /// effect is replaced. Moving elements changes nothing. An id that leaves and comes back within one
  /// step has not left. Of several elements with one id the first counts; debug builds say so.
  ///
  /// ``FeedbackOrigin/element`` names the element of an event.
  ///
  /// With a limit, only so many elements have effects at a time. The others wait in the order in which
  /// they appeared, and keep the loop from being settled. The closure of one that waits is called when
  /// its turn comes, with the newest element: in the step of the event that made room, or between
  /// steps if an effect has ended without one. An element that is replaced keeps its place, one that
  /// waits and becomes another one keeps its place in line, and a cancelled effect makes room at once
  /// even if its body takes a while to wind down.
  ///
  /// *Ordering*: in one step, effects of elements that have left are cancelled; then the closures of
  /// those that have become others are called, and then those of new ones, in the order of the
  /// collection.
  ///
  /// *Complexity*: a step in which the collection is the same costs one comparison, which is of
  /// addresses if an array was not touched. Otherwise O(n) comparisons of elements, and O(m) look-ups
  /// for the elements between the first and the last that were added, removed or moved. The newest
  /// collection is kept, so a reducer that changes it in place copies it once a step.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; a key path will do.
  ///   - limit: How many elements may have effects at the same time, 1 or more; all of them without
  ///     a limit. Debug builds refuse a limit below 1. It counts as 1 in release builds.
  ///   - effect: Called with each element that is new or has become another one.
  @inlinable
  public init<Elements: RandomAccessCollection & Equatable & SendableMetatype>(
    forEach select: @escaping @Sendable (State) -> Elements, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element) -> Effect<Event>
  ) where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    self.init(limit) { .elements(select, id: { $0.id }, areEqual: { $0 == $1 }, effect) }
  }

  /// Keeps an effect running for each element of a collection of identifiable, hashable elements.
  ///
  /// The same as for identifiable elements; it settles which form counts.
  @inlinable
  public init<Elements: RandomAccessCollection & Equatable & SendableMetatype>(
    forEach select: @escaping @Sendable (State) -> Elements, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element) -> Effect<Event>
  ) where Elements.Element: Identifiable & Hashable & Sendable, Elements.Element.ID: Sendable {
    self.init(limit) { .elements(select, id: { $0.id }, areEqual: { $0 == $1 }, effect) }
  }

  /// Keeps an effect running for each element of a collection of hashable elements.
  ///
  /// As for identifiable elements, but an element is its own id: it is there or not, and never becomes
  /// another one.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; a key path will do.
  ///   - limit: How many elements may have effects at the same time, 1 or more; all of them without
  ///     a limit. Debug builds refuse a limit below 1. It counts as 1 in release builds.
  ///   - effect: Called with each element that is new.
  @inlinable
  public init<Elements: RandomAccessCollection & Equatable & SendableMetatype>(
    forEach select: @escaping @Sendable (State) -> Elements, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element) -> Effect<Event>
  ) where Elements.Element: Hashable & Sendable {
    self.init(limit) { .elements(select, id: { $0 }, areEqual: { _, _ in true }, effect) }
  }

  /// Keeps an effect running for each element of a dictionary.
  ///
  /// As for collections of identifiable elements; the key is the id. The order is that of the keys.
  ///
  /// *Complexity*: a step that changes the dictionary costs a look-up for each of its elements.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; a key path will do.
  ///   - limit: How many elements may have effects at the same time, 1 or more; all of them without
  ///     a limit. Debug builds refuse a limit below 1. It counts as 1 in release builds.
  ///   - effect: Called with each key whose value is new or has become another one.
  @inlinable
  public init<Key: Comparable & Hashable & Sendable, Value: Equatable & SendableMetatype>(
    forEach select: @escaping @Sendable (State) -> [Key: Value], atMost limit: Int? = nil,
    effect: @escaping @Sendable (Key, Value) -> Effect<Event>
  ) {
    self.init(limit) { .values(select, areEqual: { $0 == $1 }, effect) }
  }

  /// Keeps an effect running for each element of a set.
  ///
  /// As for collections of hashable elements, in the order of the elements.
  ///
  /// *Complexity*: a step that changes the set costs a look-up for each of its elements.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; a key path will do.
  ///   - limit: How many elements may have effects at the same time, 1 or more; all of them without
  ///     a limit. Debug builds refuse a limit below 1. It counts as 1 in release builds.
  ///   - effect: Called with each element that is new.
  @inlinable
  public init<Element: Comparable & Hashable & Sendable>(
    forEach select: @escaping @Sendable (State) -> Set<Element>, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Element) -> Effect<Event>
  ) {
    self.init(limit) { .members(select, effect) }
  }

  @usableFromInline
  init(
    _ limit: Int?, watching elements: @escaping @Sendable () -> ElementWatcher<State, Event>
  ) {
    self.init { FeedbackInstance(elements()) }
    traits.limit = atLeastOne(
      limit ?? .max,
      "Feedback(forEach:atMost: \(limit ?? 0)) would never start anything: the limit is 1 or more.")
  }
}
