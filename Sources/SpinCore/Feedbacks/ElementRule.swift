/// Returns what a new or changed element means for its effect.
///
/// The first argument is the element before; `nil` for a new element.
@usableFromInline
package typealias ElementRule<Element> =
  @Sendable (Element?, Element) -> Engine.ElementChange?

/// Makes the rule of a selected value: a value that differs is wanted, and without a value nothing is.
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
