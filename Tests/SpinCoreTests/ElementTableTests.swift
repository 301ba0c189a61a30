import SpinTesting
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

  @Test(arguments: 0..<20)
  func theTableFindsWhatHasChanged(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = ElementTable<Int, Item>()
    table.duplicates.hasReported = true
    var items: [Item] = []
    var names: [Int: Int] = [:]
    for _ in 0..<400 {
      let old = items
      change(&items, &random)
      // The numbers of those that leave are known before.
      for (id, number) in table.numbers { names[number] = id }
      var changes: [ElementChange] = []
      table.update(to: items, id: \.id, by: .different, into: &changes)
      let told = changes.map { change in
        change.change == .left
          ? "left \(names[change.element] ?? -1)"
          : "wanted \(table.element(change.element).id) \(table.element(change.element).version)"
      }
      #expect(told == expected(old, items), "from \(old) to \(items)")
      #expect(table.order.map { table.element($0) } == unique(items))
      #expect(table.numbers.count == table.order.count)
      #expect(Set(table.order).isDisjoint(with: table.free))
      #expect(table.records.count == table.order.count + table.free.count)
    }
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
    var table = ElementTable<Int, Void>()
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
      table.update(by: .different, into: &changes) { parts.compare(old, values, $0) }
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
    var table = ElementTable<Double, Double>()
    for round in 0..<100 {
      var changes: [ElementChange] = []
      table.update(
        to: [.nan, 1, Double(round) + 2, .nan], id: \.self, by: .different, into: &changes)
      #expect(changes.count == 2)
      #expect(table.order.map { table.element($0) } == [1, Double(round) + 2])
      #expect(table.numbers.count == 2)
      #expect(table.records.count <= 3)
    }
  }
}
