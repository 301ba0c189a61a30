import SpinCallbacks
import SpinTestSupport
import Testing

/// That the test of loops on gears can fail, and that its cases reach what they are meant to.
@Suite(.fewAtOnce)
struct GearProofTests {
  /// A change that makes a record wrong.
  enum Lie: CaseIterable, Sendable {
    case messageTwice, messageLost, messagesSwapped, lastMessageMissed, messageNotTaken
    case messagesTakenInDisorder, eventLost

    /// Makes a record wrong; returns whether there was anything to change.
    func tell(_ record: inout GearRecord) -> Bool {
      switch self {
      case .messageTwice:
        guard let gear = record.heard.firstIndex(where: { $0.contains { $0.by == .test } }),
          let heard = record.heard[gear].first(where: { $0.by == .test })
        else { return false }
        record.heard[gear].append(heard)
      case .messageLost:
        // Nobody has heard it, though its sender lives.
        let isStopped = record.isStopped
        for gear in record.heard.indices {
          let messages = record.heard[gear].map(\.message)
          let lost = messages.first { $0.sender >= 0 && !isStopped[$0.sender] }
          guard let lost else { continue }
          record.heard[gear].removeAll { $0.message == lost }
          return true
        }
        return false
      case .messagesSwapped: return change(&record) { $0.swapAt($1[0], $1[1]) }
      case .lastMessageMissed: return change(&record) { $0.remove(at: $1[$1.count - 1]) }
      case .messageNotTaken:
        guard let (loop, places) = received(record) else { return false }
        record.events[loop].remove(at: places[0])
      case .messagesTakenInDisorder:
        guard let (loop, places) = received(record) else { return false }
        record.events[loop].swapAt(places[0], places[1])
      case .eventLost:
        let loops = record.events.indices.filter { !record.isStopped[$0] }
        guard
          let loop = loops.first(where: { record.events[$0].contains { isFromOutside($0) } }),
          let index = record.events[loop].firstIndex(where: { isFromOutside($0) })
        else { return false }
        record.events[loop].remove(at: index)
      }
      return true
    }

    private func isFromOutside(_ event: Message) -> Bool {
      event.sender < 0 && event.receiver == nil
    }

    /// Changes what one receiver of a loop that lives has heard of a gear: two messages or more.
    private func change(
      _ record: inout GearRecord,
      _ change: (inout [(by: GearRecord.Hearer, message: MessageName, kind: Int)], [Int]) -> Void
    ) -> Bool {
      for gear in record.heard.indices {
        let hearers = record.heard[gear].map(\.by)
        for hearer in hearers where hearer != .test && !record.isStopped[hearer.loop] {
          let places = hearers.indices.filter { hearers[$0] == hearer }
          if places.count < 2 { continue }
          change(&record.heard[gear], places)
          return true
        }
      }
      return false
    }

    /// A loop that lives, and the places of what one of its receivers has put into its mailbox.
    private func received(_ record: GearRecord) -> (loop: Int, places: [Int])? {
      for loop in record.events.indices where !record.isStopped[loop] {
        let events = record.events[loop]
        for slot in Set(events.compactMap(\.receiver)).sorted() {
          let places = events.indices.filter { events[$0].receiver == slot }
          if places.count > 1 { return (loop, places) }
        }
      }
      return nil
    }
  }

  @Test(arguments: Lie.allCases)
  func aRecordWithALieIsRefused(_ lie: Lie) async throws {
    let runtime = try #require(RuntimeUnderTest.all.first { $0.isCallersThread })
    var told = 0
    for seed in 0..<25 as Range<UInt64> {
      var generator = GearGenerator(seed)
      let plan = generator.plan()
      let rig = GearRig(plan, runtime)
      #expect(await rig.complaints() == [])
      guard var record = rig.newestRecord else { continue }
      #expect(GearAudit.complaints(plan, record) == [])
      if !lie.tell(&record) { continue }
      told += 1
      #expect(!GearAudit.complaints(plan, record).isEmpty, "seed \(seed)")
    }
    #expect(told >= 5)
  }
}
