/// A first-in, first-out queue from which any element can be removed.
///
/// - Complexity: Each operation takes O(1), amortised. The places are indices of one array, whose
///   memory is released after a burst, when the list is empty.
struct LinkedList<Element: Sendable>: Sendable {
  /// The place of an element, which is valid as long as the element is in the list.
  typealias Place = Int

  private struct Node: Sendable {
    var element: Element?
    var previous: Place
    var next: Place
  }

  private static var none: Place { -1 }

  private var nodes: [Node] = []
  /// The first node without an element; these nodes are linked by `next`.
  private var free = none
  private var head = none
  private var tail = none
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The place of the first element.
  var first: Place? { place(head) }

  /// Returns the place after another one.
  func place(after place: Place) -> Place? { self.place(nodes[place].next) }

  private func place(_ place: Place) -> Place? { place == Self.none ? nil : place }

  /// Returns whether there is an element at a place.
  func has(_ place: Place) -> Bool { nodes.indices.contains(place) && nodes[place].element != nil }

  subscript(place: Place) -> Element {
    guard let element = nodes[place].element else {
      unreachable("an element is not where it was put")
    }
    return element
  }

  /// Appends an element, and returns its place.
  mutating func append(_ element: consuming Element) -> Place {
    let node = Node(element: element, previous: tail, next: Self.none)
    let place: Place
    if free == Self.none {
      place = nodes.count
      nodes.append(node)
    } else {
      place = free
      free = nodes[place].next
      nodes[place] = node
    }
    if tail == Self.none { head = place } else { nodes[tail].next = place }
    tail = place
    count += 1
    return place
  }

  /// Removes and returns the element at a place.
  mutating func remove(at place: Place) -> Element {
    guard let element = nodes[place].element.take() else {
      unreachable("an element is not where it was put")
    }
    let (previous, next) = (nodes[place].previous, nodes[place].next)
    if previous == Self.none { head = next } else { nodes[previous].next = next }
    if next == Self.none { tail = previous } else { nodes[next].previous = previous }
    nodes[place].next = free
    free = place
    count -= 1
    if count == 0 && nodes.count > 4096 { self = LinkedList() }
    return element
  }

  /// Removes and returns the first element.
  mutating func popFirst() -> Element? {
    first.map { remove(at: $0) }
  }
}
