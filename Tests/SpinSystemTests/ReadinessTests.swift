import SpinSystem
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Waiting for descriptors.
@Suite struct ReadinessTests {
  @Test func bothWaysOfWaitingSeeTheSame() throws {
    let pipe = try SystemCall.pipe()
    defer {
      pipe.reading.close()
      pipe.writing.close()
    }
    for isFilled in [false, true] {
      if isFilled { pipe.writing.writeAll([1, 2, 3], within: .zero) }
      var polled = [Readiness(pipe.reading), Readiness(pipe.writing, writing: true)]
      var selected = polled
      Readiness.wait(for: &polled, atMost: .zero)
      Readiness.selectReady(&selected, atMost: .zero)
      #expect(polled.map(\.isReady) == [isFilled, true])
      #expect(selected.map(\.isReady) == [isFilled, true])
    }
  }

  /// `select` used to read and write beyond its sets for these.
  @Test(.enabled(if: getdtablesize() > 1_500)) func aDescriptorWithoutAPlaceInTheSetsIsPolled()
    throws
  {
    let pipe = try SystemCall.pipe()
    let high = Descriptor(fcntl(pipe.reading.number, F_DUPFD_CLOEXEC, 1_500))
    defer { for end in [pipe.reading, pipe.writing, high] { end.close() } }
    try #require(high.number >= 1_500)
    for isFilled in [false, true] {
      if isFilled { pipe.writing.writeAll([1], within: .zero) }
      var items = [
        Readiness(high), Readiness(pipe.reading), Readiness(pipe.writing, writing: true),
      ]
      Readiness.selectReady(&items, atMost: .seconds(60))
      #expect(items.map(\.isReady) == [isFilled, isFilled, true])
      items.removeLast()
      Readiness.selectReady(&items, atMost: .milliseconds(1))
      #expect(items.map(\.isReady) == [isFilled, isFilled])
      #expect(items.map(\.isHungUp) == [false, false])
    }
  }

  /// The seconds of a duration of any length do not fit into their number.
  @Test func aDescriptorThatIsReadyNeedsNoTimeHoweverLongOneWouldWait() throws {
    let pipe = try SystemCall.pipe()
    defer {
      pipe.reading.close()
      pipe.writing.close()
    }
    for time in [Duration(attoseconds: .max), Duration(attoseconds: .min), .seconds(Int64.max)] {
      var items = [Readiness(pipe.writing, writing: true)]
      Readiness.wait(for: &items, atMost: time)
      #expect(items[0].isReady)
    }
  }

  @Test func aPipeThatTakesNoMoreHoldsUpNobodyForLong() throws {
    let pipe = try SystemCall.pipe()
    defer {
      pipe.reading.close()
      pipe.writing.close()
    }
    let bytes = [UInt8](repeating: 0, count: 1 << 21)
    #expect(!pipe.writing.writeAll(bytes, within: .milliseconds(1)))
    // Standard output and standard error block, and stay so for the processes that share them.
    pipe.writing.setBlocking()
    #expect(!pipe.writing.writeAll([1], within: .milliseconds(1)))
    pipe.reading.drain()
    #expect(pipe.writing.writeAll(bytes.prefix(1 << 10), within: .milliseconds(1)))
  }
}
