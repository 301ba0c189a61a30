import SpinSystem

// NB: `stdin` and `stdout` are imported as unguarded variables.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

/// The standard streams.
///
/// If they fail, the program ends with a message and status 74.
package enum Console {
  /// A variable of the environment; `nil` if it is not set.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  package static var isTerminal: Bool { isatty(1) == 1 }

  /// Writes a line into the buffer of the C library.
  ///
  /// It may quote a file, so its control characters are made visible.
  package static func line(_ text: String) {
    if puts(text.withVisibleControls) == EOF { fail(loss) }
  }

  /// Prints a line at once, for those who follow the output.
  package static func print(_ text: String) {
    line(text)
    flush()
  }

  /// Prints the contents of the buffer.
  ///
  /// NB: `fflush(nil)` would wait for a thread that reads a line.
  package static func flush(or problem: String = loss) {
    if fflush(stdout) == EOF { fail(problem) }
  }

  /// Prints a line to standard error, after the name of the program.
  package static func complain(_ text: String) {
    SystemCall.printDiagnostic("\(program): \(text)")
  }

  /// Reads a line of standard input; `nil` at its end.
  package static func nextLine() -> String? {
    let line = readLine()
    if line == nil, ferror(stdin) != 0 { fail("standard input cannot be read") }
    return line
  }

  /// Waits for a time; a reader of standard output that leaves meanwhile ends the program.
  package static func pause(milliseconds: Int32) {
    var output = pollfd(fd: 1, events: 0, revents: 0)
    if poll(&output, 1, milliseconds) > 0 { exit(128 + SIGPIPE) }
  }

  /// Calls `body`; a terminal that cannot be used ends the program with status 69.
  package static func run(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      complain("\(error)")
      end(69)
    }
  }

  package static func end(_ status: Int32) -> Never {
    flush()
    exit(status)
  }

  /// Ends the program; a closed pipe does so quietly, even if SIGPIPE is ignored.
  private static func fail(_ problem: String) -> Never {
    if errno == EPIPE { exit(128 + SIGPIPE) }
    perror("\(program): \(problem)")
    exit(74)
  }

  package static let loss = "standard output cannot be written"

  private static var program: Substring {
    CommandLine.arguments.first?.split(separator: "/").last ?? "example"
  }
}
