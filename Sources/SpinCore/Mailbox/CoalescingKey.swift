/// The key that an event shares with the events that replace it, for code that does not know its type.
///
/// NB: on the heap. An entry holds its key for as long as the list does, so that a user's object in the key
/// is released with the entry, and not under a lock. An `AnyHashable` would cast the key at each use.
// Guard: the class and its only subclass never change.
class CoalescingKey: Hashable, @unchecked Sendable {
  /// The user's hash value, so that only equal values are compared by the user's code.
  private let hash: Int

  fileprivate init(hash: Int) {
    self.hash = hash
  }

  /// Returns the key of an event; `nil` if a key does not equal itself, such as NaN, and so equals no other.
  ///
  /// The user's `hash(into:)` is called here, and not under the lock of the mailbox.
  static func of<Content: Hashable & Sendable>(_ content: Content) -> CoalescingKey? {
    ThreadFrame.comparing(Content.self) {
      content == content ? TypedKey(content, hash: content.hashValue) : nil
    }
  }

  /// Returns whether another key of the same type is equal to this one.
  fileprivate func isEqual(to other: CoalescingKey) -> Bool { self === other }

  final func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  static func == (left: CoalescingKey, right: CoalescingKey) -> Bool {
    left === right || left.hash == right.hash && left.isEqual(to: right)
  }
}

// Guard: a constant, which is Sendable.
private final class TypedKey<Content: Hashable & Sendable>: CoalescingKey, @unchecked Sendable {
  private let content: Content

  init(_ content: Content, hash: Int) {
    self.content = content
    super.init(hash: hash)
  }

  // NB: unchecked, because the policy of one mailbox makes all keys that meet.
  override func isEqual(to other: CoalescingKey) -> Bool {
    ThreadFrame.comparing(Content.self) { content == known(other, as: TypedKey.self).content }
  }
}
