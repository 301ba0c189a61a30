/// A list to which elements and other lists are appended.
///
/// - Complexity: Adding an element at either end takes O(log n), amortised, even if the old list is
///   kept: neighbouring blocks of about the same size are joined, as in a binary counter. Joining an
///   array of lists takes O(n).
struct BlockList<Element: Sendable>: Sendable {
  /// The blocks before the last.
  ///
  /// NB: a list that was made at once has none, and so allocates no more than its elements.
  private var earlier: [[Element]] = []
  private var last: [Element]

  init(_ elements: [Element] = []) {
    last = elements
  }

  /// Joins lists in order.
  init(joining lists: [BlockList]) {
    last = []
    last.reserveCapacity(lists.reduce(0) { $0 + $1.count })
    for list in lists {
      for block in list.earlier { last += block }
      last += list.last
    }
  }

  /// The number of elements.
  private var count: Int { earlier.reduce(last.count) { $0 + $1.count } }

  /// The elements in order.
  var all: [Element] { earlier.isEmpty ? last : BlockList(joining: [self]).last }

  mutating func append(_ element: Element) {
    append([element])
  }

  mutating func append(_ others: BlockList) {
    for block in others.earlier { append(block) }
    append(others.last)
  }

  private mutating func append(_ block: [Element]) {
    if block.isEmpty { return }
    var block = block
    while !last.isEmpty, max(last.count, block.count) <= 2 * min(last.count, block.count) {
      block = last + block
      last = earlier.popLast() ?? []
    }
    if !last.isEmpty { earlier.append(last) }
    last = block
  }
}
