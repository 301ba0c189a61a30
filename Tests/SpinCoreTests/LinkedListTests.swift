import SpinTesting
import Testing

@testable import SpinCore

struct LinkedListTests {
  /// Compared with an array, while elements join at the end and leave from anywhere.
  @Test(arguments: 0..<10)
  func aListIsInOrderWhateverLeaves(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = LinkedList<Int>()
    var expected: [(element: Int, place: LinkedList<Int>.Index)] = []
    for element in 0..<800 {
      if Int.random(in: 0..<5, using: &random) < (element < 400 ? 3 : 2) {
        expected.append((element, list.append(element)))
      } else if Bool.random(using: &random) {
        #expect(list.popFirst() == (expected.isEmpty ? nil : expected.removeFirst().element))
      } else if let index = expected.indices.randomElement(using: &random) {
        let (element, place) = expected.remove(at: index)
        #expect(list.remove(at: place) == element)
      }
      #expect(list.count == expected.count && list.isEmpty == expected.isEmpty)
      #expect(list.first == expected.first?.place)
      #expect(expected.allSatisfy { list[$0.place] == $0.element })
      for (one, next) in zip(expected, expected.dropFirst()) {
        #expect(list.index(after: one.place) == next.place)
      }
      #expect(expected.last.map { list.index(after: $0.place) == nil } != false)
    }
  }

  @Test func aPlaceIsUsedAgain() {
    var list = LinkedList<Int>()
    let first = list.append(0)
    for element in 1...100_000 {
      _ = list.append(element)
      #expect(list.popFirst() == element - 1)
    }
    #expect(list.append(0) <= first + 2)
  }
}
