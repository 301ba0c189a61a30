/// The key that an event shares with the events that replace it, for code that does not know its type.
///
/// NB: on the heap. An entry holds its key for as long as the list does, so that a user's object in the key
/// is released with the entry, and not under a lock. An `AnyHashable` would cast the key at each use.
struct CoalescingKey: Hashable, Sendable {
  private let value: any KeyValue

  /// Returns the key of an event; `nil` if a key does not equal itself, such as NaN, and so equals no other.
  ///
  /// The user's `hash(into:)` is called here, and not under the lock of the mailbox.
  static func of<Content: Hashable & Sendable>(_ content: Content) -> CoalescingKey? {
    ThreadFrame.comparing(Content.self) {
      content == content ? CoalescingKey(value: TypedValue(content)) : nil
    }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value.hash) }

  static func == (left: CoalescingKey, right: CoalescingKey) -> Bool {
    left.value === right.value
      || left.value.hash == right.value.hash && left.value.isEqual(to: right.value)
  }
}

/// The user's value in a key.
private protocol KeyValue: AnyObject, Sendable {
  /// The user's hash value, so that only equal values are compared by the user's code.
  var hash: Int { get }
  /// Returns whether another value of the same type is equal to this one.
  func isEqual(to other: any KeyValue) -> Bool
}

private final class TypedValue<Content: Hashable & Sendable>: KeyValue {
  let hash: Int
  private let content: Content

  init(_ content: Content) {
    self.content = content
    hash = content.hashValue
  }

  // NB: unchecked, because the policy of one mailbox makes all keys that meet.
  func isEqual(to other: any KeyValue) -> Bool {
    ThreadFrame.comparing(Content.self) { content == known(other, as: TypedValue.self).content }
  }
}
