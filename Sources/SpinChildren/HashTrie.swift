/// A persistent trie that finds the labels of elements by the hashes of their ids.
///
/// A change copies one path of the trie. The trie does not know the ids: if several labels have one
/// hash, the caller picks the right one. A leaf with too many labels is split into a branch. A
/// branch with few labels becomes a leaf again.
@usableFromInline
enum HashTrie: Sendable {
  case leaf(ContiguousArray<Item>)
  case branch(ContiguousArray<HashTrie>)

  @usableFromInline
  struct Item: Sendable {
    @usableFromInline let hash: Int
    @usableFromInline var label: Int
  }

  @usableFromInline static let bits = 3
  private static let capacity = 32

  @inlinable
  init() {
    self = .leaf([])
  }

  /// Finds a label by calling a predicate with each label of the hash, until it returns `true`.
  @inlinable
  func label(of hash: Int, where isRight: (Int) -> Bool) -> Int? {
    var trie = self
    var rest = UInt(bitPattern: hash)
    while case .branch(let tries) = trie {
      trie = tries[Self.next(&rest)]
    }
    guard case .leaf(let items) = trie else { return nil }
    for item in items where item.hash == hash && isRight(item.label) { return item.label }
    return nil
  }

  @usableFromInline
  mutating func insert(_ label: Int, hash: Int) {
    insert(Item(hash: hash, label: label), UInt(bitPattern: hash), depth: 0)
  }

  @usableFromInline
  mutating func remove(_ label: Int, hash: Int) {
    remove(Item(hash: hash, label: label), UInt(bitPattern: hash))
  }

  @usableFromInline
  mutating func replace(_ label: Int, hash: Int, with new: Int) {
    change(hash, UInt(bitPattern: hash)) { items in
      // While labels are spread, the old label of one element may be the new label of another.
      guard let index = items.firstIndex(where: { $0.hash == hash && $0.label == label }) else {
        return
      }
      items[index].label = new
    }
  }

  /// Returns the lowest bits of a hash, and removes them from it.
  @inlinable
  static func next(_ rest: inout UInt) -> Int {
    defer { rest >>= UInt(bits) }
    return Int(rest & (1 << UInt(bits) - 1))
  }

  private mutating func insert(_ item: Item, _ rest: UInt, depth: Int) {
    switch self {
    case .leaf(var items):
      self = .leaf([])  // The array now has one reference, and changes in place.
      items.append(item)
      self = .leaf(items)
      // Items whose hashes have no more bits to distinguish them stay together.
      if items.count > Self.capacity, depth < UInt.bitWidth / Self.bits { split(items, depth) }
    case .branch(var tries):
      self = .leaf([])
      var rest = rest
      tries[Self.next(&rest)].insert(item, rest, depth: depth + 1)
      self = .branch(tries)
    }
  }

  private mutating func split(_ items: ContiguousArray<Item>, _ depth: Int) {
    var leaves = Array(repeating: ContiguousArray<Item>(), count: 1 << Self.bits)
    for item in items {
      var rest = UInt(bitPattern: item.hash) >> UInt(depth * Self.bits)
      leaves[Self.next(&rest)].append(item)
    }
    self = .branch(ContiguousArray(leaves.map { .leaf($0) }))
  }

  private mutating func remove(_ item: Item, _ rest: UInt) {
    switch self {
    case .leaf(var items):
      self = .leaf([])
      if let index = items.firstIndex(where: { $0.hash == item.hash && $0.label == item.label }) {
        items.swapAt(index, items.count - 1)
        items.removeLast()
        if items.count <= items.capacity / 4 { items = Self.joined([items], items.count) }
      }
      self = .leaf(items)
    case .branch(var tries):
      self = .leaf([])
      var rest = rest
      tries[Self.next(&rest)].remove(item, rest)
      self = Self.leaf(insteadOf: tries) ?? .branch(tries)
    }
  }

  /// Returns one leaf with the items of several, if they are few.
  ///
  /// Few means half of a leaf's capacity, so that the leaf is not split again at once.
  private static func leaf(insteadOf tries: ContiguousArray<HashTrie>) -> HashTrie? {
    var leaves: [ContiguousArray<Item>] = []
    var count = 0
    for trie in tries {
      guard case .leaf(let items) = trie else { return nil }
      count += items.count
      if count > capacity / 2 { return nil }
      leaves.append(items)
    }
    return .leaf(joined(leaves, count))
  }

  /// Returns all items of several leaves, without spare capacity.
  private static func joined(
    _ leaves: [ContiguousArray<Item>], _ count: Int
  ) -> ContiguousArray<Item> {
    var all: ContiguousArray<Item> = []
    all.reserveCapacity(count)
    for items in leaves { all += items }
    return all
  }

  private mutating func change(
    _ hash: Int, _ rest: UInt, _ change: (inout ContiguousArray<Item>) -> Void
  ) {
    switch self {
    case .leaf(var items):
      self = .leaf([])
      change(&items)
      self = .leaf(items)
    case .branch(var tries):
      self = .leaf([])
      var rest = rest
      tries[Self.next(&rest)].change(hash, rest, change)
      self = .branch(tries)
    }
  }
}
