import SpinTesting
import Testing

@testable import SpinCore

struct BlockListTests {
  @Test func aListKeepsItsOrderAndItsCopies() {
    var lists = [BlockList<Int>()]
    for number in 0..<200 {
      var next = lists[number]
      next.append(number)
      lists.append(next)
    }
    for (count, list) in lists.enumerated() {
      #expect(list.all == Array(0..<count))
    }
    var turned = BlockList<Int>()
    for list in lists.prefix(40) {
      var next = list
      next.append(turned)
      turned = next
    }
    #expect(turned.all == (0..<40).reversed().flatMap { Array(0..<$0) })
  }

  /// Compared with arrays.
  @Test(arguments: 0..<20)
  func listsAreJoinedInOrder(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (lists, expected) = ([BlockList<Int>()], [[Int]()])
    for number in 0..<300 {
      let (one, other) = (random.below(lists.count), random.below(lists.count))
      var list = lists[one]
      switch random.below(3) {
      case 0:
        list.append(number)
        expected.append(expected[one] + [number])
      case 1 where expected[one].count + expected[other].count < 5_000:
        list.append(lists[other])
        expected.append(expected[one] + expected[other])
      default:
        list = BlockList(joining: [list, BlockList([number, number]), BlockList()])
        expected.append(expected[one] + [number, number])
      }
      lists.append(list)
      #expect(list.all == expected.last)
    }
  }
}
