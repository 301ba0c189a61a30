import SpinTestSupport
import Testing

@testable import SpinCore

struct SerialListTests {
  /// Whatever was removed between them, and even if serials are used again.
  @Test(arguments: [1, EntryTag.serialMask - 500])
  func anElementIsFoundByItsSerialAmongFewAndMany(_ first: UInt64) {
    var random = SystemRandomNumberGenerator()
    for count in [0, 1, 2, 8, 9, 10, 63, 1_000] {
      let all = (0..<UInt64(2 * count + 1)).map { (first + $0) & EntryTag.serialMask }
      var list = SerialList<UInt64>()
      var expected: [UInt64] = []
      for serial in all where Bool.random(using: &random) {
        list.append(serial, serial: serial)
        expected.append(serial)
      }
      for serial in expected where Bool.random(using: &random) {
        list.index(of: serial).map { _ = list.remove(at: $0) }
        expected.removeAll { $0 == serial }
      }
      #expect(list.serials == expected)
      #expect(list.count == expected.count)
      for serial in all + [12_345] {
        let found = list.index(of: serial).map { list.update(at: $0) { $0 } }
        #expect(found == (expected.contains(serial) ? serial : nil))
      }
    }
  }

  /// Each removal may move others, but all of them together move fewer than there were elements.
  @Test func elementsThatAreRemovedOldestFirstLeaveTheOthersInPlace() {
    let count: UInt64 = 10_000
    var list = SerialList<UInt64>()
    for serial in 1...count { list.append(serial, serial: serial) }
    var moved = 0
    for serial in 1...count {
      guard let index = list.index(of: serial) else {
        Issue.record("\(serial) is not found")
        return
      }
      let slots = list.slots.count
      #expect(list.remove(at: index) == serial)
      if list.slots.count < slots { moved += list.slots.count }
    }
    #expect(list.isEmpty && list.slots.isEmpty && list.slots.capacity < 100)
    #expect(moved < count)
  }

  @Test func insertingTheNewestCopiesNoOthers() {
    let times = growth(from: 4_000, below: 8) { count in
      var list = SerialList<[Int]>()
      for serial in 1...count { list.insert([serial], serial: UInt64(serial)) }
      #expect(list.count == count)
    }
    #expect(times < 8)
  }
}
