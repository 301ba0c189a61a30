import Foundation
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

/// Keys from pipes, and output into what takes none.
struct PipeTests {
  @Test func theEndOfALineIsEnterHoweverTheBytesAreCut() {
    let bytes = Array("a\nb\r\nc\rd\n\n".utf8)
    for cut in 0...bytes.count {
      var lines = LineEnds()
      let read = lines.asReturns(bytes[..<cut]) + lines.asReturns(bytes[cut...])
      #expect(String(decoding: read, as: UTF8.self) == "a\rb\rc\rd\r\r")
    }
  }

  /// The lines that a picker was given were typed into it, and the first was chosen by its own end.
  @Test func dataOnStandardInputIsNotReadAsKeysIfTheOptionsSaySo() async {
    await #expect(processExitsWith: .success) {
      setenv("SPINTTY", "plain", 1)
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0, write(ends[1], "q\nq\n", 4) == 4 else { exit(2) }
      dup2(ends[0], 0)
      close(ends[1])
      let spin = Spin<Int, Int>(initialState: 1) { Reducer { $0 += $1 } }
      var options = UIOptions.fullScreen
      options.readsKeysFromPipes = false
      let ui = UISpin(spin, options: options, plain: .nothing) { _, _ in
      } keys: {
        Key("q", help: "more", 1)
      }
      let end = try await ui.run(on: .callersThread)
      var bytes: [UInt8] = [0, 0, 0, 0]
      if end != UIRunResult(state: 1, reason: .settled) || read(0, &bytes, 4) != 4 { exit(1) }
    }
  }

  /// Set for what runs within a call of `cancel()`.
  private enum Canceller {
    @TaskLocal static var isAtWork = false
  }

  @Test func theThreadThatCancelsTheTaskOfARunDoesNotStopIt() async {
    await #expect(processExitsWith: .success) {
      setenv("SPINTTY", "plain", 1)
      let (remote, seen) = (Remote<Int>(), Transcript<Bool>())
      let spin = Spin<Int, Int>(initialState: 1) {
        Feedback(while: { _ in true }) { remote.effect("run") { seen(Canceller.isAtWork) } }
        Reducer { $0 += $1 }
      }
      let ui = UISpin(spin, plain: .nothing) { _, _ in
      } keys: {
        Key("q", help: "more", 1)
      }
      let task = Task { try await ui.run(on: .callersThread) }
      try await remote.log.until("+run")
      Canceller.$isAtWork.withValue(true) { task.cancel() }
      _ = try await task.value
      if seen.entries != [false] { exit(1) }
    }
  }

  @Test func aRunThatNeedsATerminalThrowsWithoutOneAndHasReducedNothing() async {
    await #expect(processExitsWith: .success) {
      setenv("SPINTTY", "plain", 1)
      let spin = Spin<Int, Int>(initialState: 1) {
        Feedback { $0 == 1 ? .just(1) : .none }
        Reducer { $0 += $1 }
      }
      var options = UIOptions.fullScreen
      options.needsTerminal = true
      let ui = UISpin(spin, options: options) { number, _ in Text("\(number)") }
      do throws(TerminalError) {
        _ = try await ui.run(on: .callersThread)
        exit(1)
      } catch {
        if error.operation != .findOutput || ui.state != 1 { exit(2) }
      }
    }
  }

  #if os(Linux)
    /// It used to be a trap, although both report errors.
    @Test func aRunThatGetsNoThreadThrows() async {
      await #expect(processExitsWith: .success) {
        let spin = Spin<Int, Int>(initialState: 1) { Reducer { $0 += $1 } }
        let ui = UISpin(spin, plain: .nothing) { number, _ in Text("\(number)") }
        // There is room for small things, and none for another stack.
        var before = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &before)
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let used = rlim_t(pages.split(separator: " ").first ?? "") ?? 0
        var limit = before
        limit.rlim_cur = used * rlim_t(getpagesize()) + (4 << 20)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        var thrown: TerminalError?
        if !ui.start(on: .callersThread) { exit(2) }
        do throws(TerminalError) { _ = try await ui.finished() } catch { thrown = error }
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &before)
        if thrown?.operation != .init(rawValue: "startThread") || thrown?.code != EAGAIN { exit(1) }
        // The next run is not kept waiting by the one that did not begin.
        _ = try await ui.run(on: .callersThread)
      }
    }

    @Test func aLastFrameThatNobodyTakesIsReported() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        setenv("SPINTTY", "plain", 1)
        dup2(open("/dev/full", O_WRONLY), 1)
        let spin = Spin<Int, Int>(initialState: 1) { Reducer { $0 += $1 } }
        var options = UIOptions.fullScreen
        options.exitBehavior = .returned
        let ui = UISpin(spin, options: options) { number, _ in Text("\(number)") }
        let end = try await ui.run(on: .callersThread)
        if end != UIRunResult(state: 1, reason: .outputLost) { exit(1) }
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("Standard output cannot be written"))
    }
  #endif
}
