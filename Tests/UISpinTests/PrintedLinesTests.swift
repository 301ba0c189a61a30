import SpinCallbacks
import SpinTestSupport
import Testing
import UITestSupport

@testable import SpinTTY

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Lines that are printed, in a pipe and on a screen.
@Suite struct PrintedLinesTests {
  @Test func aLastFrameWithoutWordsPrintsNothing() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let spin = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }
        _ = try await UISpin(spin, plain: .final) { _, _ in Divider() }
          .run(on: .callersThread, until: .settled)
      })
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self) == "")
  }

  @Test func linesKeepTheirTabsAsData() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let spin = Spin<Int, Int>(initialState: 7) { Reducer { $0 += $1 } }
        _ = try await UISpin(spin, plain: .stream { "value\t\($0)\u{1B}[2J" }) { _, _ in Divider() }
          .run(on: .callersThread, until: .settled)
      })
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self) == "value\t7␛[2J\n")
  }

  @Test func linesPrintedOnAScreenHaveTheirTabsExpanded() {
    let ui = UISpin(Score.spin, render: Score.view) { Key.quit("q") }
    let stage = Scene(ui)
    ui.print("a\tb\n漢字\u{1B}\tc\t\td")
    #expect(stage.rehearsal.printed == ["a       b", "漢字␛   c               d"])
  }

  /// What a program prints stays in its buffer if standard output is a pipe, and came last.
  @Test func plainOutputComesAfterWhatWasPrintedBefore() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback { $0 < 3 ? .just(1) : .none }
          Reducer { count, step in
            count += step
            print("reduced \(count)")
          }
        }
        print("header, ", terminator: "")
        _ = try await UISpin(spin, plain: .stream { "value \($0)" }) { _, _ in Divider() }
          .run(on: .callersThread, until: .settled)
      })
    #expect(
      String(decoding: result.standardOutputContent, as: UTF8.self) == """
        header, value 0
        reduced 1
        value 1
        reduced 2
        value 2
        reduced 3
        value 3

        """)
  }

  @Test func whatWasPrintedOutlivesAnEndBySignal() async throws {
    let result = try #require(
      await #expect(
        processExitsWith: .signal(SIGINT), observing: [\.standardOutputContent]
      ) {
        setenv("SPINTTY", "plain", 1)
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0, write(ends[1], "\u{3}", 1) == 1 else { exit(2) }
        dup2(ends[0], 0)
        let spin = Spin<Int, Int>(initialState: 7) { Reducer { $0 += $1 } }
        let ui = UISpin(spin, plain: .nothing) { _, _ in
        } keys: {
          Key("a", help: "more", 1)
        }
        print("a word", terminator: "")
        _ = try await ui.run(on: .callersThread)
      })
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self).hasSuffix("a word"))
  }

  /// A line that is longer than what a pipe takes at once used to be cut by others.
  @Test func linesOfSeveralThreadsDoNotMix() async throws {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0, dup2(ends[1], 1) == 1 else { exit(2) }
      let reading = Descriptor(ends[0])
      let long = String(repeating: "a", count: 200_000)
      let began = Gate()
      let spin = Spin<Int, Int>(initialState: 0) {
        Feedback { $0 < 20 ? .just(1) : .none }
        Reducer { count, step in
          count += step
          began.open()
        }
      }
      let ui = UISpin(spin) { _, _ in }
      let wanted = 21 * 200_001 + 11 + 2 * 2 * 500
      let lines = Transcript<String>()
      let isRead = Gate()
      try SystemThread.start {
        var bytes: [UInt8] = []
        while bytes.count < wanted, case (.moved, let page) = reading.readPage() { bytes += page }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
          lines.append(String(decoding: line, as: UTF8.self))
        }
        isRead.open()
      }
      try SystemThread.start {
        began.waitBlocking()
        for _ in 0..<500 { ui.print("c") }
      }
      try SystemThread.start {
        began.waitBlocking()
        for _ in 0..<500 { print("d") }
        fflush(nil)
      }
      let runtime: some SpinRuntime = .callbacks
      let run = try ui.claim(runtime, .stopped)
      // A line is left out if it equals the one before.
      let host = TextHost(run, .lines { $0 % 2 == 0 ? long + "b" : long }, waker: try Waker())
      run.begin(host, showing: host)
      isRead.waitBlocking()
      let odd = Set(lines.entries).subtracting([long, long + "b", "c", "d"])
      exit(odd.isEmpty && lines.entries.count == 1021 ? 0 : 1)
    }
  }

  /// A program that draws on standard error prints its result on standard output.
  @Test func aViewForStandardErrorIsPrintedThereWithoutATerminal() async throws {
    let result = try #require(
      await #expect(
        processExitsWith: .success,
        observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        setenv("SPINTTY", "plain", 1)
        let spin = Spin<Int, Int>(initialState: 7) { Reducer { $0 += $1 } }
        var options = UIOptions.inline
        options.drawsOnStandardError = true
        let ui = UISpin(spin, options: options) { number, _ in Text("a view of \(number)") }
        _ = try await ui.run(on: .callersThread)
        print("result")
      })
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self) == "result\n")
    #expect(
      String(decoding: result.standardErrorContent, as: UTF8.self).contains("a view of 7\n"))
  }
}
