/// A value of 128 KiB that is stored in its owner, not on the heap: 16 × 16 × 16 × 4 integers, and a count.
///
/// NB: of generic structs only. For an optional of another large struct, the compiler writes code for each of its
/// words, and needs seconds for it.
package typealias LargeState = LargeStateOf<Sixteen<Sixteen<Sixteen<Four>>>>

package struct LargeStateOf<Bulk: Sendable>: Sendable {
  package var count = 0
  fileprivate var bulk: Bulk
}

extension LargeState {
  package init() { self.init(bulk: Sixteen(Sixteen(Sixteen(Four())))) }

  /// Changes the first and the last word.
  package mutating func bump() {
    count += 1
    bulk.last.last.last.last += 1
  }

  /// The last word, which should equal the count.
  package var last: Int { bulk.last.last.last.last }
}

package struct Four: Sendable {
  fileprivate var first = 0, second = 0, third = 0, last = 0
}

package struct Sixteen<Element: Sendable>: Sendable {
  private var front: (Element, Element, Element, Element, Element, Element, Element, Element)
  private var back: (Element, Element, Element, Element, Element, Element, Element)
  fileprivate var last: Element

  fileprivate init(_ element: Element) {
    front = (element, element, element, element, element, element, element, element)
    back = (element, element, element, element, element, element, element)
    last = element
  }
}
