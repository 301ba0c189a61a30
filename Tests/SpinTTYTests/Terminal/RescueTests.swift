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

/// Who gives the terminal back when two threads want to.
@Suite struct RescueTests {
  /// The process dies of a fault while the normal end still waits for a terminal that does not answer.
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
}
