import Testing

@testable import SpinAsync
@testable import SpinCore

/// A machine behind a reference, so that expectations can ask it.
private final class Buffer<Element: Sendable> {
  private let ops = TypeOps(Element.self)
  private var machine: BufferMachine

  init(_ buffering: Buffering) {
    machine = BufferMachine(buffering, ops)
  }

  var isConsumerWaiting: Bool { machine.isConsumerWaiting }
  var hasLeft: Bool { machine.hasLeft }
  var gone: UInt64 { machine.gone }
  var capacity: Int { machine.capacity }

  /// Returns whether to resume the consumer.
  func arrived(_ element: Element) -> Bool {
    var arrival = BufferMachine.Arrival()
    withPlace(of: element) { (place: ValuePlace) in
      ops.destroying { displaced in
        arrival = machine.arrived(place, taking: true, displacingTo: displaced)
        return arrival.displaces
      }
      if !arrival.isKept { ops.destroy(place) }
    }
    return arrival.resumes
  }

  func ended() -> Bool { machine.ended() }
  func gaveUp() -> Bool { machine.gaveUp() }

  func cancelled() -> Bool {
    var rest = ValueRing(ops)
    return machine.cancelled(movingTo: &rest)
  }

  /// Takes the next element, if there is one.
  func take() -> Element? { taken(Element.self) { machine.take(to: $0) } }

  /// Takes the element that a waiting consumer has got.
  func takeHanded() -> Element? { taken(Element.self) { machine.takeHanded(to: $0) } }

  /// Asks once; `nil` is the end, or that the consumer waits.
  func ask() -> Element? {
    if case .element = machine.asked() { takeHanded() } else { nil }
  }

  /// Takes everything that is there.
  func drain() -> [Element] {
    var all: [Element] = []
    while let element = ask() { all.append(element) }
    return all
  }
}

/// An element with a reference, and whether it is alive.
private final class Counted: Sendable {}

private struct Alive {
  weak var object: Counted?
}

struct BufferMachineTests {
  @Test(
    arguments: [
      (.all, [1, 2, 3, 4, 5]), (.newest, [5]), (.bounded(1), [5]), (.bounded(3), [3, 4, 5]),
      (.bounded(9), [1, 2, 3, 4, 5]),
    ] as [(Buffering, [Int])])
  func aSlowConsumerFindsTheNewest(buffering: Buffering, kept: [Int]) {
    let buffer = Buffer<Int>(buffering)
    for element in 1...5 { #expect(!buffer.arrived(element)) }
    #expect(buffer.drain() == kept)
    #expect(buffer.gone == 5)
  }

  @Test func aWaitingConsumerGetsTheElementItself() {
    let buffer = Buffer<Int>(.newest)
    #expect(buffer.drain() == [])
    #expect(buffer.isConsumerWaiting)
    #expect(buffer.arrived(1))
    #expect(!buffer.isConsumerWaiting)
    #expect(buffer.gone == 1)
    #expect(!buffer.arrived(2))
    #expect(!buffer.arrived(3))
    #expect(buffer.takeHanded() == 1)
    #expect(buffer.takeHanded() == nil)
    #expect(buffer.drain() == [3])
  }

  @Test func aWaitingConsumerGetsItsElementEvenIfItGivesUp() {
    let buffer = Buffer<Int>(.all)
    _ = buffer.ask()
    #expect(buffer.arrived(1))
    #expect(!buffer.arrived(2))
    #expect(!buffer.gaveUp())
    #expect(!buffer.cancelled())
    #expect(buffer.takeHanded() == 1)
    #expect(buffer.drain() == [])
    #expect(buffer.gone == 2)
  }

  @Test func whatIsThereIsTakenWithoutWaiting() {
    let buffer = Buffer<Int>(.all)
    #expect(buffer.take() == nil)
    #expect(!buffer.isConsumerWaiting)
    _ = buffer.arrived(1)
    _ = buffer.arrived(2)
    #expect(buffer.take() == 1)
    #expect(buffer.gone == 1)
    _ = buffer.gaveUp()
    #expect(buffer.take() == nil)
  }

  @Test(arguments: [Buffering.all, .newest, .bounded(2)])
  func eachElementIsReleasedOnce(buffering: Buffering) {
    var (objects, alive): ([Counted], [Alive]) = ([], [])
    for _ in 0..<6 {
      objects.append(Counted())
      alive.append(Alive(object: objects.last))
    }
    var buffer: Buffer<[Counted]>? = Buffer(buffering)
    _ = buffer?.ask()
    while objects.count > 2 { _ = buffer?.arrived([objects.removeFirst()]) }
    #expect(alive[0].object != nil)
    #expect(buffer?.takeHanded()?.count == 1)
    #expect(alive[0].object == nil)
    #expect((alive[1].object == nil) == (buffering != .all))
    #expect(buffer?.take()?.count == 1)
    #expect(buffer?.cancelled() == false)
    #expect(alive.prefix(4).allSatisfy { $0.object == nil })
    // It comes too late, and is taken all the same.
    _ = buffer?.arrived([objects.removeFirst()])
    #expect(alive[4].object == nil)
    buffer = Buffer(buffering)
    _ = buffer?.arrived([objects.removeFirst()])
    #expect(alive[5].object != nil)
    buffer = nil
    #expect(alive[5].object == nil)
  }

  @Test func theEndComesAfterWhatIsBuffered() {
    let buffer = Buffer<Int>(.all)
    _ = buffer.arrived(1)
    #expect(!buffer.ended())
    #expect(!buffer.arrived(2))
    #expect(buffer.drain() == [1])
    #expect(!buffer.isConsumerWaiting)
  }

  @Test func theEndResumesAWaitingConsumerOnce() {
    let buffer = Buffer<Int>(.all)
    _ = buffer.ask()
    #expect(buffer.ended())
    #expect(!buffer.ended())
    #expect(buffer.ask() == nil)
    #expect(!buffer.isConsumerWaiting)
  }

  @Test func cancellingForgetsWhatIsBuffered() {
    let buffer = Buffer<Int>(.all)
    _ = buffer.arrived(1)
    #expect(!buffer.cancelled())
    #expect(buffer.drain() == [])
    #expect(!buffer.isConsumerWaiting)
  }

  @Test func cancellingResumesAWaitingConsumerOnce() {
    let buffer = Buffer<Int>(.bounded(2))
    _ = buffer.ask()
    #expect(buffer.cancelled())
    #expect(!buffer.cancelled())
  }

  @Test func aLongBacklogIsTakenInOrder() {
    let buffer = Buffer<Int>(.all)
    var next = 0
    for element in 0..<1_000 {
      _ = buffer.arrived(element)
      if element % 3 == 0 {
        #expect(buffer.ask() == next)
        next += 1
      }
    }
    #expect(buffer.drain() == Array(next..<1_000))
  }

  @Test func aConsumerThatHasCaughtUpKeepsNoMemoryOfItsBacklog() {
    let buffer = Buffer<Int>(.all)
    for round in 0..<3 {
      for element in 0..<10_000 { _ = buffer.arrived(element) }
      #expect(buffer.drain() == Array(0..<10_000), "\(round)")
      #expect(buffer.capacity <= 64)
      #expect(buffer.arrived(1))
      #expect(buffer.takeHanded() == 1)
    }
  }

  /// The thread that cancels lets nothing go.
  @Test func aConsumerThatGaveUpGetsNothingOfWhatIsKeptUntilItLeaves() {
    let buffer = Buffer<Int>(.all)
    for element in 1...3 { _ = buffer.arrived(element) }
    #expect(!buffer.gaveUp())
    #expect(buffer.ask() == nil)
    #expect(!buffer.isConsumerWaiting)
    #expect(buffer.gone == 0)
    #expect(!buffer.arrived(4))
    #expect(buffer.gone == 1)
    #expect(!buffer.cancelled())
    #expect(buffer.gone == 4)
  }

  @Test func givingUpResumesAWaitingConsumerOnce() {
    let buffer = Buffer<Int>(.all)
    _ = buffer.ask()
    #expect(buffer.gaveUp())
    #expect(!buffer.gaveUp())
    #expect(!buffer.cancelled())
  }

  @Test func whatComesForAConsumerThatGaveUpIsGone() {
    let buffer = Buffer<Int>(.all)
    for element in 1...3 { _ = buffer.arrived(element) }
    #expect(buffer.ask() == 1)
    #expect(!buffer.hasLeft)
    #expect(!buffer.cancelled())
    #expect(buffer.hasLeft)
    #expect(buffer.gone == 3)
    #expect(!buffer.arrived(4))
    #expect(buffer.gone == 4)
    #expect(buffer.ask() == nil)
  }
}
