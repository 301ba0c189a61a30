/// A list whose first element is stored inline, because usually there is no other.
@usableFromInline
package struct OneOrMore<Element> {
  @usableFromInline var first: Element?
  @usableFromInline var more: [Element] = []

  @inlinable
  package init() {}

  @inlinable var isEmpty: Bool {
    if case .none = first { true } else { false }
  }

  @inlinable
  package mutating func append(_ element: Element) {
    if isEmpty { first = element } else { more.append(element) }
  }

  @inlinable
  package func forEach(_ body: (Element) -> Void) {
    guard let first else { return }
    body(first)
    for element in more { body(element) }
  }

  func contains(where predicate: (Element) -> Bool) -> Bool {
    first.map(predicate) ?? false || more.contains(where: predicate)
  }

  var count: Int { isEmpty ? 0 : 1 + more.count }

  /// Removes and returns all elements.
  mutating func takeAll() -> OneOrMore {
    let all = self
    self = OneOrMore()
    return all
  }
}

extension OneOrMore: Sendable where Element: Sendable {}
