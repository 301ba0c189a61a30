import SpinCallbacks
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
      #expect(message.contains("Standard output takes no more"))
    }
  #endif
}
