import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard output with a buffer of its own; a closed pipe ends the program quietly.
final class Output: Sendable {
  private let buffer = Mutex<[UInt8]>([])

  /// Whether somebody looks at it.
  var isTerminal: Bool { isatty(1) == 1 }

  /// Prints a line, sooner or later.
  func line(_ text: String) {
    buffer.withLock { buffer in
      buffer += text.utf8
      buffer.append(UInt8(ascii: "\n"))
      if buffer.count >= 1 << 16 { Output.write(&buffer) }
    }
  }

  /// Prints what is in the buffer.
  func flush() {
    buffer.withLock { Output.write(&$0) }
  }

  private static func write(_ bytes: inout [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { unistdWrite(1, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        fail(errno)
      }
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Ends the program: quietly if nobody reads any more, as the signal would that is ignored then.
  private static func fail(_ code: Int32) -> Never {
    if code == EPIPE { exit(128 + SIGPIPE) }
    complain("levels: standard output takes no more: \(String(cString: strerror(code)))")
    exit(74)
  }

  /// Prints a line to standard error.
  static func complain(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = line.withUnsafeBytes { unistdWrite(2, $0.baseAddress, $0.count) }
  }
}

private func unistdWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
