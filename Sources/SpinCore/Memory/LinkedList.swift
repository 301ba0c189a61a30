/// A first-in, first-out queue from which any element can be removed.
///
/// - Complexity: Each operation takes O(1), amortised. The elements are in one array, whose
///   memory is released after a burst, when the list is empty.
struct LinkedList<Element: Sendable>: Sendable {
  /// The index of an element, which is valid as long as the element is in the list.
  typealias Index = Int

  private struct Node: Sendable {
    var element: Element?
    var previous: Index
    var next: Index
  }

  private static var none: Index { -1 }

  private var nodes: [Node] = []
  /// The first node without an element; these nodes are linked by `next`.
  private var free = none
  private var head = none
  private var tail = none
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The index of the first element.
  var first: Index? { index(head) }

  /// Returns the index after another one.
  func index(after index: Index) -> Index? { self.index(nodes[index].next) }

  private func index(_ index: Index) -> Index? { index == Self.none ? nil : index }

  /// Returns whether there is an element at an index.
  func has(_ index: Index) -> Bool { nodes.indices.contains(index) && nodes[index].element != nil }

  subscript(index: Index) -> Element {
    guard let element = nodes[index].element else {
      unreachable("an element is not where it was put")
    }
    return element
  }

  /// Appends an element, and returns its index.
  mutating func append(_ element: consuming Element) -> Index {
    let index: Index
    if free == Self.none {
      index = nodes.count
      nodes.append(Node(element: element, previous: tail, next: Self.none))
    } else {
      index = free
      free = nodes[index].next
      nodes[index].element = element
      nodes[index].previous = tail
      nodes[index].next = Self.none
    }
    if tail == Self.none { head = index } else { nodes[tail].next = index }
    tail = index
    count += 1
    return index
  }

  /// Removes and returns the element at an index.
  mutating func remove(at index: Index) -> Element {
    guard let element = nodes[index].element.take() else {
      unreachable("an element is not where it was put")
    }
    let (previous, next) = (nodes[index].previous, nodes[index].next)
    if previous == Self.none { head = next } else { nodes[previous].next = next }
    if next == Self.none { tail = previous } else { nodes[next].previous = previous }
    nodes[index].next = free
    free = index
    count -= 1
    if count == 0 && nodes.count > 4096 { self = LinkedList() }
    return element
  }

  /// Removes and returns the first element.
  mutating func popFirst() -> Element? {
    first.map { remove(at: $0) }
  }
}
