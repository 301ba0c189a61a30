/// What the change of an element means for its effect.
@usableFromInline
struct ElementRule<Element> {
  /// Returns what the newest element of an id means, given the one before; that is `nil` if the
  /// element is new.
  @usableFromInline let change: (Element?, Element) -> Engine.ElementChange?
  /// Whether an element that means no change replaces the one before: it is not equal in everything
  /// that an effect closure may see.
  @usableFromInline let keepsNewest: Bool

  @inlinable
  init(keepsNewest: Bool, _ change: @escaping (Element?, Element) -> Engine.ElementChange?) {
    self.change = change
    self.keepsNewest = keepsNewest
  }
}

extension ElementRule where Element: Equatable {
  /// Each different element is wanted.
  @inlinable
  static var different: ElementRule {
    ElementRule(keepsNewest: false) { old, new in old == new ? nil : .wanted }
  }
}

extension ElementRule {
  /// Each element that a collection lists as new or changed is wanted.
  @inlinable
  static var listed: ElementRule { ElementRule(keepsNewest: false) { _, _ in .wanted } }

  /// Each new id is wanted, and nothing else is a change.
  @inlinable
  static var appearance: ElementRule {
    ElementRule(keepsNewest: false) { old, _ in old == nil ? .wanted : nil }
  }

  /// Each different value is wanted, and an element without a value is not.
  ///
  /// - Parameters:
  ///   - value: Returns the value of an element.
  ///   - replaced: Returns the change of the element, for its old value and its new one, which differ.
  /// - Returns: A rule that keeps the newest element.
  @inlinable
  static func selecting<Value: Equatable>(
    _ value: @escaping (Element) -> Value?,
    replaced: @escaping (Value, Value) -> Engine.ElementChange = { _, _ in .wanted }
  ) -> ElementRule {
    ElementRule(keepsNewest: true) { old, new in
      guard let newest = value(new) else {
        guard let old else { return .absent }
        return value(old) == nil ? nil : .withdrawn
      }
      guard let before = old.flatMap(value) else { return .wanted }
      return before == newest ? nil : replaced(before, newest)
    }
  }
}
