import SpinTesting
import Testing

@testable import SpinChildren

/// Children against a plain array of pairs.
struct ChildrenTests {
  /// The plain way to do the same.
  struct Model: Equatable {
    var pairs: [Pair] = []

    struct Pair: Equatable {
      var id: Int
      var part: String
    }

    func position(_ id: Int) -> Int? { pairs.firstIndex { $0.id == id } }

    mutating func insert(_ part: String, _ id: Int, at position: Int) -> String? {
      if let found = self.position(id) {
        defer { pairs[found].part = part }
        return pairs[found].part
      }
      pairs.insert(Pair(id: id, part: part), at: position)
      return nil
    }

    mutating func remove(_ id: Int) -> String? {
      position(id).map { pairs.remove(at: $0).part }
    }

    var parts: [Int: String] {
      Dictionary(uniqueKeysWithValues: pairs.map { ($0.id, $0.part) })
    }

    /// What has changed since another one, in words.
    func changes(since old: Model) -> [String] {
      let (parts, oldParts) = (parts, old.parts)
      return old.pairs.filter { parts[$0.id] == nil }.map { "-\($0.id)" }
        + pairs.compactMap { pair in
          guard let part = oldParts[pair.id] else { return "+\(pair.id) \(pair.part)" }
          return part == pair.part ? nil : "\(pair.id) \(part) \(pair.part)"
        }
    }
  }

  private func changes(
    _ new: Children<Int, String>, since old: Children<Int, String>
  ) -> [String] {
    var changes: [String] = []
    new.forEachChange(since: old) { id in
      changes.append("-\(id)")
    } inserted: { id, part in
      changes.append("+\(id) \(part)")
    } changed: { id, old, part in
      changes.append("\(id) \(old) \(part)")
    }
    return changes
  }

  private func model(_ children: Children<Int, String>) -> Model {
    Model(pairs: children.map { Model.Pair(id: $0.id, part: $0.part) })
  }

  /// Both with every other id.
  private func start(_ ids: Int) -> (children: Children<Int, String>, model: Model) {
    let ids = Array(stride(from: 0, to: ids, by: 2))
    return (
      Children(ids.map { ($0, "") }), Model(pairs: ids.map { Model.Pair(id: $0, part: "") })
    )
  }

  /// Does the same to both.
  private func change(
    _ children: inout Children<Int, String>, _ model: inout Model, ids: Int,
    _ random: inout SeededGenerator
  ) {
    let id = random.below(ids)
    let part = "\(random.below(4))"
    let count = model.pairs.count
    switch random.below(count < ids / 2 ? 18 : 24) {
    case 0..<5:
      #expect(children.append(part, id: id) == model.insert(part, id, at: count))
    case 5..<9:
      // An event may name a position that is no longer there.
      let position = random.below(count + 5) - 2
      let nearest = min(max(position, 0), count)
      #expect(
        children.insert(part, id: id, at: position) == model.insert(part, id, at: nearest))
    case 9..<11:
      children[id: id] = part
      _ = model.insert(part, id, at: count)
    case 11..<14:
      children[id: id]? += part
      if let position = model.position(id) { model.pairs[position].part += part }
    case 14..<17 where count > 0:
      let from = random.below(count + count / 8)
      let id = from < count ? model.pairs[from].id : id
      let position = random.below(count + 4) - 2
      children.move(id: id, to: position)
      if let found = model.position(id) {
        let nearest = min(max(position, 0), count - 1)
        model.pairs.insert(model.pairs.remove(at: found), at: nearest)
      }
    case 17 where random.below(30) == 0:
      children.reverse()
      model.pairs.reverse()
    case 18..<20:
      #expect(children.remove(id: id) == model.remove(id))
    case 20..<22 where count > 0:
      let position = random.below(count)
      let (id, part) = children.remove(at: position)
      #expect(Model.Pair(id: id, part: part) == model.pairs.remove(at: position))
    case 22:
      children[id: id] = nil
      _ = model.remove(id)
    case 23 where random.below(30) == 0:
      children.sort { $0.part < $1.part }
      model.pairs.sort { $0.part < $1.part }
    case 23 where random.below(20) == 0:
      let divisor = 2 + random.below(3)
      children.removeAll { $0.id % divisor == 0 }
      model.pairs.removeAll { $0.id % divisor == 0 }
    default: break
    }
  }

  private func check(_ children: Children<Int, String>, _ model: Model, ids: Int) {
    #expect(self.model(children) == model)
    #expect(children.count == model.pairs.count)
    #expect(children.isEmpty == model.pairs.isEmpty)
    #expect(children.tree.faults(count: children.count).isEmpty)
    let parts = model.parts
    let strays = (0..<ids).filter { id in
      children[id: id] != parts[id] || children.contains(id: id) != (parts[id] != nil)
        || (parts[id] == nil && children.index(id: id) != nil)
    }
    #expect(strays == [])
    let misplaced = model.pairs.indices.filter { position in
      let id = model.pairs[position].id
      return children[position].id != id || children.index(id: id) != position
    }
    #expect(misplaced == [])
  }

  /// The first case is small enough that every operation meets every other one, the last one large
  /// enough for a tree of three levels.
  @Test(arguments: [(8, 2_000), (60, 2_000), (1_000, 3_000)], 0..<3)
  func childrenDoWhatAnArrayOfPairsDoes(_ size: (ids: Int, steps: Int), seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (children, model) = start(size.ids)
    for step in 1...size.steps {
      change(&children, &model, ids: size.ids, &random)
      if step % (size.steps / 20) == 0 { check(children, model, ids: size.ids) }
    }
  }

  @Test(arguments: [(8, 400, 3), (100, 300, 12), (800, 100, 30)], 0..<3)
  func copiesKeepWhatTheyHadAndDifferencesAreExact(
    _ size: (ids: Int, steps: Int, between: Int), seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var kept: [(children: Children<Int, String>, model: Model)] = [start(size.ids)]
    for _ in 1...size.steps {
      // A fork of any of those kept.
      var (children, model) = kept[random.below(kept.count)]
      for _ in 0..<random.below(size.between) {
        change(&children, &model, ids: size.ids, &random)
      }
      let other = kept[random.below(kept.count)]
      #expect(changes(children, since: other.children) == model.changes(since: other.model))
      #expect(changes(other.children, since: children) == other.model.changes(since: model))
      #expect((children == other.children) == (model == other.model))
      if kept.count == 8 { kept.remove(at: random.below(8)) }
      kept.append((children, model))
    }
    for (children, model) in kept { check(children, model, ids: size.ids) }
  }

  @Test
  func copiesForksUndoRewritesAndReAddedPartsDifferByTheirContents() {
    var children = Children((0..<1_000).map { ($0, "a") })
    let first = children
    children[id: 500] = "a"
    #expect(changes(children, since: first) == [])
    children[id: 500] = "b"
    var fork = first
    fork[id: 500] = "b"
    #expect(changes(children, since: fork) == [])
    #expect(changes(children, since: first) == ["500 a b"])
    #expect(changes(first, since: children) == ["500 b a"])
    children.remove(id: 500)
    #expect(changes(children, since: first) == ["-500"])
    children.append("a", id: 500)
    #expect(changes(children, since: first) == [])
    children.reverse()
    children.sort { $0.id < $1.id }
    #expect(changes(children, since: first) == [])
    children = Children(children.reversed().map { ($0.id, $0.part) })
    #expect(changes(children, since: first) == [])
  }

  @Test
  func whatWasRemovedIsToldFirstAndTheRestInTheNewOrder() {
    let old: Children<Int, String> = [1: "a", 2: "b", 3: "c", 4: "d", 5: "e"]
    var new = old
    new.insert("x", id: 9, at: 1)
    new[id: 5] = "E"
    new.move(id: 5, to: 0)
    new[id: 4] = nil
    new[id: 2] = nil
    new[id: 3] = "C"
    #expect(changes(new, since: old) == ["-2", "-4", "5 e E", "+9 x", "3 c C"])
  }

  @Test
  func moreAndMoreInsertionsAtOnePlaceFindRoom() {
    for place in [0, 1, 300] {
      var children = Children((0..<600).map { ($0, "") })
      var ids = Array(0..<600)
      for id in 600..<1_600 {
        let position = place == 300 && id % 2 == 0 ? 301 : place
        children.insert("", id: id, at: position)
        ids.insert(id, at: position)
      }
      #expect(Array(children.ids) == ids)
      #expect(children.tree.faults(count: ids.count).isEmpty)
      #expect(ids.allSatisfy { children.contains(id: $0) })
    }
  }

  /// The new label of one element may be the old label of another that has none yet.
  @Test
  func labelsThatAreSpreadLoseNoElement() {
    var children = Children<Int, Int>()
    for id in 0...20 { children.append(id, id: id) }
    for id in 100..<132 {
      children.insert(id, id: id, at: 1)
      if id > 100 { children.remove(id: id - 1) }
    }
    children.remove(id: 16)
    children.insert(0, id: 999, at: 1)
    #expect(children.ids.allSatisfy { children.contains(id: $0) })
    #expect(children.tree.faults(count: children.count).isEmpty)
  }

  @Test
  func labelsThatRunOutAreGivenOutAgain() {
    var children = Children<Int, String>()
    children.insert([.init(0, "")], .max - 3)
    for id in 1..<100 { children.append("", id: id) }
    #expect(Array(children.ids) == Array(0..<100))
    children = [:]
    children.insert([.init(0, "")], .min + 3)
    for id in 1..<100 { children.insert("", id: id, at: 0) }
    #expect(Array(children.ids) == Array((0..<100).reversed()))
  }

  /// An id whose hash tells little, or nothing.
  struct Poor: Hashable {
    var number: Int
    var hashes: Int

    func hash(into hasher: inout Hasher) { hasher.combine(number % hashes) }
  }

  @Test(arguments: [1, 3])
  func idsWithEqualHashesAreToldApart(hashes: Int) {
    let ids = (0..<300).map { Poor(number: $0, hashes: hashes) }
    var children = Children(ids.map { ($0, $0.number) })
    for id in ids { children[id: id]? += 1 }
    for id in ids where id.number % 3 > 0 { #expect(children.remove(id: id) == id.number + 1) }
    for id in ids { #expect(children[id: id] == (id.number % 3 > 0 ? nil : id.number + 1)) }
    #expect(children.ids.map(\.number) == Array(stride(from: 0, to: 300, by: 3)))
  }
}

extension ChildTree {
  /// What is wrong with the tree.
  func faults(count: Int) -> [String] {
    var faults: [String] = []
    check(.min, .max, isRoot: true, &faults)
    if total != count { faults.append("\(total) elements, counted as \(count)") }
    return faults
  }

  private var total: Int {
    switch self {
    case .leaf(let slots): slots.count
    case .inner(let branches): branches.map(\.node.total).reduce(0, +)
    }
  }

  /// Checks that all labels are from `low` to below `high`.
  private func check(_ low: Int, _ high: Int, isRoot: Bool, _ faults: inout [String]) {
    if width > Self.capacity { faults.append("a node is too wide") }
    switch self {
    case .leaf(let slots):
      if slots.isEmpty && !isRoot { faults.append("a leaf is empty") }
      let labels = slots.map(\.label)
      for (label, next) in zip(labels, labels.dropFirst()) where label >= next {
        faults.append("labels are out of order")
      }
      for label in labels where label < low || label >= high { faults.append("a label is astray") }
      for slot in slots where slot.box[0].part == nil { faults.append("a part is still lent") }
    case .inner(let branches):
      if isRoot && branches.count < 2 { faults.append("the root is not needed") }
      if Set(branches.map(\.node.height)).count != 1 { faults.append("the tree is lopsided") }
      for (index, branch) in branches.enumerated() {
        if branch.count != branch.node.total { faults.append("a node is miscounted") }
        let bounds = (
          index == 0 ? low : branch.low,
          index + 1 < branches.count ? branches[index + 1].low : high
        )
        branch.node.check(bounds.0, bounds.1, isRoot: false, &faults)
      }
    }
  }
}
