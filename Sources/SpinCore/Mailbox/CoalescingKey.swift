/// The key that an event shares with the events that replace it, for code that does not know its type.
///
/// NB: on the heap. An entry holds its key for as long as the list does, so that a user's object in the key is
/// released with the entry, and not under a lock. An `AnyHashable` would cast the key at each use.
class CoalescingKey: Hashable, @unchecked Sendable {
  // Guard: the class and its only subclass never change.
  fileprivate init() {}

  /// Returns the key of an event; `nil` if a key does not equal itself, such as NaN, and so equals no other.
  static func of(_ content: some Hashable & Sendable) -> CoalescingKey? {
    content == content ? TypedKey(content) : nil
  }

  /// Returns whether a key of the same type is the same.
  fileprivate func isEqual(to other: CoalescingKey) -> Bool { self === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  static func == (left: CoalescingKey, right: CoalescingKey) -> Bool { left.isEqual(to: right) }
}

private final class TypedKey<Content: Hashable & Sendable>: CoalescingKey, @unchecked Sendable {
  private let content: Content

  init(_ content: Content) {
    self.content = content
  }

  // NB: unchecked, because the policy of one mailbox makes all keys that meet.
  override func isEqual(to other: CoalescingKey) -> Bool {
    content == known(other, as: TypedKey.self).content
  }

  override func hash(into hasher: inout Hasher) { content.hash(into: &hasher) }
}
