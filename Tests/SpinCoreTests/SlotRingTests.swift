import SpinTesting
import Synchronization
import Testing

@testable import SpinCore

/// A ring of entries behind a reference, so that expectations can ask it.
private final class Ring<Event: Sendable> {
  let ops = TypeOps(Event.self)
  var slots: EntryRing

  init() {
    slots = EntryRing(ops)
  }

  var isEmpty: Bool { slots.isEmpty }
  var count: Int { slots.count }
  var capacity: Int { slots.capacity }
  var firstTag: EntryTag? { slots.firstTag }

  func append(_ event: Event, _ tag: EntryTag = .outside) {
    withPlace(of: event) { slots.append(tag, taking: $0) }
  }

  func popFirst() -> Event? {
    guard let tag = slots.firstTag else { return nil }
    guard tag.hasEvent else {
      slots.removeFirst()
      return nil
    }
    return ops.withPlace { event in
      slots.removeFirst(movingEventTo: event)
      return event.take(Event.self)
    }
  }

  func takeAll() -> [Event] {
    var all: [Event] = []
    while slots.firstTag != nil { if let event = popFirst() { all.append(event) } }
    return all
  }
}

/// Counts the objects that exist.
private final class Counted: Sendable {
  static let existing = Atomic(0)
  let number: Int

  init(_ number: Int) {
    self.number = number
    Self.existing.add(1, ordering: .relaxed)
  }

  deinit { Self.existing.subtract(1, ordering: .relaxed) }
}

private struct Sizeless: Equatable, Sendable {}

private struct Large: Equatable, Sendable {
  var rows = (0..<4).map { [$0] }
  var bytes = (
    SIMD64<UInt8>(repeating: 1), SIMD64<UInt8>(repeating: 2), SIMD64<UInt8>(repeating: 3)
  )

  static func == (left: Large, right: Large) -> Bool {
    left.rows == right.rows && left.bytes == right.bytes
  }
}

private struct Weak: Sendable {
  private let reference: @Sendable () -> Counted?

  init(_ object: Counted) {
    reference = { [weak object] in object }
  }

  var object: Counted? { reference() }
}

@Suite(.serialized)
struct SlotRingTests {
  @Test func anEntryKeepsItsTag() {
    let ring = Ring<Int>()
    ring.append(1, EntryTag(.delivered, feedback: 2, serial: 7))
    ring.slots.append(EntryTag(.finished, feedback: 2, serial: 7))
    #expect(ring.firstTag == EntryTag(.delivered, feedback: 2, serial: 7))
    #expect(ring.popFirst() == 1)
    #expect(ring.firstTag == EntryTag(.finished, feedback: 2, serial: 7))
    #expect(ring.popFirst() == nil)
    #expect(ring.isEmpty && ring.firstTag == nil)
  }

  @Test(arguments: 0..<6)
  func itBehavesLikeAnArray(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (ring, other) = (Ring<String>(), Ring<String>())
    var (array, rest): ([String], [String]) = ([], [])
    for number in 0..<4_000 {
      switch random.below(7) {
      case 0, 1, 2:
        let event = "an event that is too long to be without an object: \(number)"
        ring.append(event)
        array.append(event)
      case 3:
        #expect(ring.popFirst() == (array.isEmpty ? nil : array.removeFirst()))
      case 4:
        let count = array.isEmpty ? 0 : random.below(array.count)
        ring.slots.moveLast(count, to: &other.slots)
        rest += array.suffix(count)
        array.removeLast(count)
      case 5:
        let count = random.below(array.count + 1)
        ring.slots.moveLastToFront(count)
        array = array.suffix(count) + array.dropLast(count)
      default:
        if random.below(20) == 0 {
          other.slots.move(to: &ring.slots)
          array += rest
          rest = []
        }
      }
      #expect(ring.count == array.count && other.count == rest.count)
    }
    #expect(ring.takeAll() == array)
    #expect(other.takeAll() == rest)
  }

  /// Events of any size and alignment move in, through a growing ring, and out.
  @Test func eventsOfAnyLayoutComeOutAsTheyWentIn() {
    func check<Event: Sendable>(
      _ events: [Event], _ areEqual: (Event, Event) -> Bool, _ comment: Comment
    ) {
      for offset in 0..<5 {
        let ring = Ring<Event>()
        for event in events.prefix(offset) { ring.append(event) }
        for _ in 0..<min(offset, events.count) { _ = ring.popFirst() }
        for _ in 0..<10 { for event in events { ring.append(event) } }
        for _ in 0..<10 {
          for event in events {
            #expect(ring.popFirst().map { areEqual($0, event) } == true, comment)
          }
        }
        #expect(ring.isEmpty)
      }
    }
    check([Sizeless(), Sizeless()], ==, "without a size")
    check([1, 2, 3] as [UInt8], ==, "one byte")
    check([true, nil, false] as [Bool?], ==, "optional")
    check(["a", "a string that is too long to be stored without an object"], ==, "strings")
    check([Large(), Large()], ==, "large")
    check([SIMD16<Double>(repeating: 3), SIMD16<Double>(repeating: 4)], ==, "aligned")
    check([1, "two", [3]] as [any Sendable], { "\($0)" == "\($1)" }, "existentials")
    let closures: [@Sendable () -> Int] = (0..<3).map { number in { number } }
    check(closures, { $0() == $1() }, "closures")
    let object = Counted(1)
    check([Weak(object)], { $0.object === $1.object }, "weak references")
  }

  @Test func whatIsLeftIsFreedWithTheRingAndWhatIsTakenAtOnce() {
    do {
      let ring = Ring<Counted>()
      for number in 0..<100 { ring.append(Counted(number)) }
      #expect(ring.popFirst()?.number == 0)
      #expect(Counted.existing.load(ordering: .relaxed) == 99)
      var moved = EntryRing(ring.ops)
      ring.slots.moveLast(9, to: &moved)
      #expect(Counted.existing.load(ordering: .relaxed) == 99)
      ring.slots.moveLastToFront(30)
      ring.slots = EntryRing(ring.ops)
      #expect(Counted.existing.load(ordering: .relaxed) == 9)
    }
    #expect(Counted.existing.load(ordering: .relaxed) == 0)
  }

  @Test func aWarmRingKeepsItsMemoryAndABurstIsGivenBack() {
    let ring = Ring<Int>()
    for number in 0..<8 { ring.append(number) }
    ring.slots.releaseBurst()
    #expect(ring.count == 8)
    _ = ring.takeAll()
    ring.slots.releaseBurst()
    #expect(ring.capacity == 8)
    for number in 0..<5_000 { ring.append(number) }
    _ = ring.takeAll()
    ring.slots.releaseBurst()
    #expect(ring.capacity == 0)
    ring.append(1)
    #expect(ring.popFirst() == 1)
  }
}
