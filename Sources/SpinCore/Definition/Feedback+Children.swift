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
    self.init(limit) { .children(select, effect) }
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
    self.init(limit) { .children(select) { _, part in effect(part) } }
  }
}

extension ElementWatcher {
  /// Watches the parts of a ``Children``.
  @inlinable
  static func children<State, Event, ID: Hashable & Sendable, Part: Equatable & Sendable>(
    _ select: @escaping (State) -> Children<ID, Part>,
    _ effect: @escaping (ID, Part) -> Effect<Event>
  ) -> ElementWatcher {
    let newest = Memory<Children<ID, Part>>()
    let memory = ElementMemory<ID, Void>()
    return ElementWatcher(
      on: State.self,
      ask: { state, changes in
        let children = select(state)
        let old = newest.value ?? Children()
        if children.isSame(as: old) { return }
        newest.value = children
        memory.table.update(to: children, since: old, into: &changes)
      },
      describe: { number, sink in
        let id = memory.table.id(number)
        guard let part = newest.value?[id: id] else {
          unreachable("a part is described that has left")
        }
        sink.take(effect(id, part))
      },
      name: { memory.table.name($0) })
  }
}

extension ElementTable where Element == Void {
  /// Lists the differences between two collections: parts that have left, have changed, and are
  /// new.
  @inlinable
  mutating func update<Part: Equatable>(
    to new: Children<ID, Part>, since old: Children<ID, Part>,
    into changes: inout [ElementChange]
  ) {
    var left: [Int] = []
    var changed: [Int] = []
    var appeared: [ID] = []
    // An id that does not equal itself, such as NaN, cannot be found again.
    new.forEachChange(since: old) { id in
      if let number = numbers[id] { left.append(number) }
    } inserted: { id, _ in
      if id == id { appeared.append(id) }
    } changed: { id, _, _ in
      if let number = numbers[id] { changed.append(number) }
    }
    for number in left { changes.append(ElementChange(number, .left)) }
    for number in changed { changes.append(ElementChange(number, .wanted)) }
    for id in appeared { changes.append(ElementChange(add(id, ()), .wanted)) }
    for number in left { remove(number) }
  }
}
