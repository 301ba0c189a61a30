import Testing

@testable import SpinChildren

struct HashTrieTests {
  /// What a trie has, and has room for.
  private struct Size: Equatable {
    var items = 0
    var room = 0
    var leaves = 0
  }

  private func size(_ trie: HashTrie) -> Size {
    switch trie {
    case .leaf(let items): Size(items: items.count, room: items.capacity, leaves: 1)
    case .branch(let tries):
      tries.map(size).reduce(into: Size()) { sum, size in
        sum.items += size.items
        sum.room += size.room
        sum.leaves += size.leaves
      }
    }
  }

  @Test func aTrieGivesTheMemoryOfRemovedLabelsBack() {
    var trie = HashTrie()
    let hashes = (0..<10_000).map(\.hashValue)
    for (label, hash) in hashes.enumerated() { trie.insert(label, hash: hash) }
    for (label, hash) in hashes.enumerated() {
      trie.remove(label, hash: hash)
      let left = hashes.count - label - 1
      guard label % 1_000 == 999 || left < 100 else { continue }
      let size = size(trie)
      #expect(size.items == left)
      #expect(size.room <= 4 * left + 4 && size.leaves <= left + 1, "\(left) labels: \(size)")
    }
    #expect(size(trie) == Size(leaves: 1))
  }

  @Test func labelsOfOneHashAreRemovedOneByOne() {
    var trie = HashTrie()
    for label in 0..<100 { trie.insert(label, hash: 7) }
    let copy = trie
    for label in 0..<100 {
      #expect(trie.label(of: 7) { $0 == label } == label)
      trie.remove(label, hash: 7)
      #expect(trie.label(of: 7) { $0 == label } == nil)
    }
    #expect(size(trie) == Size(leaves: 1))
    #expect(size(copy).items == 100)
  }
}
