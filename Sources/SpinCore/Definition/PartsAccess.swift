/// The access of a scope to its parts by id, which also finds their changes.
@usableFromInline
struct PartsAccess<State, Parts, ID: Hashable & Sendable, Part> {
  /// Lets a closure change the part with an id in place, if there is one, and returns its new id if
  /// the closure has changed that.
  @usableFromInline let modify: (inout State, ID, (inout Part) -> Void) -> NewID<ID>?
  /// Copies a part, if there is one with the id.
  @usableFromInline let find: (inout State, ID) -> Part?
  /// Returns whether one part is before another one.
  @usableFromInline let isInOrder: (inout State, ID, ID) -> Bool
  /// Copies the collection.
  @usableFromInline let copy: (inout State) -> Parts
  /// Lists the changes of the parts: those that have left in their old order, then the others in
  /// their new order.
  @usableFromInline let compare: (Parts?, Parts, (PartChange<ID, Part>) -> Void) -> Void

  @inlinable
  init(
    modify: @escaping (inout State, ID, (inout Part) -> Void) -> NewID<ID>?,
    find: @escaping (inout State, ID) -> Part?,
    isInOrder: @escaping (inout State, ID, ID) -> Bool, copy: @escaping (inout State) -> Parts,
    compare: @escaping (Parts?, Parts, (PartChange<ID, Part>) -> Void) -> Void
  ) {
    self.modify = modify
    self.find = find
    self.isInOrder = isInOrder
    self.copy = copy
    self.compare = compare
  }
}

/// The new id of a part that has changed its id.
@usableFromInline
struct NewID<ID> {
  @usableFromInline let id: ID
  /// Whether no part before it has the id.
  @usableFromInline let isFirst: Bool

  @inlinable
  init(_ id: ID, isFirst: Bool) {
    self.id = id
    self.isFirst = isFirst
  }
}

/// The change of one of several parts.
@usableFromInline
enum PartChange<ID, Part> {
  case left(ID)
  case changed(ID, from: Part, to: Part)
  case appeared(ID, Part)
}

extension PartsAccess
where Parts == [Part], Part: Equatable & Identifiable, ID == Part.ID {
  /// Finds the parts of an array; the first part with an id counts.
  @inlinable
  static func array(_ path: WritableKeyPath<State, [Part]>) -> PartsAccess {
    let places = Memory<[ID: Int]>()
    let duplicates = Duplicates(in: "Scope(forEach:)", ofSeveral: "parts")
    let place = { (parts: [Part], id: ID) -> Int? in
      if let known = places.value?[id], known < parts.count, parts[known].id == id { return known }
      places.value = Dictionary(
        parts.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      return places.value?[id]
    }
    return PartsAccess(
      modify: { state, id, change in
        guard let index = place(state[keyPath: path], id) else { return nil }
        let now = changed(&state[keyPath: path][index], change)
        if now == id { return nil }
        return NewID(now, isFirst: !state[keyPath: path][..<index].contains { $0.id == now })
      },
      find: { state, id in
        let parts = state[keyPath: path]
        return place(parts, id).map { parts[$0] }
      },
      isInOrder: { state, first, second in
        let parts = state[keyPath: path]
        guard let first = place(parts, first), let second = place(parts, second) else {
          return false
        }
        return first < second
      },
      copy: { $0[keyPath: path] },
      compare: { old, new, tell in
        let old = old ?? []
        if old.isSame(as: new) { return }
        if old.count == new.count, zip(old, new).allSatisfy({ $0.id == $1.id }) {
          return compareInPlace(old, new, tell)
        }
        places.value = nil  // A new part may be before the one whose place is known.
        compareByID(old, new, duplicates, tell)
      })
  }

  /// Changes a part, and returns its id after the change.
  @inlinable
  static func changed(_ part: inout Part, _ change: (inout Part) -> Void) -> ID {
    change(&part)
    return part.id
  }

  /// Compares arrays that have the same ids at the same places.
  @inlinable
  static func compareInPlace(
    _ old: [Part], _ new: [Part], _ tell: (PartChange<ID, Part>) -> Void
  ) {
    let changed = old.indices.filter { old[$0] != new[$0] }
    if changed.isEmpty { return }
    let places = Dictionary(
      new.indices.map { (new[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    for index in changed where places[new[index].id] == index {
      tell(.changed(new[index].id, from: old[index], to: new[index]))
    }
  }

  @inlinable
  static func compareByID(
    _ old: [Part], _ new: [Part], _ duplicates: Duplicates,
    _ tell: (PartChange<ID, Part>) -> Void
  ) {
    var before = Dictionary(old.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Set(new.map(\.id))
    for part in old where !after.contains(part.id) && before.removeValue(forKey: part.id) != nil {
      tell(.left(part.id))
    }
    var seen: Set<ID> = []
    for part in new {
      guard seen.insert(part.id).inserted else {
        duplicates.note(part.id)
        continue
      }
      guard let former = before[part.id] else {
        tell(.appeared(part.id, part))
        continue
      }
      if former != part { tell(.changed(part.id, from: former, to: part)) }
    }
  }
}

extension PartsAccess where Parts == [ID: Part], Part: Equatable, ID: Comparable {
  /// Finds the parts of a dictionary, in the order of the keys.
  @inlinable
  static func dictionary(_ path: WritableKeyPath<State, [ID: Part]>) -> PartsAccess {
    PartsAccess(
      modify: { state, id, change in
        if let index = state[keyPath: path].index(forKey: id) {
          change(&state[keyPath: path].values[index])
        }
        return nil
      },
      find: { state, id in state[keyPath: path][id] },
      isInOrder: { _, first, second in first < second },
      copy: { $0[keyPath: path] },
      compare: { old, new, tell in
        let old = old ?? [:]
        if old == new { return }  // O(1) if they share their storage.
        for id in old.keys.filter({ new[$0] == nil }).sorted() { tell(.left(id)) }
        for (id, part) in new.filter({ old[$0] != $1 }).sorted(by: { $0.key < $1.key }) {
          guard let former = old[id] else {
            tell(.appeared(id, part))
            continue
          }
          tell(.changed(id, from: former, to: part))
        }
      })
  }
}

extension PartsAccess where Parts == Children<ID, Part>, Part: Equatable {
  /// Finds the parts of ``Children``, which list their own changes.
  @inlinable
  static func children(_ path: WritableKeyPath<State, Children<ID, Part>>) -> PartsAccess {
    PartsAccess(
      modify: { state, id, change in
        changeInPlace(&state[keyPath: path][id: id], change)
        return nil
      },
      find: { state, id in state[keyPath: path][id: id] },
      isInOrder: { state, first, second in
        let parts = state[keyPath: path]
        guard let first = parts.label(of: first), let second = parts.label(of: second) else {
          return false
        }
        return first < second
      },
      copy: { $0[keyPath: path] },
      compare: { old, new, tell in
        new.forEachChange(
          since: old ?? Children(), removed: { tell(.left($0)) },
          inserted: { tell(.appeared($0, $1)) },
          changed: { tell(.changed($0, from: $1, to: $2)) })
      })
  }
}
