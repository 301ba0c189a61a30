import Foundation
import TerminalTestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A pipe with a name, for a conversation with a program whose terminal is gone, or somebody else's.
final class NamedPipe {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  /// Open both ways, so that neither end waits for the other to be opened.
  private let descriptor: Int32

  init() throws {
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    descriptor = open(path, O_RDWR)
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  func put(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  /// The next line; what there is of it if the rest does not come.
  func line() -> String {
    var bytes: [UInt8] = []
    var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    while poll(&item, 1, 60_000) == 1, read(descriptor, &byte, 1) == 1, byte != 0x0A {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension PseudoTerminal {
  /// Starts the probe with orders to read from descriptor 3, and 4 to write news to.
  static func probe(
    _ option: String, orders: NamedPipe, news: NamedPipe, on terminal: PseudoTerminal? = nil
  ) throws -> PseudoTerminal {
    let terminal = try terminal ?? PseudoTerminal()
    try terminal.start(
      "/bin/sh", ["-c", "exec \"$PROBE\" \(option) 3< \(orders.path) 4> \(news.path)"],
      environment: ["PROBE": probePath])
    return terminal
  }
}
