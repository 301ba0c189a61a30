import Dispatch
import Foundation
import SpinSystem
import Testing

@Suite struct PrintingTests {
  /// What a pipe that does not block had no room for was lost.
  @Test func aDiagnosticWaitsUntilItsReaderTakesIt() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let (pipe, line) = (try SystemCall.pipe(), String(repeating: "x", count: 1 << 20))
      try #require(pipe.writing.replace(.standardErrors))
      try SystemThread.start {
        var (count, hasEnded) = (0, false)
        while !hasEnded {
          var items = [Readiness(pipe.reading)]
          Readiness.wait(for: &items, atMost: nil)
          let (outcome, bytes) = pipe.reading.readPage()
          count += bytes.count
          hasEnded = outcome == .ended
        }
        SystemCall.exit(count == line.utf8.count + 1 ? 7 : 1)
      }
      SystemCall.printDiagnostic(line)
      pipe.writing.close()
      Descriptor.standardErrors.close()
      DispatchSemaphore(value: 0).wait()
    }
  }

  /// The signal of the pipe ended the program.
  @Test func aDiagnosticThatNobodyReadsDoesNotEndTheProgram() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let pipe = try SystemCall.pipe()
      try #require(pipe.writing.replace(.standardErrors))
      pipe.reading.close()
      signal(SIGPIPE, SIG_DFL)
      SystemCall.printDiagnostic("Is anybody there?")
      SystemCall.exit(7)
    }
  }

  /// A prompt whose reader was gone ended the program by a signal.
  @Test func wordsThatNobodyReadsDoNotEndTheProgram() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let pipe = try SystemCall.pipe()
      pipe.reading.close()
      signal(SIGPIPE, SIG_DFL)
      let isTaken = pipe.writing.writeAll([1, 2, 3], within: .seconds(60))
      // A signal that was left over ends the process here.
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      SystemCall.exit(isTaken ? 1 : 7)
    }
  }

  /// Diagnostics quote events and ids, which may be data.
  @Test func controlCharactersOfDiagnosticsAreVisible() {
    let data = "\u{1B}[2J\u{7}\r\n\ta\u{7F}\u{9B}m é\u{A0}"
    #expect(data.withVisibleControls == "␛[2J␇␍\n\ta␡\u{FFFD}m é\u{A0}")
    for value in (0 as UInt32)..<0x180 {
      let scalar = Unicode.Scalar(value) ?? "a"
      let shown = String(scalar).withVisibleControls
      let isKept =
        scalar.properties.generalCategory != .control || "\t\n".unicodeScalars.contains(scalar)
      #expect((shown == String(scalar)) == isKept, "\(value)")
      #expect(shown.withVisibleControls == shown && shown.unicodeScalars.count == 1)
    }
  }
}
