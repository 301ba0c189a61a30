import SpinTesting
import Synchronization
import Testing

@testable import SpinCore

/// The differences of collections, against the plain way to find them.
struct ElementTableTests {
  struct Item: Equatable {
    var id: Int
    var version: Int
  }

  /// What is to be told about each id, in order.
  private func expected(_ old: [Item], _ new: [Item]) -> [String] {
    let before = unique(old)
    let after = unique(new)
    let left = before.filter { item in !after.contains { $0.id == item.id } }
    let changed = after.filter { item in before.contains { $0.id == item.id && $0 != item } }
    let appeared = after.filter { item in !before.contains { $0.id == item.id } }
    return left.map { "left \($0.id)" } + changed.map { "wanted \($0.id) \($0.version)" }
      + appeared.map { "wanted \($0.id) \($0.version)" }
  }

  private func unique(_ items: [Item]) -> [Item] {
    items.enumerated().filter { index, item in
      !items.prefix(index).contains { $0.id == item.id }
    }.map(\.element)
  }

  /// Compares arrays without reporting ids that several items have.
  private func silent<ID>(
    id: @escaping (Item) -> ID
  ) -> TypedParts<[Item], ID, Item> {
    let duplicates = Duplicates(in: "a test", ofSeveral: "items")
    duplicates.hasReported = true
    return TypedParts { old, new, isKnown, tell in
      let isInPlace = TypedParts<[Item], ID, Item>.listChanges(
        from: old, to: new, id: id, areEqual: ==, duplicates, isKnown, tell)
      #expect(duplicates.areThere == (unique(new) != new))
      if !duplicates.areThere { #expect(isInPlace == (old?.map(id) ?? [] == new.map(id))) }
    }
  }

  @Test(arguments: 0..<20)
  func theTableFindsWhatHasChanged(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let table = ElementTable<Int, Item>()
    let parts = silent(id: \.id)
    var items: [Item]?
    var names: [Int: Int] = [:]
    for _ in 0..<400 {
      let old = items
      var new = old ?? []
      change(&new, &random)
      items = new
      // The numbers of those that leave are known before.
      for (id, number) in table.numbers { names[number] = id }
      var changes: [ElementChange] = []
      table.update(by: { _, _ in .wanted }, keepsElements: true, into: &changes) {
        parts.compare(old, new, $0, $1)
      }
      let told = changes.map { change in
        let item = table.records[change.element].element
        return change.change == .left
          ? "left \(names[change.element] ?? -1)"
          : "wanted \(item?.id ?? -1) \(item?.version ?? -1)"
      }
      #expect(told == expected(old ?? [], new), "from \(old ?? []) to \(new)")
      let kept = unique(new).map { item in table.numbers[item.id].map { table.records[$0] } }
      #expect(kept.map { $0?.element } == unique(new))
      #expect(kept.map { $0?.id } == unique(new).map(\.id))
      #expect(table.records.count == table.numbers.count + table.free.count)
      #expect(Set(table.numbers.values).isDisjoint(with: table.free))
    }
  }

  /// An id that counts how often it is looked up.
  private struct CountedID: Hashable, Sendable {
    let number: Int
    let counter: RelaxedCounter

    static func == (left: CountedID, right: CountedID) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) {
      counter.add()
      hasher.combine(number)
    }
  }

  private final class RelaxedCounter: Sendable {
    private let count = Atomic(0)

    func add() { count.add(1, ordering: .relaxed) }

    func take() -> Int { count.exchange(0, ordering: .relaxed) }
  }

  /// Only the ids between those that have kept their places are looked up.
  @Test func aChangeCostsFewLookups() {
    let counter = RelaxedCounter()
    let table = ElementTable<CountedID, Item>()
    let parts = silent { CountedID(number: $0.id, counter: counter) }
    var items: [Item]?
    let lookups = { (change: (inout [Item]) -> Void) in
      let old = items
      var new = old ?? []
      change(&new)
      items = new
      _ = counter.take()
      var changes: [ElementChange] = []
      table.update(by: { _, _ in .wanted }, keepsElements: true, into: &changes) {
        parts.compare(old, new, $0, $1)
      }
      return counter.take()
    }
    _ = lookups { $0 = (0..<1000).map { Item(id: $0, version: 0) } }
    #expect(lookups { $0[500].version += 1 } == 1)
    // NB: a dictionary also looks up the neighbours of an id that it removes.
    #expect(lookups { $0.insert(Item(id: -1, version: 0), at: 0) } < 100)
    #expect(lookups { $0.append(Item(id: -2, version: 0)) } < 100)
    #expect(lookups { $0.remove(at: 500) } < 100)
    #expect(lookups { $0.swapAt(300, 303) } < 100)
  }

  private func change(_ items: inout [Item], _ random: inout SeededGenerator) {
    for _ in 0..<random.below(4) {
      let item = Item(id: random.below(9), version: random.below(2))
      switch random.below(7) {
      case 0, 1: items.append(item)
      case 2: items.insert(item, at: random.below(items.count + 1))
      case 3 where !items.isEmpty: items.remove(at: random.below(items.count))
      case 4 where !items.isEmpty: items[random.below(items.count)].version += 1
      case 5: items.shuffle(using: &random)
      default: if random.below(8) == 0 { items = [] }
      }
    }
  }

  @Test(arguments: 0..<10)
  func theTableFindsWhatHasChangedInADictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let table = ElementTable<Int, Int>()
    let parts = TypedParts<[Int: Int], Int, Int>.dictionary()
    var values: [Int: Int] = [:]
    var names: [Int: Int] = [:]
    for _ in 0..<400 {
      let old = values
      for _ in 0..<random.below(4) {
        values[random.below(9)] = random.below(3) == 0 ? nil : random.below(3)
      }
      for (id, number) in table.numbers { names[number] = id }
      var changes: [ElementChange] = []
      table.update(by: { _, _ in .wanted }, keepsElements: false, into: &changes) {
        parts.compare(old, values, $0, $1)
      }
      let told = changes.map { change in
        let id =
          change.change == .left
          ? names[change.element] ?? -1 : table.id(change.element)
        return "\(change.change == .left ? "left" : "wanted") \(id)"
      }
      let left = old.keys.filter { values[$0] == nil }.sorted()
      let changed = values.keys.filter { old[$0] != nil && old[$0] != values[$0] }.sorted()
      let appeared = values.keys.filter { old[$0] == nil }.sorted()
      #expect(
        told == left.map { "left \($0)" } + (changed + appeared).map { "wanted \($0)" },
        "from \(old) to \(values)")
    }
  }

  /// Nobody could find it again, nor end its effect.
  @Test func anElementWhoseIDDoesNotEqualItselfIsNone() {
    let table = ElementTable<Double, Double>()
    let parts = TypedParts<[Double], Double, Double>.elements(id: \.self, areEqual: ==)
    var old: [Double]?
    for round in 0..<100 {
      var changes: [ElementChange] = []
      let new = [.nan, 1, Double(round) + 2, .nan]
      table.update(by: { _, _ in .wanted }, keepsElements: true, into: &changes) {
        parts.compare(old, new, $0, $1)
      }
      old = new
      #expect(changes.count == 2)
      #expect(Set(table.numbers.keys) == [1, Double(round) + 2])
      #expect(table.records.count <= 3)
    }
  }
}
