/// The access of a scope to its parts by number, which also finds their changes.
///
/// It numbers the parts by their ids, and reuses the number of a part that has left once it is released.
/// Places of parts last as long as the calls that lend them.
///
/// NB: made of closures that are specialised for the ids and the parts. Code that is generic over them
/// would look up type metadata at each access.
@usableFromInline
struct PartsAccess {
  /// Copies the part's event in an event of the whole to a place, and returns the number of the part; `nil`
  /// if the event belongs to no part that is there.
  let find: (_ whole: EventPlace, EventPlace) -> Int?
  /// Lets a closure change a part in place, and returns whether the closure has changed its id.
  let modify: (StatePlace, Int, (StatePlace) -> Void) -> Bool
  /// Forgets the part whose id another part has taken, and returns its number; `nil` if there is none.
  let forgetReplaced: () -> Int?
  /// Forgets a part, whose number is reused after it is released.
  let forget: (Int) -> Void
  /// Lets numbers be reused.
  let release: ([Int]) -> Void
  /// Lends a copy of a part to a closure, if it is there.
  let lend: (StatePlace, Int, (StatePlace) -> Void) -> Void
  /// Returns whether one part is before another one.
  let isInOrder: (StatePlace, Int, Int) -> Bool
  /// Keeps a copy of the collection, in the place of the one before.
  let keep: (StatePlace) -> Void
  /// Forgets the copy.
  let forgetKept: () -> Void
  /// Returns whether the collection is that copy, and neither has changed since.
  let isKept: (StatePlace) -> Bool
  /// Lists the changes of the parts since the copy was kept.
  ///
  /// Those that have left come first, in their old order, and then the others in their new order. Without
  /// a copy, all parts have appeared.
  let compare: (StatePlace, _ toKept: Bool, (PartChange) -> Void) -> Void
  /// Names a part in origins; the part must be there.
  let name: (Int) -> ElementID
  /// Makes the embedding of the events of a part.
  let embedding: (Int) -> Conversion

  @usableFromInline
  init(
    find: @escaping (_ whole: EventPlace, EventPlace) -> Int?,
    modify: @escaping (StatePlace, Int, (StatePlace) -> Void) -> Bool,
    forgetReplaced: @escaping () -> Int?, forget: @escaping (Int) -> Void,
    release: @escaping ([Int]) -> Void,
    lend: @escaping (StatePlace, Int, (StatePlace) -> Void) -> Void,
    isInOrder: @escaping (StatePlace, Int, Int) -> Bool,
    keep: @escaping (StatePlace) -> Void, forgetKept: @escaping () -> Void,
    isKept: @escaping (StatePlace) -> Bool,
    compare: @escaping (StatePlace, _ toKept: Bool, (PartChange) -> Void) -> Void,
    name: @escaping (Int) -> ElementID, embedding: @escaping (Int) -> Conversion
  ) {
    self.find = find
    self.modify = modify
    self.forgetReplaced = forgetReplaced
    self.forget = forget
    self.release = release
    self.lend = lend
    self.isInOrder = isInOrder
    self.keep = keep
    self.forgetKept = forgetKept
    self.isKept = isKept
    self.compare = compare
    self.name = name
    self.embedding = embedding
  }
}

/// The change of one of several parts.
@usableFromInline
enum PartChange {
  case left(Int)
  case changed(Int, from: StatePlace, to: StatePlace)
  case appeared(Int, StatePlace)
  /// A part is there, but its id already has a number.
  case known
}

extension TypedParts {
  /// The access to the parts for code that does not know their types.
  @inlinable
  func access<Event: Sendable, PartEvent: Sendable>(
    by all: PartAccess, _ from: @escaping @Sendable (Event) -> (ID, PartEvent)?,
    _ event: @escaping @Sendable (ID, PartEvent) -> Event
  ) -> PartsAccess where ID: Sendable {
    let table = ElementTable<ID, Void>()
    // The new id of the part whose event was reduced last, if that has changed its id.
    let newID = Memory<NewID>()
    let kept = Memory<Parts>()
    return PartsAccess(
      find: { whole, target in
        guard let (id, event) = from(whole.address(of: Event.self).value),
          let number = table.numbers[id]
        else { return nil }
        target.initialize(to: event)
        return number
      },
      modify: { state, number, change in
        guard let id = table.records[number].id else { return false }
        all.modify(state) { parts in
          newID.value = modify(&parts.address(of: Parts.self).value, id) {
            withPlace(ofState: &$0, change)
          }
        }
        return newID.value != nil
      },
      forgetReplaced: {
        guard let new = newID.value.take(), new.isFirst, let number = table.numbers[new.id]
        else { return nil }
        table.forget(number)
        return number
      },
      forget: { table.forget($0) }, release: { table.free += $0 },
      lend: { state, number, body in
        guard let id = table.records[number].id else { return }
        all.read(state) { parts in
          guard var part = find?(parts.address(of: Parts.self).value, id) else { return }
          withPlace(ofState: &part, body)
        }
      },
      isInOrder: { state, first, second in
        guard let first = table.records[first].id,
          let second = table.records[second].id
        else { return false }
        var isInOrder = false
        all.read(state) {
          isInOrder = self.isInOrder($0.address(of: Parts.self).value, first, second)
        }
        return isInOrder
      },
      keep: { all.read($0) { kept.value = $0.address(of: Parts.self).value } },
      forgetKept: { kept.value = nil },
      isKept: { state in
        var isKept = false
        all.read(state) { isKept = kept.hasSameBytes($0) }
        return isKept
      },
      compare: { state, toKept, tell in
        all.read(state) { parts in
          let isKnown = { table.numbers[$0] != nil }
          compare(toKept ? kept.value : nil, parts.address(of: Parts.self).value, isKnown) {
            change in
            switch change {
            case .left(let id):
              guard let number = table.numbers[id] else { return }
              table.forget(number)
              tell(.left(number))
            case .changed(let id, var old, var new):
              guard let number = table.numbers[id] else { return }
              withPlace(ofState: &old) { old in
                withPlace(ofState: &new) { tell(.changed(number, from: old, to: $0)) }
              }
            case .appeared(let id, var part):
              // An id that does not equal itself, such as NaN, would never be found again.
              if id != id { return }
              if table.numbers[id] != nil { return tell(.known) }
              let number = table.add(id, ())
              withPlace(ofState: &part) { tell(.appeared(number, $0)) }
            }
          }
        }
      },
      name: { table.name($0) },
      embedding: { Conversion(of: table.id($0), event, checking: from) })
  }
}
