/// A value in the state that is computed from other parts of the state, and recomputed only if they
/// change.
///
/// ```swift
/// struct Library: Equatable, Sendable {
///   var books: [Book] = []
///   var query = ""
///   var found = Memo<Search, [Book]>()
///
///   struct Search: Equatable, Sendable {
///     var books: [Book]
///     var query: String
///   }
///
///   mutating func reduce(_ event: Event) {
///     …
///     found.update(for: Search(books: books, query: query)) { search in
///       search.books.filter { $0.title.contains(search.query) }
///     }
///   }
/// }
/// ```
///
/// The key contains everything that the value is computed from. Update the memo at the end of the
/// reducer, where all changes of an event are made.
///
/// A memo is not part of the state's value: all memos are equal and have the same hash, and coding
/// omits them. A decoded state has an empty memo, which the next update fills.
///
/// - Complexity: An update compares the keys, which takes O(1) for collections that share their
///   storage, and computes only if they differ. The memo keeps a copy of the key, so a collection
///   in the key is copied when it changes, once for each update.
public struct Memo<Key: Equatable, Value> {
  @usableFromInline var entry: (key: Key, value: Value)?

  /// Creates an empty memo.
  public init() {}

  /// The value that was computed last; `nil` before the first update.
  @inlinable public var value: Value? { entry?.value }

  /// Computes the value, unless the memo has the value for an equal key.
  ///
  /// - Parameters:
  ///   - key: The parts that the value is computed from.
  ///   - compute: Computes the value from the key alone; called at most once.
  /// - Returns: The value for the key.
  /// - Throws: The error of `compute`; the memo then keeps its old value.
  @inlinable
  @discardableResult
  public mutating func update<Failure: Error>(
    for key: Key, _ compute: (Key) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let entry, entry.key == key { return entry.value }
    let value = try compute(key)
    entry = (key, value)
    return value
  }

  /// Forgets the value and the key.
  public mutating func reset() {
    entry = nil
  }
}

extension Memo: Sendable where Key: Sendable, Value: Sendable {}

extension Memo: Hashable {
  /// All memos are equal.
  @inlinable
  public static func == (left: Memo, right: Memo) -> Bool { true }

  /// Does not hash anything.
  public func hash(into hasher: inout Hasher) {}
}

extension Memo: CustomReflectable {
  /// A mirror without children, because all memos are equal.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Memo: Codable {
  /// Creates an empty memo.
  public init(from decoder: any Decoder) throws {}

  /// Encodes nothing.
  public func encode(to encoder: any Encoder) throws {}
}

// NB: the conformances that the compiler synthesises for a state call these, so that a memo has no
// key in the encoded form, and needs none in the decoded one.

extension KeyedEncodingContainer {
  /// Encodes nothing for a memo.
  public mutating func encode<Parts, Value>(
    _ memo: Memo<Parts, Value>, forKey key: Key
  ) throws {}
}

extension KeyedDecodingContainer {
  /// Makes an empty memo, even if there is a value for the key.
  public func decode<Parts, Value>(
    _ type: Memo<Parts, Value>.Type, forKey key: Key
  ) throws -> Memo<Parts, Value> {
    Memo()
  }
}
