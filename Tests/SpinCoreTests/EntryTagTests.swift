import Testing

@testable import SpinCore

struct EntryTagTests {
  static let kinds: [EntryTag.Kind] = [
    .outside, .immediate, .delivered, .deliveredLast, .finished, .bodyEnded, .bodyEndedDelivering,
    .bodyEndedFinished, .streamAsked, .holdEnded, .awaited, .stageDue, .attemptFailed,
    .sent,
  ]

  @Test(arguments: kinds)
  func aTagKnowsWhetherItsEntryHasAnEvent(kind: EntryTag.Kind) {
    let withEvent: [EntryTag.Kind] = [
      .outside, .immediate, .delivered, .deliveredLast, .bodyEndedDelivering, .awaited, .sent,
    ]
    #expect(EntryTag(kind, feedback: 0xFFFF, serial: 7).hasEvent == withEvent.contains(kind))
  }

  @Test(
    arguments: kinds,
    [
      (0, 0), (1, 1), (0xFFFF, 0), (0, (1 << 44) - 1), (0xFFFF, (1 << 44) - 1), (257, 1 << 43),
    ] as [(Int, UInt64)])
  func aTagGivesBackWhatItIsMadeOf(kind: EntryTag.Kind, parts: (feedback: Int, serial: UInt64)) {
    let tag = EntryTag(kind, feedback: parts.feedback, serial: parts.serial)
    #expect(tag.kind == kind)
    #expect(tag.feedback == parts.feedback)
    #expect(tag.serial == parts.serial)
  }

  @Test(arguments: kinds)
  func anotherFactOfTheSameRunKeepsTheRun(kind: EntryTag.Kind) {
    let tag = EntryTag(.delivered, feedback: 0xFFFF, serial: EntryTag.serialMask).with(kind)
    #expect(tag == EntryTag(kind, feedback: 0xFFFF, serial: EntryTag.serialMask))
  }

  @Test func aSerialThatIsTooLargeKeepsItsLowBitsAndSparesTheSlot() {
    let tag = EntryTag(.delivered, feedback: 3, serial: .max)
    #expect(tag.serial == EntryTag.serialMask)
    #expect(tag.feedback == 3)
  }

  @Test func anAwaitedEventComesFromOutsideAndHasATicket() {
    for forgetsEvent in [false, true] {
      let tag = EntryTag.awaited(ticket: 7, forgetsEvent: forgetsEvent)
      #expect(tag.serial == 7)
      #expect(tag.forgetsEvent == forgetsEvent)
      #expect(tag.origin(["a", "b"]) == .outside)
    }
    #expect(!EntryTag(.delivered, feedback: 1, serial: 7).forgetsEvent)
  }

  @Test func theOutsideHasNoRun() {
    #expect(EntryTag.outside == EntryTag(.outside, feedback: 0, serial: 0))
  }
}
