import Foundation
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

@testable import SpinTTY

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Keys from a pipe that is faster than the reducer.
@Suite struct BacklogTests {
  @Test func aReaderWaitsWhileManyInputsWaitAndIsWokenOnce() {
    var queue = InputQueue(holds: false)
    let passed = (0..<1_023).filter { _ in queue.pass() }
    let before = queue.hasRoom()
    #expect(passed.count == 1_023 && before)
    let passes = queue.pass()
    let beyond = queue.hasRoom()
    #expect(passes && !beyond)
    let woken = (0..<1_024).map { _ in
      let moves = queue.taken()
      return !moves && queue.wakesReader()
    }
    #expect(woken.firstIndex(of: true) == 511)
    #expect(woken.count { $0 } == 1)
    let after = queue.hasRoom()
    #expect(after)
  }

  /// The one that waits is a client of the test's own, which has room for one read.
  private final class OneRead: InputReaderClient, Sendable {
    let reads = Transcript<String>()

    func goesOn() -> Bool { reads.entries.count < 2 }
    func hasRoom() -> Bool {
      reads("asked")
      return reads.entries.count == 1
    }
    func tookInput() {}
    var watchedOutput: Descriptor? { nil }
    func lostOutput() {}
    var due: Duration? { nil }
  }

  #if os(Linux) || os(macOS)
    @Test func aReaderLeavesInThePipeWhatThereIsNoRoomFor() async {
      await #expect(processExitsWith: .success) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { exit(2) }
        dup2(ends[0], 0)
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 10_000)
        guard write(ends[1], bytes, bytes.count) == bytes.count else { exit(3) }
        close(ends[1])
        let waker = try Waker()
        var reader = InputReader(
          isReading: true, waker: waker, TerminalProfile(environment: [:]))
        var count = 0
        reader.read(OneRead(), ended: {}) { input in
          if case .text = input { count += 1 }
          waker.wake()
          return true
        }
        var rest = [UInt8](repeating: 0, count: 20_000)
        if count != 4_096 || read(0, &rest, rest.count) != 10_000 - count { exit(1) }
      }
    }

    /// On each runtime, and without an end that comes too early or never.
    @Test func allKeysOfALongPipeAreReduced() async {
      await #expect(processExitsWith: .success) {
        setenv("SPINTTY", "plain", 1)
        let runtimes: [any SpinRuntime] = [.callbacks, .async, .callersThread]
        for runtime in runtimes {
          var ends: [Int32] = [0, 0]
          guard pipe(&ends) == 0 else { exit(2) }
          dup2(ends[0], 0)
          close(ends[0])
          let (end, total) = (ends[1], 8_000)
          Thread.detachNewThread {
            let bytes = [UInt8](repeating: UInt8(ascii: "+"), count: total)
            var rest = bytes[...]
            while !rest.isEmpty {
              let count = rest.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
              if count <= 0 { exit(3) }
              rest = rest.dropFirst(count)
            }
            close(end)
          }
          let spin = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }
          let ui = UISpin(spin, plain: .nothing) { _, _ in
          } keys: {
            Key("+", help: "more", 1)
          }
          ui.start(on: runtime)
          if try await ui.finished() != UIRunResult(state: total, reason: .settled) { exit(1) }
        }
      }
    }
  #endif
}
