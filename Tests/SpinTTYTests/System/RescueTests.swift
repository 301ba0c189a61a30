import Foundation
import TerminalTestSupport
import Testing

@testable import SpinTTY

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The duty to give the terminal back, of which there is one for each process.
@Suite(.serialized, .onItsOwnThread) struct RescueTests {
  /// The process dies of a fault while the normal end still waits for a terminal that does not
  /// answer.
  @Test func aFaultDuringASlowEndGivesTheAttributesBackItself() throws {
    let terminal = try PseudoTerminal()
    let before = terminal.attributes
    let saved = try TerminalAttributes(of: Descriptor(terminal.slave))
    Rescue.arm(input: terminal.slave, output: terminal.slave, saved: saved.raw, undo: [])
    try saved.madeRaw(keepsSignals: false).apply(to: Descriptor(terminal.slave))
    #expect(terminal.attributes != before)
    #expect(Rescue.beginRelease())
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      Rescue.restoreOnce()
      isOver.signal()
    }
    isOver.wait()
    #expect(terminal.attributes == before)
    Rescue.endRelease()
  }

  @Test func aSlowTerminalGetsAllThatIsKeptForItAsLongAsItReadsOn() throws {
    let reader = try SlowReader()
    let terminal = try PseudoTerminal()
    let attributes = try TerminalAttributes(of: Descriptor(terminal.slave))
    Rescue.arm(input: terminal.slave, output: terminal.slave, saved: attributes.raw, undo: [])
    defer { Rescue.disarm() }
    var writer = TerminalWriter(reader.pipe.writing, mayBlock: false)
    let outcome = writer.send([UInt8](repeating: 1, count: 1 << 18))
    #expect(outcome == .held)
    let isTaken = writer.flush(
      within: .milliseconds(200), .sinceProgress, currentTime: reader.look)
    #expect(isTaken)
    reader.readRest()
    #expect(reader.bytes.count == 1 << 18)
  }

  /// Bytes that were taken stayed in memory until all of them were.
  @Test func aTerminalThatIsNeverDoneKeepsNoBytesThatItHasTaken() throws {
    let reader = try SlowReader()
    let terminal = try PseudoTerminal()
    let attributes = try TerminalAttributes(of: Descriptor(terminal.slave))
    Rescue.arm(input: terminal.slave, output: terminal.slave, saved: attributes.raw, undo: [])
    defer { Rescue.disarm() }
    var writer = TerminalWriter(reader.pipe.writing, mayBlock: false)
    let page = [UInt8](repeating: 1, count: 4096)
    while !writer.isHolding { _ = writer.send(page) }
    for _ in 0..<1000 {
      #expect(writer.send(page) == .held)
      _ = reader.look()
      #expect(writer.flush() == .held)
      #expect(writer.keptCount < 8 * page.count)
    }
    #expect(reader.bytes.count >= 1000 * page.count)
  }

  @Test func aSignalIsASecondOneAfterAFifthOfASecondAndWithinTwo() {
    let rows: [(passed: Int64, meaning: SignalRepetition)] = [
      (0, .sameRequest), (199_999_999, .sameRequest), (200_000_000, .second),
      (1_999_999_999, .second), (2_000_000_000, .first),
    ]
    for (passed, meaning) in rows {
      #expect(SignalRepetition(at: 5 + passed, after: 5) == meaning)
    }
    #expect(SignalRepetition(at: 5, after: 0) == .first)
  }
}
