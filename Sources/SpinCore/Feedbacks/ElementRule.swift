/// Returns what an element that is new or has changed means for its effect, given the element before; that is
/// `nil` if the element is new.
@usableFromInline
package typealias ElementRule<Element> =
  @Sendable (Element?, Element) -> Engine.ElementChange?

/// Makes the rule by which each different value is wanted, and an element without a value is not.
///
/// - Parameters:
///   - value: Returns the value of an element.
///   - replaced: Returns the change of the element, for its old value and its new one, which differ.
/// - Returns: The rule.
@inlinable
package func selecting<Element, Value: Equatable & SendableMetatype>(
  _ value: @escaping @Sendable (Element) -> Value?,
  replaced: @escaping @Sendable (Value, Value) -> Engine.ElementChange = { _, _ in .wanted }
) -> ElementRule<Element> {
  { old, new in
    guard let newest = value(new) else {
      guard let old else { return .absent }
      return value(old) == nil ? nil : .withdrawn
    }
    guard let before = old.flatMap(value) else { return .wanted }
    return before == newest ? nil : replaced(before, newest)
  }
}
