extension ElementWatcher {
  /// Watches a collection that lists its changes.
  @inlinable
  static func parts<State, Parts, ID: Hashable & Sendable, Part>(
    _ select: @escaping (State) -> Parts, _ parts: TypedParts<Parts, ID, Part>,
    by rule: @escaping ElementRule<Part>, describe: @escaping (ID, Part, EffectSink) -> Void
  ) -> ElementWatcher {
    let newest = Memory<Parts>()
    let table = ElementTable<ID, Part>()
    let keepsElements = parts.find == nil
    return ElementWatcher(
      ask: { state, changes in
        var selected = state.lend(to: select)
        if withPlace(ofState: &selected, newest.hasSameBytes) { return }
        table.update(by: rule, keepsElements: keepsElements, into: &changes) {
          parts.compare(newest.value, selected, $0, $1)
        }
        newest.value = consume selected
      },
      describe: { number, sink in
        let id = table.id(number)
        let part =
          keepsElements
          ? table.records[number].element : newest.value.flatMap { parts.find?($0, id) }
        guard let part else { unreachable("a part is described that has left") }
        describe(id, part, sink)
      },
      name: { table.name($0) })
  }
}
