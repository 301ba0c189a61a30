/// A collection of parts with ids: an array of identifiable parts, a dictionary, or `Children`.
///
/// `Scope(forEach:)` takes it. The conformances are those of this package.
///
/// NB: a protocol, so that there is one form of a scope for all these collections. If there were a form for
/// each, the compiler would report a mistake in one of the closures as an error about the collection.
public protocol PartCollection: SendableMetatype {
  /// The type of the ids.
  associatedtype ScopedID: Hashable
  /// The type of the parts.
  associatedtype ScopedPart

  /// Makes the access to the parts, which each run calls once.
  static func scopedParts() -> TypedParts<Self, ScopedID, ScopedPart>
}

/// A collection whose elements are pairs of an id and a part: a dictionary, or `Children`.
///
/// `Feedback(forEach:)` takes it, as it takes collections of elements that have their own ids: in all
/// of these forms, the closure gets an element.
public protocol KeyedElements: PartCollection, Collection, Equatable {
  /// Makes an element of an id and the part under it.
  static func keyedElement(_ id: ScopedID, _ part: ScopedPart) -> Element
}

extension Array: PartCollection where Element: Equatable & Identifiable {
  /// Makes the access to the parts, which each run calls once.
  @inlinable
  public static func scopedParts() -> TypedParts<Self, Element.ID, Element> { .array() }
}

extension Dictionary: PartCollection, KeyedElements where Key: Comparable, Value: Equatable {
  /// Makes the access to the parts, which each run calls once.
  @inlinable
  public static func scopedParts() -> TypedParts<Self, Key, Value> { .dictionary() }

  /// Makes an element of an id and the part under it.
  @inlinable
  public static func keyedElement(_ id: Key, _ part: Value) -> Element { (key: id, value: part) }
}

extension KeyedElements {
  /// Makes the access to the elements, which each run calls once.
  @inlinable
  static func elements() -> TypedParts<Self, ScopedID, Element> { scopedParts().map(keyedElement) }
}
