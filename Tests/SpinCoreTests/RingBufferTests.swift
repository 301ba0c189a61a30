import SpinTesting
import Testing

@testable import SpinCore

/// An element that tells whether it is still there.
final class Token: Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }
}

/// A queue behind a reference, so that expectations can ask it.
private final class Ring<Element: Sendable> {
  var queue = RingBuffer<Element>()

  var count: Int { queue.count }
  var capacity: Int { queue.capacity }

  func append(_ element: Element) { queue.append(element) }
  func prepend(_ element: Element) { queue.prepend(element) }
  func popFirst() -> Element? { queue.popFirst() }
  func move(to other: Ring) { queue.move(to: &other.queue) }
  func releaseBurst() { queue.releaseBurst() }

  /// Takes everything, in order.
  func takeAll() -> [Element] {
    var all: [Element] = []
    while let element = popFirst() { all.append(element) }
    return all
  }
}

struct RingBufferTests {
  @Test func whatGoesInFirstComesOutFirst() {
    let queue = Ring<Int>()
    for number in 0..<100 { queue.append(number) }
    #expect(queue.count == 100)
    #expect(queue.takeAll() == Array(0..<100))
    #expect(queue.count == 0)
    #expect(queue.popFirst() == nil)
  }

  /// Growing where the ring is wound around its end must unwind it.
  @Test(arguments: 0..<17)
  func itGrowsAtEveryOffset(offset: Int) {
    let queue = Ring<Int>()
    for number in 0..<offset { queue.append(number) }
    for _ in 0..<offset { _ = queue.popFirst() }
    for number in 0..<40 { queue.append(number) }
    #expect(queue.takeAll() == Array(0..<40))
  }

  @Test(arguments: 0..<4)
  func itBehavesLikeAnArray(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let queue = Ring<Int>()
    var array: [Int] = []
    for number in 0..<4_000 {
      switch random.below(5) {
      case 4:
        queue.prepend(number)
        array.insert(number, at: 0)
      case 0, 1, 2:
        queue.append(number)
        array.append(number)
      default:
        let expected = array.isEmpty ? nil : array.removeFirst()
        #expect(queue.popFirst() == expected)
      }
      #expect(queue.count == array.count)
      if number % 1_000 == 999 {
        #expect(queue.takeAll() == array)
        array = []
      }
    }
  }

  @Test func movingPutsEverythingAtTheEndOfTheOther() {
    let first = Ring<Int>()
    let second = Ring<Int>()
    first.append(1)
    first.append(2)
    first.move(to: second)
    #expect(first.count == 0)
    #expect(second.count == 2)
    first.append(3)
    first.move(to: second)
    #expect(first.count == 0)
    #expect(second.takeAll() == [1, 2, 3])
  }

  @Test func aWarmQueueKeepsItsMemoryAndABurstIsGivenBack() {
    let queue = Ring<Int>()
    for number in 0..<8 { queue.append(number) }
    queue.releaseBurst()
    #expect(queue.count == 8)
    for _ in 0..<8 { _ = queue.popFirst() }
    queue.releaseBurst()
    #expect(queue.capacity == 8)
    for number in 0..<5_000 { queue.append(number) }
    for _ in 0..<5_000 { _ = queue.popFirst() }
    queue.releaseBurst()
    #expect(queue.capacity == 0)
    queue.append(1)
    #expect(queue.popFirst() == 1)
  }

  @Test func whatIsLeftIsFreedWithTheQueueAndWhatIsTakenAtOnce() {
    weak var taken: Token?
    weak var left: Token?
    do {
      let queue = Ring<Token>()
      for number in 0..<20 {
        let token = Token(number)
        if number == 0 { taken = token }
        if number == 19 { left = token }
        queue.append(token)
      }
      #expect(queue.popFirst()?.number == 0)
      #expect(taken == nil)
      #expect(left != nil)
    }
    #expect(left == nil)
  }
}
