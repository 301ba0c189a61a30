/// A value of 128 KiB that is stored in its owner, not on the heap.
package struct LargeState: Sendable {
  package var count = 0
  /// 16 × 16 × 16 × 4 integers.
  private var bulk = Sixteen(Sixteen(Sixteen(Four())))

  package init() {}

  /// Changes the first and the last word.
  package mutating func bump() {
    count += 1
    bulk.last.last.last.last += 1
  }

  /// The last word, which should equal the count.
  package var last: Int { bulk.last.last.last.last }
}

private struct Four: Sendable {
  var first = 0, second = 0, third = 0, last = 0
}

private struct Sixteen<Element: Sendable>: Sendable {
  private var front: (Element, Element, Element, Element, Element, Element, Element, Element)
  private var back: (Element, Element, Element, Element, Element, Element, Element)
  var last: Element

  init(_ element: Element) {
    front = (element, element, element, element, element, element, element, element)
    back = (element, element, element, element, element, element, element)
    last = element
  }
}
