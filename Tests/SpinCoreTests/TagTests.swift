import Testing

@testable import SpinCore

struct TagTests {
  static let kinds: [Tag.Kind] = [
    .outside, .immediate, .delivered, .deliveredLast, .finished, .bodyEnded, .bodyEndedDelivering,
    .bodyEndedFinished, .streamAsked,
  ]

  @Test(
    arguments: kinds,
    [
      (0, 0), (1, 1), (0xFFFF, 0), (0, (1 << 44) - 1), (0xFFFF, (1 << 44) - 1), (257, 1 << 43),
    ] as [(Int, UInt64)])
  func aTagGivesBackWhatItIsMadeOf(kind: Tag.Kind, parts: (slot: Int, serial: UInt64)) {
    let tag = Tag(kind, slot: parts.slot, serial: parts.serial)
    #expect(tag.kind == kind)
    #expect(tag.slot == parts.slot)
    #expect(tag.serial == parts.serial)
  }

  @Test(arguments: kinds)
  func anotherFactOfTheSameRunKeepsTheRun(kind: Tag.Kind) {
    let tag = Tag(.delivered, slot: 0xFFFF, serial: Tag.serialMask).with(kind)
    #expect(tag == Tag(kind, slot: 0xFFFF, serial: Tag.serialMask))
  }

  @Test func aSerialThatIsTooLargeKeepsItsLowBitsAndSparesTheSlot() {
    let tag = Tag(.delivered, slot: 3, serial: .max)
    #expect(tag.serial == Tag.serialMask)
    #expect(tag.slot == 3)
  }

  @Test func theOutsideHasNoRun() {
    #expect(Tag.outside == Tag(.outside, slot: 0, serial: 0))
  }
}
