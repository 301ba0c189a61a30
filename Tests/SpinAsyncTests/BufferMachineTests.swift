import Testing

@testable import SpinAsync

/// A machine behind a reference, so that expectations can ask it.
private final class Buffer {
  private var machine: BufferMachine<Int>

  init(_ buffering: Buffering) {
    machine = BufferMachine(buffering)
  }

  var isConsumerWaiting: Bool { machine.isConsumerWaiting }
  var hasLeft: Bool { machine.hasLeft }
  var gone: UInt64 { machine.gone }

  func arrived(_ element: Int) -> Bool { machine.arrived(element).resumes }
  func ended() -> Bool { machine.ended() }
  func gaveUp() -> Bool { machine.gaveUp() }
  var capacity: Int { machine.capacity }
  func cancelled() -> Bool { machine.cancelled().resumes }

  /// Asks once; `nil` is the end, or that the consumer waits.
  func ask() -> Int? {
    if case .resume(let element) = machine.asked() { element } else { nil }
  }

  /// Takes everything that is there.
  func drain() -> [Int] {
    var all: [Int] = []
    while let element = ask() { all.append(element) }
    return all
  }
}

struct BufferMachineTests {
  @Test(
    arguments: [
      (.all, [1, 2, 3, 4, 5]), (.newest, [5]), (.bounded(1), [5]), (.bounded(3), [3, 4, 5]),
      (.bounded(9), [1, 2, 3, 4, 5]),
    ] as [(Buffering, [Int])])
  func aSlowConsumerFindsTheNewest(buffering: Buffering, kept: [Int]) {
    let buffer = Buffer(buffering)
    for element in 1...5 { #expect(!buffer.arrived(element)) }
    #expect(buffer.drain() == kept)
    #expect(buffer.gone == 5)
  }

  @Test func aWaitingConsumerGetsTheElementItself() {
    let buffer = Buffer(.newest)
    #expect(buffer.drain() == [])
    #expect(buffer.isConsumerWaiting)
    #expect(buffer.arrived(1))
    #expect(!buffer.isConsumerWaiting)
    #expect(buffer.gone == 1)
    #expect(!buffer.arrived(2))
    #expect(buffer.drain() == [2])
  }

  @Test func theEndComesAfterWhatIsBuffered() {
    let buffer = Buffer(.all)
    _ = buffer.arrived(1)
    #expect(!buffer.ended())
    #expect(!buffer.arrived(2))
    #expect(buffer.drain() == [1])
    #expect(!buffer.isConsumerWaiting)
  }

  @Test func theEndResumesAWaitingConsumerOnce() {
    let buffer = Buffer(.all)
    _ = buffer.ask()
    #expect(buffer.ended())
    #expect(!buffer.ended())
    #expect(buffer.ask() == nil)
    #expect(!buffer.isConsumerWaiting)
  }

  @Test func cancellingForgetsWhatIsBuffered() {
    let buffer = Buffer(.all)
    _ = buffer.arrived(1)
    #expect(!buffer.cancelled())
    #expect(buffer.drain() == [])
    #expect(!buffer.isConsumerWaiting)
  }

  @Test func cancellingResumesAWaitingConsumerOnce() {
    let buffer = Buffer(.bounded(2))
    _ = buffer.ask()
    #expect(buffer.cancelled())
    #expect(!buffer.cancelled())
  }

  @Test func aLongBacklogIsTakenInOrder() {
    let buffer = Buffer(.all)
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
    let buffer = Buffer(.all)
    for round in 0..<3 {
      for element in 0..<10_000 { _ = buffer.arrived(element) }
      #expect(buffer.drain() == Array(0..<10_000), "\(round)")
      #expect(buffer.capacity <= 64)
      #expect(buffer.arrived(1))
    }
  }

  /// The thread that cancels lets nothing go.
  @Test func aConsumerThatGaveUpGetsNothingOfWhatIsKeptUntilItLeaves() {
    let buffer = Buffer(.all)
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
    let buffer = Buffer(.all)
    _ = buffer.ask()
    #expect(buffer.gaveUp())
    #expect(!buffer.gaveUp())
    #expect(!buffer.cancelled())
  }

  @Test func whatComesForAConsumerThatGaveUpIsGone() {
    let buffer = Buffer(.all)
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
