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

  #if os(Linux)
    @Test func aLastFrameThatNobodyTakesIsReported() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        setenv("SPINTTY", "plain", 1)
        dup2(open("/dev/full", O_WRONLY), 1)
        let spin = Spin<Int, Int>(initialState: 1) { Reducer { $0 += $1 } }
        var options = UIOptions.fullScreen
        options.death = .returned
        let ui = UISpin(spin, options: options) { number, _ in Text("\(number)") }
        let end = try await ui.run(on: .callersThread)
        if end != UIEnd(state: 1, reason: .brokenPipe) { exit(1) }
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("Standard output takes no more"))
    }
  #endif
}
