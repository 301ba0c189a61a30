extension Feedback {
  /// Keeps an effect running for each element of a collection, for as long as a value of the element
  /// stays equal.
  ///
  /// ```swift
  /// Feedback(forEach: \.jobs, on: \.request, atMost: 4) { job in
  ///   .run { emit in
  ///     for await percent in job.request.progress { emit(.progress(job.id, percent)) }
  ///   }
  /// }
  /// ```
  ///
  /// It works like ``init(forEach:atMost:effect:)``, but only the value decides, as in
  /// ``init(on:effect:)``: an equal value keeps the effect of its element, another one is a change of
  /// the element, and `nil` cancels the effects of the element that run or wait. So progress may be
  /// stored in the element. The effect closure gets the newest element, even if the element has
  /// waited for a place.
  ///
  /// A collection that equals the one before is not asked for values. If `==` of the elements ignores a
  /// property that `value` reads, a change of that property alone goes unnoticed.
  ///
  /// - Complexity: As without `on:`. A step that changes the collection calls `value` twice for each
  ///   of its elements.
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - value: Returns what the effect of an element depends on. It can be a key path, even to a
  ///     value that is not optional. Called by the loop with old and new elements.
  ///   - limit: The maximum number of elements that have effects at the same time, 1 or more;
  ///     without a limit, all of them. Debug builds trap on a limit below 1. It counts as 1 in
  ///     release builds.
  ///   - effect: Called with each element whose value is new or has changed.
  @inlinable
  public init<
    Elements: RandomAccessCollection & Equatable & SendableMetatype,
    Value: Equatable & SendableMetatype
  >(
    forEach select: @escaping @Sendable (State) -> Elements,
    on value: @escaping @Sendable (Elements.Element) -> Value?, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element) -> Effect<Event>
  ) where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    self.init(
      forEach: select, atMost: limit,
      by: { .elements(id: { $0.id }, areEqual: { _, _ in false }) }, rule: selecting(value)
    ) { effect($1) }
  }

  /// Keeps an effect running for each element of a dictionary, or of another collection with ids of its
  /// own, for as long as a value of the element stays equal.
  ///
  /// ```swift
  /// Feedback(forEach: \.jobsByID, on: \.value.request) { id, job in … }  // [ID: Job]
  /// Feedback(forEach: \.transfers, on: \.part.request) { id, job in … }  // Children<ID, Job>
  /// ```
  ///
  /// It works as for a collection of identifiable elements, except that an element that equals the one
  /// before is not asked for its value, even if other elements have changed.
  ///
  /// - Complexity: As without `on:`. A step calls `value` for each element that it changes.
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - value: Returns what the effect of an element depends on; it can be a key path.
  ///   - limit: The maximum number of elements that have effects at the same time, 1 or more;
  ///     without a limit, all of them. Debug builds trap on a limit below 1. It counts as 1 in
  ///     release builds.
  ///   - effect: Called with each element whose value is new or has changed.
  @inlinable
  public init<Elements: KeyedElements, Value: Equatable & SendableMetatype>(
    forEach select: @escaping @Sendable (State) -> Elements,
    on value: @escaping @Sendable (Elements.Element) -> Value?, atMost limit: Int? = nil,
    effect: @escaping @Sendable (Elements.Element) -> Effect<Event>
  ) where Elements.ScopedID: Sendable {
    self.init(
      forEach: select, atMost: limit, by: { Elements.elements() }, rule: selecting(value)
    ) { effect($1) }
  }
}
