/// The keys by which a new event replaces a waiting one.
struct CoalescingKeys: Sendable {
  /// Makes the ``CoalescingKey`` of an event, if it has one.
  let key: @Sendable (EventPlace) -> CoalescingKeyObject?
  /// Makes the table of one mailbox.
  let makePlaces: @Sendable () -> KeyedPlaces

  init<Event, Key: Hashable & Sendable>(_ key: @escaping @Sendable (Event) -> Key?) {
    // A key that does not equal itself, such as NaN, equals no other.
    self.key = { event in
      key(event.address(of: Event.self).value).flatMap { $0 == $0 ? CoalescingKey($0) : nil }
    }
    makePlaces = { KeyedPlaces(of: Key.self) }
  }
}

/// A ``CoalescingKey``, for code that knows no types.
typealias CoalescingKeyObject = any AnyObject & Sendable

/// A key on the heap.
///
/// An entry holds it for as long as a table does, so that a user's object in the key is released
/// with the entry, and not under a lock.
final class CoalescingKey<Key: Hashable & Sendable>: Sendable {
  let content: Key

  init(_ content: Key) {
    self.content = content
  }
}

/// The place where the event of each key waits.
///
/// *Isolation*: called under the lock of the mailbox.
struct KeyedPlaces: Sendable {
  /// Returns the place where the event of a key waits, and forgets it.
  let take: @Sendable (CoalescingKeyObject) -> Int?
  /// Notes the place where the only event of a key waits.
  let put: @Sendable (CoalescingKeyObject, Int) -> Void

  init<Key: Hashable & Sendable>(of _: Key.Type) {
    let table = Table<Key>()
    // NB: unchecked, because the same policy made the key.
    take = {
      table.places.removeValue(forKey: known($0, as: CoalescingKey<Key>.self).content)
    }
    put = { table.places[known($0, as: CoalescingKey<Key>.self).content] = $1 }
  }

  private final class Table<Key: Hashable & Sendable>: Sendable {
    @safe @exclusivity(unchecked) nonisolated(unsafe) var places: [Key: Int] = [:]
    // Guard: the lock of the mailbox.
  }
}
