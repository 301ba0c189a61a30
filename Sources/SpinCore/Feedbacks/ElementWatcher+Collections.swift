extension ElementWatcher {
  /// Watches an ordered collection.
  @inlinable
  static func elements<
    State, Elements: RandomAccessCollection & Equatable, ID: Hashable & Sendable
  >(
    _ select: @escaping (State) -> Elements, id: @escaping (Elements.Element) -> ID,
    by rule: ElementRule<Elements.Element>,
    describe: @escaping (Elements.Element, EffectSink) -> Void
  ) -> ElementWatcher {
    let newest = Memory<Elements>()
    let table = Shared(ElementTable<ID, Elements.Element>())
    return ElementWatcher(
      ask: { state, changes in
        let elements = state.lend(to: select)
        if elements == newest.value { return }
        newest.value = elements
        table.value.update(to: elements, id: id, by: rule, into: &changes)
      },
      describe: { number, sink in describe(table.value.element(number), sink) },
      name: { table.value.name($0) })
  }

  /// Watches a collection that lists its changes.
  @inlinable
  static func parts<State, Parts, ID: Hashable & Sendable, Part>(
    _ select: @escaping (State) -> Parts, _ parts: TypedParts<Parts, ID, Part>,
    by rule: ElementRule<Part>, describe: @escaping (ID, Part, EffectSink) -> Void
  ) -> ElementWatcher {
    let newest = Memory<Parts>()
    let table = Shared(ElementTable<ID, Void>())
    return ElementWatcher(
      ask: { state, changes in
        let selected = state.lend(to: select)
        table.value.update(by: rule, into: &changes) { parts.compare(newest.value, selected, $0) }
        newest.value = selected
      },
      describe: { number, sink in
        let id = table.value.id(number)
        guard let part = newest.value.flatMap({ parts.find($0, id) }) else {
          unreachable("a part is described that has left")
        }
        describe(id, part, sink)
      },
      name: { table.value.name($0) })
  }
}

/// A value that the closures of a feedback or a scope share and change.
@usableFromInline
final class Shared<Value> {
  @usableFromInline @safe @exclusivity(unchecked) var value: Value
  // Guard: the drain, which calls these closures.

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
