import Testing

@testable import SpinCore

struct SlotTests {
  /// Whatever ended between them, and also when serials are used again.
  @Test(arguments: [1, Tag.serialMask - 500])
  func aRunIsFoundByItsSerialAmongFewAndMany(_ first: UInt64) {
    var random = SystemRandomNumberGenerator()
    for count in [0, 1, 2, 8, 9, 10, 63, 1_000] {
      let all = (0..<UInt64(2 * count + 1)).map { (first + $0) & Tag.serialMask }
      var slot = Slot(kind: .reacting, strategy: .continueOnNewState)
      for serial in all where Bool.random(using: &random) {
        slot.runs.append(Run(serial: serial, parts: 1, immediates: 0))
      }
      for serial in all + [12_345] {
        let index = slot.runs.firstIndex { $0.serial == serial }
        #expect(slot.index(of: serial) == index)
      }
    }
  }
}
