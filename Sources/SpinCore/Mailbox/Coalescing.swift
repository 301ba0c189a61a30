/// The keys by which a new event replaces a waiting one.
@usableFromInline
struct CoalescingKeys<Event: Sendable>: Sendable {
  /// Makes the ``CoalescingKey`` of an event, if it has one.
  @usableFromInline let key: @Sendable (Event) -> CoalescingKeyObject?
  /// Makes the table of one mailbox.
  @usableFromInline let makePlaces: @Sendable () -> KeyedPlaces

  @usableFromInline
  init(
    key: @escaping @Sendable (Event) -> CoalescingKeyObject?,
    makePlaces: @escaping @Sendable () -> KeyedPlaces
  ) {
    self.key = key
    self.makePlaces = makePlaces
  }

  /// Returns the same keys for those events of a larger loop that are the spin's.
  func hosted<Outer: Sendable>(
    event: @escaping @Sendable (Outer) -> Event?
  ) -> CoalescingKeys<Outer> {
    CoalescingKeys<Outer>(key: { [key] in event($0).flatMap(key) }, makePlaces: makePlaces)
  }
}

/// A ``CoalescingKey``, for code that knows no types.
@usableFromInline typealias CoalescingKeyObject = any AnyObject & Sendable

/// A key on the heap.
///
/// An entry holds it for as long as a table does, so that a user's object in the key is released
/// with the entry, and not under a lock.
@usableFromInline
final class CoalescingKey<Key: Hashable & Sendable>: Sendable {
  @usableFromInline let content: Key

  @inlinable
  init(_ content: Key) {
    self.content = content
  }
}

/// The place where the event of each key waits.
///
/// NB: made of closures, which are specialised for the key.
///
/// *Isolation*: called under the lock of the mailbox.
@usableFromInline
struct KeyedPlaces: Sendable {
  /// Returns the place where the event of a key waits, and forgets it.
  @usableFromInline let take: @Sendable (CoalescingKeyObject) -> Int?
  /// Notes the place where the only event of a key waits.
  @usableFromInline let put: @Sendable (CoalescingKeyObject, Int) -> Void

  @inlinable
  init<Key: Hashable & Sendable>(of _: Key.Type) {
    let table = Table<Key>()
    // NB: unchecked, because the same policy made the key.
    take = {
      table.places.removeValue(
        forKey: unsafe unsafeDowncast($0, to: CoalescingKey<Key>.self).content)
    }
    put = { table.places[unsafe unsafeDowncast($0, to: CoalescingKey<Key>.self).content] = $1 }
  }

  @usableFromInline
  final class Table<Key: Hashable & Sendable>: Sendable {
    @usableFromInline @safe @exclusivity(unchecked) nonisolated(unsafe) var places: [Key: Int] = [:]
    // Guard: the lock of the mailbox.

    @inlinable
    init() {}
  }
}
