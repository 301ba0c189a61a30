/// How the events are known of which only the newest waits.
@usableFromInline
struct CoalescingKeys<Event: Sendable>: Sendable {
  /// Makes the ``CoalescingKey`` of an event, if it has one.
  @usableFromInline let key: @Sendable (Event) -> CoalescingKeyObject?
  /// Makes what one mailbox remembers.
  @usableFromInline let makePlaces: @Sendable () -> KeyedPlaces

  @usableFromInline
  init(
    key: @escaping @Sendable (Event) -> CoalescingKeyObject?,
    makePlaces: @escaping @Sendable () -> KeyedPlaces
  ) {
    self.key = key
    self.makePlaces = makePlaces
  }

  /// The same keys for some events of a larger loop.
  func hosted<Outer: Sendable>(
    event: @escaping @Sendable (Outer) -> Event?
  ) -> CoalescingKeys<Outer> {
    CoalescingKeys<Outer>(key: { [key] in event($0).flatMap(key) }, makePlaces: makePlaces)
  }
}

/// A ``CoalescingKey``, for code that knows no types.
@usableFromInline typealias CoalescingKeyObject = any AnyObject & Sendable

/// A key on the heap: an entry holds it for as long as a table does, so that the user's object in it dies
/// with the entry, and under no lock.
@usableFromInline
final class CoalescingKey<Key: Hashable & Sendable>: Sendable {
  @usableFromInline let content: Key

  @inlinable
  init(_ content: Key) {
    self.content = content
  }
}

/// Where the event of each key waits.
///
/// NB: closures, so that they are specialised for the key.
///
/// *Isolation*: called under the lock of the mailbox.
@usableFromInline
struct KeyedPlaces: Sendable {
  /// Returns where the event of a key waits, and forgets it.
  @usableFromInline let take: @Sendable (CoalescingKeyObject) -> Int?
  /// Notes where the event of a key waits, of which there is no other.
  @usableFromInline let put: @Sendable (CoalescingKeyObject, Int) -> Void

  @inlinable
  init<Key: Hashable & Sendable>(of _: Key.Type) {
    let table = Table<Key>()
    // NB: not checked, because the same policy has made the key.
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
