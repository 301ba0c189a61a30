import Synchronization
import Testing

@testable import SpinCore

struct StateBoxTests {
  private final class Counter: Sendable {
    let value = Atomic(0)
  }

  private final class Token: Sendable {
    let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }

  /// Makes a box in each way.
  private func boxes<Value: Sendable>(_ value: Value) -> [StateBox<Value>] {
    var copied = value
    return [.holding(value), withUnsafePointer(to: &copied) { .copy(of: $0) }, boxed(value)]
  }

  @Test func aBoxHoldsAStateOfAnySizeAndAlignment() {
    struct Nothing: Equatable {}
    struct Line: Equatable { var numbers = SIMD8<Double>(1, 2, 3, 4, 5, 6, 7, 8) }
    struct Large: Equatable { var rows = (0..<4).map { [$0] }, more = SIMD16<UInt8>(repeating: 7) }
    func check<Value: Equatable & Sendable>(_ value: Value) {
      for box in boxes(value) {
        #expect(box.value == value)
        let address = unsafe UInt(bitPattern: box.address.pointer)
        #expect(address % UInt(MemoryLayout<Value>.alignment) == 0)
      }
    }
    check(Nothing())
    check(UInt8(7))
    check("a string that is too long to be stored without an object")
    check(Line())
    check(Large())
    check([Optional(Line()), nil])
  }

  /// Behind a state of a moment is its event, or the end of the memory.
  @Test func aBoxCopiesNothingBehindItsState() {
    struct Odd {
      var word = 1, byte: UInt8 = 2
    }
    let padding = MemoryLayout<Odd>.size..<MemoryLayout<Odd>.stride
    var states = [Odd(), Odd()]
    states.withUnsafeMutableBytes { bytes in for index in padding { bytes[index] = 0xA5 } }
    let box = states.withUnsafeBufferPointer { StateBox.copy(of: $0.baseAddress.unsafelyUnwrapped) }
    #expect(box.value.word == 1 && box.value.byte == 2)
    let isUntouched = withExtendedLifetime(box) {
      UnsafeRawBufferPointer(start: box.address.pointer, count: padding.upperBound)[padding]
        .contains { $0 != 0xA5 }
    }
    #expect(isUntouched)
  }

  @Test func aBoxKeepsAnObjectOnceAndReleasesItAtItsEnd() {
    let ends = Counter()
    do {
      let made = boxes(Token { ends.value.add(1, ordering: .relaxed) })
      #expect(made.allSatisfy { $0.value === made[0].value })
      #expect(ends.value.load(ordering: .relaxed) == 0)
    }
    #expect(ends.value.load(ordering: .relaxed) == 1)
    do {
      let made = boxes(Token { ends.value.add(1, ordering: .relaxed) } as any Sendable)
      #expect(made.allSatisfy { $0.value is Token })
    }
    #expect(ends.value.load(ordering: .relaxed) == 2)
  }
}
