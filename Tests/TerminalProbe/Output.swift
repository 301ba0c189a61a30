internal import SpinSystem

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Calls a closure on a thread of its own.
func onThread(_ body: @escaping @Sendable () -> Void) {
  do { try SystemThread.start(body) } catch { fatalError("\(error)") }
}

/// What is printed past the picture, and the end.
enum Output {
  static func complain(_ text: String) { tell(text, 2) }

  static func tell(_ text: String, _ descriptor: Int32) {
    let line = Array((text + "\n").utf8)
    _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Says something to descriptor 4, and waits for a line from 3.
  static func converse(_ text: String) {
    tell(text, 4)
    var byte: UInt8 = 0
    repeat {} while read(3, &byte, 1) == 1 && byte != UInt8(ascii: "\n")
  }

  /// Waits until the process ends.
  static func wait() -> Never { while true { pause() } }

  /// Writes into a pipe that nobody reads.
  static func tellNobody() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    close(ends[0])
    tell("is anybody there?", ends[1])
  }

  /// Lets the system forget each child as soon as it ends.
  static func ignoreChildren() { signal(SIGCHLD, SIG_IGN) }

  /// Lets the system forget each child as soon as it ends, but prints that it has.
  static func noteChildren() {
    var action = sigaction()
    action.plain = { _ in
      let line: StaticString = "a child has ended\n"
      _ = write(1, line.utf8Start, line.utf8CodeUnitCount)
    }
    action.sa_flags = Int32(SA_NOCLDWAIT) | Int32(SA_RESTART)
    _ = sigaction(SIGCHLD, &action, nil)
  }

  /// Runs a line in a shell, with the descriptors of this program.
  static func runChild(_ line: String) { _ = system(line) }

  static func exit(_ status: Int32) -> Never { finish(status) }
}

private func finish(_ status: Int32) -> Never { exit(status) }
