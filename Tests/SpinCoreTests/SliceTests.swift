import SpinCore
import SpinTestSupport
import Testing

struct SliceTests {
  /// A clock that stands still between the entries, and counts how often it is read.
  private final class Clock: Sendable {
    private let content = Guarded((time: UInt64(5), reads: 0))

    var reads: Int { content.withLock { $0.reads } }

    var read: SliceTime {
      {
        self.content.withLock { content in
          content.reads += 1
          return content.time
        }
      }
    }

    func pass(_ microseconds: UInt64) {
      content.withLock { $0.time += 1000 * microseconds }
    }
  }

  /// Takes entries that cost as many microseconds each, until the slice ends.
  private func taken(_ limit: Int, of costs: some Sequence<UInt64>, by clock: Clock) -> Int {
    var (slice, count) = (Slice.of(limit), 0)
    slice.begin(clock.read)
    for cost in costs {
      if !slice.permitsEntry(clock.read) { break }
      slice.left -= 1
      count += 1
      clock.pass(cost)
    }
    return count
  }

  @Test(
    .promises("25.2", "25.3"),
    arguments: [
      (cost: 200, entries: 5), (cost: 250, entries: 4), (cost: 999, entries: 2),
      (cost: 1000, entries: 1), (cost: 100_000, entries: 1), (cost: 0, entries: 4096),
    ])
  func aSliceEndsAfterAMillisecondOrItsLimitAndNotBeforeAnEntry(
    _ row: (cost: UInt64, entries: Int)
  ) {
    #expect(taken(4096, of: repeatElement(row.cost, count: 5000), by: Clock()) == row.entries)
  }

  @Test(.promises("25.2"), arguments: [1, 3, 10, 30, 50])
  func aSliceOfQuickEntriesEndsAfterAboutAMillisecond(_ cost: UInt64) {
    let count = taken(4096, of: repeatElement(cost, count: 5000), by: Clock())
    #expect(1000...1250 ~= UInt64(count) * cost)
  }

  /// 4,096 entries of 100 ns are read 35 times: for each, a reading would cost a third of an entry.
  @Test func theClockIsReadRarelyWhileEntriesAreQuick() {
    let clock = Clock()
    #expect(taken(4096, of: repeatElement(0, count: 5000), by: clock) == 4096)
    #expect(clock.reads <= 260)
  }

  @Test(.promises("25.4"))
  func entriesThatBecomeSlowAreNoticedAfterOneBatch() {
    let costs = Array(repeating: UInt64(0), count: 1000) + Array(repeating: 200, count: 1000)
    #expect(1001...1016 ~= taken(4096, of: costs, by: Clock()))
  }

  @Test func aSliceThatIsOverStaysOver() {
    let clock = Clock()
    var slice = Slice.of(10)
    slice.begin(clock.read)
    slice.left -= 1
    clock.pass(1000)
    let answers = [slice.permitsEntry(clock.read), slice.permitsEntry(clock.read)]
    #expect(answers == [false, false])
    #expect(clock.reads == 2)
  }

  @Test func aSliceOfOneEntryReadsNoClock() {
    let clock = Clock()
    #expect(taken(1, of: [1, 1], by: clock) == 1)
    #expect(clock.reads == 0)
  }

  /// As a chain of effects does, whose turns are parts of one slice.
  @Test func aSliceBeginsOnce() {
    let clock = Clock()
    var slice = Slice.of(10)
    slice.begin(clock.read)
    clock.pass(600)
    slice.begin(clock.read)
    slice.left -= 1
    clock.pass(600)
    let goesOn = slice.permitsEntry(clock.read)
    #expect(!goesOn)
  }
}
