internal import Foundation
internal import SpinTesting
package import Testing

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The end of a program, as a shell reports it.
package enum Ending: Equatable {
  case exited(Int32)
  case signaled(Int32)
}

extension PseudoTerminal {
  /// Where the package manager puts a program of this package: beside the test bundle.
  package static func path(of program: String) -> String {
    let bundle = Bundle(for: PseudoTerminal.self).bundleURL
    let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
    return folder.appendingPathComponent(program).path
  }

  /// The attributes of the terminal, in words.
  package var attributes: String {
    var attributes = termios()
    tcgetattr(slave, &attributes)
    let characters = withUnsafeBytes(of: attributes.c_cc) { Array($0) }
    return """
      \(attributes.c_iflag) \(attributes.c_oflag) \(attributes.c_cflag) \(attributes.c_lflag) \
      \(characters)
      """
  }

  /// Waits for the program's end, and reads its output meanwhile.
  ///
  /// `signal` is sent again and again until then, as an impatient user does.
  package func waitForEnd(
    sending signal: Int32? = nil, _ place: SourceLocation = #_sourceLocation
  ) throws -> Ending {
    let status = Status(process)
    let pipe = Pipe()
    let thread = Thread {
      status.wait()
      // A word, and not only the end of the pipe: a program started meanwhile may have it open too.
      pipe.fileHandleForWriting.write(Data([0]))
      try? pipe.fileHandleForWriting.close()
    }
    thread.start()
    let end = Date(timeIntervalSinceNow: Self.patience)
    var items = [
      pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: master, events: Int16(POLLIN), revents: 0),
    ]
    while items[0].revents == 0 {
      let left = Int32(max(0, end.timeIntervalSinceNow) * 1000)
      if left == 0 { break }
      let count = poll(&items, 2, signal == nil ? left : min(left, 100))
      if count == 0, let signal { send(signal: signal) }
      if count > 0, items[0].revents == 0, !read(before: end) { items[1].fd = -1 }
    }
    guard items[0].revents != 0 else {
      send(signal: SIGKILL)
      Issue.record("the program does not end; it shows\n\(screen.text)", sourceLocation: place)
      throw Timeout()
    }
    status.reap()
    forget()
    readRest()
    return status.ending
  }

  /// The activity of the program's threads, for the message of a failing test.
  package var whereabouts: String {
    let folder = "/proc/\(process)"
    let files = FileManager.default
    let read = { (path: String) in (try? String(contentsOfFile: path, encoding: .utf8)) ?? "-\n" }
    let threads = (try? files.contentsOfDirectory(atPath: "\(folder)/task")) ?? []
    let lines = threads.sorted().map { thread in
      ["stat", "wchan", "syscall"].map { read("\(folder)/task/\(thread)/\($0)") }
        .joined(separator: " ").replacing("\n", with: " ")
    }
    return (lines + [read("\(folder)/status"), screen.text]).joined(separator: "\n")
  }

  /// Waits until job control has stopped the program.
  package func waitForStop() -> Int32? {
    var status: Int32 = 0
    guard waitpid(process, &status, WUNTRACED) == process, status & 0xFF == 0x7F else {
      return nil
    }
    return status >> 8 & 0xFF
  }
}

/// Waits for a process on a thread of its own; until it is reaped, no other has its number.
private final class Status: @unchecked Sendable {
  // Guarded: only the thread that reaps it uses it.
  private var value: Int32 = 0
  private let process: pid_t

  init(_ process: pid_t) { self.process = process }

  func wait() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
  }

  func reap() { waitpid(process, &value, 0) }

  var ending: Ending {
    value & 0x7F == 0 ? .exited(value >> 8 & 0xFF) : .signaled(value & 0x7F)
  }
}
