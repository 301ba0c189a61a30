import Foundation
import Testing

@testable import SpinTTY

@Suite struct TerminalControlTests {
  /// A control and the pipe that it wakes.
  private func control() throws -> (TerminalControl, Descriptor, Descriptor) {
    let pipe = try SystemCall.pipe()
    return (TerminalControl(waker: pipe.writing), pipe.reading, pipe.writing)
  }

  private func wakes(_ reading: Descriptor) -> Int {
    var room = [UInt8](repeating: 0, count: 64)
    guard case .moved(let count) = room.withUnsafeMutableBytes({ reading.read(into: $0) }) else {
      return 0
    }
    return count
  }

  @Test func whoeverIsAwakeIsNotWoken() throws {
    let (control, reading, writing) = try control()
    control.changed()
    control.end()
    #expect(wakes(reading) == 0)
    #expect(control.take() == [.changed, .end])
    #expect(control.take() == [])
    reading.close()
    writing.close()
  }

  @Test func aSleeperIsWokenByOneByteHoweverMuchIsAsked() throws {
    let (control, reading, writing) = try control()
    #expect(control.fallAsleep())
    control.changed()
    control.changed()
    control.suspend()
    #expect(wakes(reading) == 1)
    control.wakeUp()
    #expect(control.take() == [.changed, .commands])
    #expect(control.takeCommands().count == 1 && control.takeCommands().isEmpty)
    reading.close()
    writing.close()
  }

  @Test func changesDoNotWakeWhoSleepsUntilAFrameIsDue() throws {
    let (control, reading, writing) = try control()
    #expect(control.fallAsleep(frameIsDue: true))
    control.changed()
    control.moving()
    control.changed()
    #expect(wakes(reading) == 0)
    control.suspend()
    control.end()
    control.changed()
    #expect(wakes(reading) == 1)
    control.wakeUp()
    #expect(control.take() == [.changed, .moving, .commands, .end])
    #expect(control.fallAsleep())
    control.changed()
    #expect(wakes(reading) == 1)
    reading.close()
    writing.close()
  }

  @Test func nobodyFallsAsleepOverARequest() throws {
    let (control, reading, writing) = try control()
    control.changed()
    #expect(!control.fallAsleep())
    _ = control.take()
    #expect(control.fallAsleep())
    reading.close()
    writing.close()
  }

  @Test func afterTheEndNothingIsWritten() throws {
    let (control, reading, writing) = try control()
    control.close()
    control.changed()
    control.end()
    #expect(wakes(reading) == 0)
    reading.close()
    writing.close()
  }

  @Test func requestsOfManyThreadsAreAllTakenBetweenSleeps() throws {
    let (control, reading, writing) = try control()
    let count = 400
    DispatchQueue.global().async {
      DispatchQueue.concurrentPerform(iterations: count) { number in
        if number.isMultiple(of: 2) { control.print("line") } else { control.interrupt() }
      }
    }
    var taken = 0
    while taken < count {
      if control.fallAsleep() {
        var items = [Readiness(reading)]
        Readiness.wait(for: &items, atMost: .seconds(30))
        try #require(items[0].isReady, "a sleeper was not woken after \(taken) requests")
        control.wakeUp()
        _ = wakes(reading)
      }
      let requests = control.take()
      if requests.contains(.commands) { taken += control.takeCommands().count }
      if requests.contains(.lines) { taken += control.takeLines().count }
    }
    #expect(taken == count)
    reading.close()
    writing.close()
  }

  /// A thread that asks without pause keeps the terminal's thread from nothing.
  @Test func drawingsThatWaitAreOneCommand() throws {
    let (control, reading, writing) = try control()
    for _ in 0..<100 { control.redraw() }
    control.interrupt()
    for _ in 0..<100 { control.redraw() }
    #expect(control.takeCommands().map { "\($0)" } == ["redraw", "interrupt", "redraw"])
    control.redraw()
    #expect(control.takeCommands().count == 1)
    reading.close()
    writing.close()
  }
}
