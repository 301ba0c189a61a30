import Foundation
import Testing

@testable import SpinChildren
@testable import SpinCore
@testable import SpinTesting

/// What children cost, and what they are as values.
struct ChildrenValueTests {
  /// Counts comparisons.
  final class Meter: Sendable {
    private let total = Guarded(0)

    func count() { total.withLock { $0 += 1 } }

    /// How many there have been since it was last asked.
    func take() -> Int {
      total.withLock { total in
        defer { total = 0 }
        return total
      }
    }
  }

  /// A part whose comparisons are counted.
  struct Counted: Equatable, Sendable {
    let meter: Meter
    var value = 0

    static func == (left: Counted, right: Counted) -> Bool {
      left.meter.count()
      return left.value == right.value
    }
  }

  private func changeCount(
    _ new: Children<Int, Counted>, since old: Children<Int, Counted>
  ) -> Int {
    var count = 0
    new.forEachChange(
      since: old, removed: { _ in count += 1 }, inserted: { _, _ in count += 1 },
      changed: { _, _, _ in count += 1 })
    return count
  }

  @Test
  func onlyWhatWasWrittenIsCompared() {
    let meter = Meter()
    var children = Children((0..<20_000).map { ($0, Counted(meter: meter)) })
    let old = children
    #expect(changeCount(children, since: old) == 0)
    #expect(meter.take() == 0)
    for id in [7, 10_000, 19_999] { children[id: id]?.value = 1 }
    children[id: 3]?.value = 0
    #expect(changeCount(children, since: old) == 3)
    #expect(meter.take() == 4)
    children.remove(id: 4_000)
    children.insert(Counted(meter: meter), id: -1, at: 6_000)
    children.append(Counted(meter: meter), id: -2)
    children.move(id: 12_000, to: 0)
    #expect(changeCount(children, since: old) == 6)
    #expect(meter.take() == 4)
    #expect(changeCount(old, since: children) == 6)
    #expect(meter.take() == 4)
    children.reverse()
    #expect(changeCount(children, since: old) == 6)
    #expect(meter.take() == 4)
  }

  @Test
  func copiesAreEqualWithoutALook() {
    let meter = Meter()
    var children = Children((0..<10_000).map { ($0, Counted(meter: meter)) })
    let copy = children
    #expect(children == copy)
    #expect(meter.take() == 0)
    children[id: 5_000]?.value = 0
    #expect(children == copy)
    #expect(meter.take() == 1)
    children[id: 5_000]?.value = 1
    #expect(children != copy)
    #expect(meter.take() == 1)
  }

  /// How many elements and boxes of two trees are not shared, and how many nodes.
  private func unshared<Part>(
    _ new: ChildTree<Int, Part>, _ olds: Set<UnsafeRawPointer?>
  ) -> (nodes: Int, boxes: Int) {
    var nodes = 0
    var boxes = 0
    new.visit { address, isBox in
      if olds.contains(address) { return }
      if isBox { boxes += 1 } else { nodes += 1 }
    }
    return (nodes, boxes)
  }

  private func addresses<Part>(_ tree: ChildTree<Int, Part>) -> Set<UnsafeRawPointer?> {
    var addresses: Set<UnsafeRawPointer?> = []
    tree.visit { address, _ in addresses.insert(address) }
    return addresses
  }

  @Test
  func aWriteOfASharedPartCopiesOneBoxAndThePathToIt() {
    var children = Children((0..<10_000).map { ($0, [$0]) })
    let old = children
    let addresses = addresses(old.tree)
    children[id: 5_000]?.append(1)
    children[id: 5_000]?.append(2)
    let copied = unshared(children.tree, addresses)
    #expect(copied.boxes == 1)
    #expect(copied.nodes == children.tree.height + 1)
    #expect(old[id: 5_000] == [5_000])
    #expect(children[id: 5_000] == [5_000, 1, 2])
  }

  @Test
  func insertingAndRemovingInTheMiddleCopyAFewNodes() {
    var children = Children((0..<20_000).map { ($0, $0) })
    let old = children
    let addresses = addresses(old.tree)
    children.insert(-1, id: -1, at: 10_000)
    children.remove(id: 4_000)
    children.move(id: 14_000, to: 10)
    let copied = unshared(children.tree, addresses)
    #expect(copied.boxes == 1)
    #expect(copied.nodes <= 24)
    withExtendedLifetime(old) {}
  }

  /// Where the elements of an array are.
  private func address(_ array: [Int]?) -> UnsafeRawPointer? {
    array?.withUnsafeBytes { $0.baseAddress }
  }

  struct Board: Sendable {
    var lists: Children<Int, [Int]> = [:]
  }

  @Test
  func aPartWithOneOwnerChangesInPlace() {
    var board = Board()
    for id in 0..<1_000 {
      var list = [id]
      list.reserveCapacity(100)
      board.lists.append(list, id: id)
    }
    let addresses = addresses(board.lists.tree)
    let before = address(board.lists[id: 500])
    for number in 0..<20 { board.lists[id: 500]?.append(number) }
    for number in 0..<20 { board[keyPath: \.lists][id: 500]?.append(number) }
    change(&board.lists[id: 500]) { $0?.append(0) }
    #expect(address(board.lists[id: 500]) == before)
    #expect(board.lists[id: 500]?.count == 42)
    #expect(unshared(board.lists.tree, addresses) == (0, 0))
  }

  private func change<Value, Failure: Error>(
    _ value: inout Value, _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    try body(&value)
  }

  @Test
  func aPartIsBackEvenIfItsChangeThrows() throws {
    struct Refusal: Error {}
    var children: Children<Int, [Int]> = [1: [1], 2: [2]]
    for id in [1, 3] {
      #expect(throws: Refusal.self) {
        try change(&children[id: id]) { part throws in
          part?.append(5)
          throw Refusal()
        }
      }
    }
    #expect(children == [1: [1, 5], 2: [2]])
  }

  @Test
  func aPartIsAddedAndRemovedInPlaceAndByKeyPath() {
    var board = Board()
    change(&board.lists[id: 1]) { $0 = [1] }
    board[keyPath: \.lists[id: 2]] = [2]
    board[keyPath: \.lists[id: 2]]?.append(3)
    #expect(board.lists == [1: [1], 2: [2, 3]])
    change(&board.lists[id: 1]) { $0 = nil }
    board[keyPath: \.lists[id: 3]] = nil
    #expect(board.lists == [2: [2, 3]])
  }

  /// A part that is counted while it is alive.
  @Test
  func aPartThatIsRemovedOrReplacedIsLetGo() {
    let census = Lives()
    var children = Children((0..<100).map { ($0, census.member()) })
    children[id: 1] = nil
    children.remove(id: 2)
    children.remove(at: 5)
    children.append(census.member(), id: 10)
    children[id: 11] = census.member()
    children.removeAll { $0.id >= 90 }
    #expect(census.alive == 87)
    children.removeAll()
    #expect(census.alive == 0)
  }

  /// Such as NaN, which no search finds.
  @Test
  func elementsWhoseIDsDoNotEqualThemselvesCanBeRemoved() {
    let pairs = [(Double.nan, 1), (1, 2), (Double.nan, 3), (2, 4)]
    var children = Children(pairs)
    children.removeAll { $0.part == 3 }
    #expect(children.map(\.part) == [1, 2, 4])
    children.removeAll { $0.part < 3 }
    #expect(children.map(\.part) == [4])
    #expect(Children(pairs).filter { $0.part > 2 }.map(\.part) == [3, 4])
  }

  final class Lives: Sendable {
    private let count = Guarded(0)
    var alive: Int { count.withLock { $0 } }
    func member() -> Life { Life(self) }

    final class Life: Sendable {
      private let lives: Lives
      init(_ lives: Lives) {
        self.lives = lives
        lives.count.withLock { $0 += 1 }
      }
      deinit { lives.count.withLock { $0 -= 1 } }
    }
  }

  // MARK: As values

  struct Row: Identifiable, Hashable, Codable {
    var id: String
    var name = ""
  }

  @Test
  func ofSeveralPartsWithOneIDTheLastCountsInTheFirstPlace() {
    let children: Children<Int, String> = [2: "a", 1: "b", 2: "c"]
    #expect(children.description == #"[2: "c", 1: "b"]"#)
    let rows: Children = [Row(id: "a", name: "1"), Row(id: "b"), Row(id: "a", name: "2")]
    #expect(rows.map(\.part.name) == ["2", ""])
    #expect(
      Children([Row(id: "a", name: "1"), Row(id: "a", name: "2")]).parts.map(\.name) == ["2"])
  }

  @Test
  func equalChildrenHaveEqualHashesAndOrderCounts() {
    let one: Children<Int, String> = [1: "a", 2: "b"]
    var other: Children<Int, String> = [2: "b"]
    #expect(one != other)
    other.insert("a", id: 1, at: 0)
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    other.reverse()
    #expect(one != other)
    other.sort { $0.id < $1.id }
    #expect(one == other)
    #expect(Set([one, other, [1: "a", 2: "B"], [3: "a", 2: "b"]]).count == 3)
  }

  @Test
  func codingKeepsTheOrder() throws {
    let rows: Children = [Row(id: "b", name: "x"), Row(id: "a")]
    let data = try JSONEncoder().encode(rows.filter { $0.id == "b" })
    #expect(
      [
        #"[["b",{"id":"b","name":"x"}]]"#, #"[["b",{"name":"x","id":"b"}]]"#,
      ].contains(String(decoding: data, as: UTF8.self)))
    let decoded = try JSONDecoder().decode(
      Children<String, Row>.self, from: try JSONEncoder().encode(rows))
    #expect(decoded == rows)
    for wrong in ["[[1,2],[1,3]]", "[[1,2,3]]", "[[1]]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Children<Int, Int>.self, from: Data(wrong.utf8))
      }
    }
  }

  @Test
  func theyReadLikeADictionaryAndDumpInOrder() {
    let children: Children<String, Int> = ["b": 1, "a": 2]
    #expect("\(children)" == #"["b": 1, "a": 2]"#)
    #expect("\(Children<Int, Int>())" == "[:]")
    #expect(Mirror(reflecting: children).children.map(\.label) == [#""b""#, #""a""#])
    #expect(
      StateDump(children).lines == ["Children<String, Int>(", #"  "b": 1,"#, #"  "a": 2,"#, ")"])
  }

  @Test
  func theyAreACollection() {
    let children = Children((0..<1_100).map { ($0, $0 * 2) })
    #expect(children.first?.part == 0)
    #expect(children.last?.id == 1_099)
    #expect(children.dropFirst(1_000).map(\.id) == Array(1_000..<1_100))
    #expect(children.reversed().map(\.id) == Array((0..<1_100).reversed()))
    #expect(children.ids[700] == 700)
    #expect(children.parts.max() == 2_198)
    #expect(children.filter { $0.id < 3 } == [0: 0, 1: 2, 2: 4])
    var iterator = children.filter { $0.id < 1 }.makeIterator()
    #expect(iterator.next()?.id == 0)
    #expect(iterator.next() == nil)
    #expect(iterator.next() == nil)
  }

  @Test
  func someOfTheChildrenAreChildrenEvenIfNoTypeIsWritten() throws {
    struct Refusal: Error {}
    let children: Children<Int, Int> = [0: 0, 1: 2, 2: 4]
    let some = children.filter { $0.part > 0 }
    #expect(type(of: some) == Children<Int, Int>.self)
    #expect(some[id: 2] == 4)
    let none = try children.filter { if $0.part > 4 { throw Refusal() } else { false } }
    #expect(type(of: none) == Children<Int, Int>.self)
    #expect(throws: Refusal.self) { try children.filter { _ in throw Refusal() } }
  }
}

extension ChildTree {
  /// Visits the addresses of all nodes and boxes.
  func visit(_ body: (_ address: UnsafeRawPointer?, _ isBox: Bool) -> Void) {
    switch self {
    case .leaf(let slots):
      body(slots.address, false)
      for slot in slots { body(slot.box.address, true) }
    case .inner(let branches):
      body(branches.address, false)
      for branch in branches { branch.node.visit(body) }
    }
  }
}

extension ContiguousArray {
  /// Where its elements are.
  fileprivate var address: UnsafeRawPointer? {
    withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
  }
}
