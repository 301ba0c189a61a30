extension TypedParts {
  /// Finds the parts of an array; the first part with an id counts.
  @inlinable
  static func array() -> TypedParts
  where Part: Equatable & Identifiable, Part.ID == ID, Parts == [Part] {
    let places = Memory<[ID: Int]>()
    let duplicates = Duplicates(in: "Scope(forEach:)", ofSeveral: "parts")
    let place = { (parts: [Part], id: ID) -> Int? in
      if let known = places.value?[id], known < parts.count, parts[known].id == id { return known }
      places.value = Dictionary(
        parts.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      return places.value?[id]
    }
    return TypedParts(
      modify: { parts, id, change in
        guard let index = place(parts, id) else { return nil }
        change(&parts[index])
        let now = parts[index].id
        if now == id { return nil }
        duplicates.areThere = true  // Unless the next comparison finds none.
        return (now, isFirst: !parts[..<index].contains { $0.id == now })
      },
      find: { parts, id in place(parts, id).map { parts[$0] } },
      isInOrder: { parts, first, second in
        guard let first = place(parts, first), let second = place(parts, second) else {
          return false
        }
        return first < second
      },
      compare: { old, new, isKnown, tell in
        let isInPlace = listChanges(
          from: old, to: new, id: { $0.id }, areEqual: ==, duplicates, isKnown, tell)
        // A new part may be before the one whose place is known.
        if !isInPlace { places.value = nil }
      })
  }

  /// Finds the parts of a dictionary, in the order of the keys.
  @inlinable
  static func dictionary() -> TypedParts
  where Part: Equatable, ID: Comparable, Parts == [ID: Part] {
    TypedParts(
      modify: { parts, id, change in
        if let index = parts.index(forKey: id) { change(&parts.values[index]) }
        return nil
      },
      find: { parts, id in parts[id] }, isInOrder: { _, first, second in first < second },
      compare: { old, new, _, tell in
        let old = old ?? [:]
        let others = new.filter({ old[$0] != $1 }).sorted { isBefore($0.key, $1.key) }
        if old.count + others.count(where: { old[$0.key] == nil }) > new.count {
          for id in old.keys.filter({ new[$0] == nil }).sorted(by: isBefore) { tell(.left(id)) }
        }
        for (id, part) in others {
          guard let former = old[id] else {
            tell(.appeared(id, part))
            continue
          }
          tell(.changed(id, from: former, to: part))
        }
      })
  }
}

/// Returns whether a key is before another one.
///
/// Keys that do not equal themselves, such as NaN, come last: `<` alone would leave the others in no order.
@inlinable
func isBefore<Key: Comparable>(_ first: Key, _ second: Key) -> Bool {
  second == second ? first < second : first == first
}
