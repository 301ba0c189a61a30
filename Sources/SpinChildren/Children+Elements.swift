public import SpinCore

/// Scopes and feedbacks for each part.
extension Children: PartCollection, KeyedElements where Part: Equatable {
  /// Makes the access to the parts, which each run calls once.
  @inlinable
  public static func scopedParts() -> TypedParts<Self, ID, Part> { .children() }

  /// Makes an element of an id and the part under it.
  @inlinable
  public static func keyedElement(_ id: ID, _ part: Part) -> Element { (id: id, part: part) }
}
