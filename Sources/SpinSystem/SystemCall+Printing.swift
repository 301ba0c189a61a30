// NB: `stdout` is a variable of the C library, and is imported as an unguarded one.
@unsafe @preconcurrency internal import SpinCLibrary

/// The output of the program, and messages to its developer.
extension SystemCall {
  /// Writes a line to standard error, with one system call if possible.
  package static func printDiagnostic(_ line: String) {
    var bytes = Array("\(line)\n".utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }

  /// Makes the C library write printed lines at once, even into a pipe, where it would buffer them.
  package static func bufferOutputByLine() { _ = unsafe setvbuf(stdout, nil, _IOLBF, 0) }

  /// Flushes the buffer of printed text, unless a thread is printing.
  package static func flushPrinted() {
    guard unsafe ftrylockfile(stdout) == 0 else { return }
    unsafe fflush(stdout)
    unsafe funlockfile(stdout)
  }

  /// Flushes the buffer of printed text and calls `body` while no other thread can print.
  package static func betweenPrinted<Result>(_ body: () -> Result) -> Result {
    unsafe flockfile(stdout)
    defer { unsafe funlockfile(stdout) }
    unsafe fflush(stdout)
    return body()
  }
}
