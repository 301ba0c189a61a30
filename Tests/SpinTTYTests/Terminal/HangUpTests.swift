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

/// What happens when the terminal's window is closed.
@Suite(.serialized) struct HangUpTests {
  /// A program that saves when it is told to end, for as long as the orders keep it waiting.
  private func saving(_ orders: NamedPipe, _ news: NamedPipe) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try terminal.start(
      "/bin/sh", ["-c", "exec \"$PROBE\" --save 3< \(orders.path) 4> \(news.path)"],
      environment: ["PROBE": PseudoTerminal.probePath])
    try terminal.waitFor("ready true")
    return terminal
  }

  @Test func aClosedWindowEndsTheProgram() throws {
    let terminal = try PseudoTerminal.probe()
    terminal.hangUp()
    var status: Int32 = 0
    #expect(waitpid(terminal.process, &status, 0) == terminal.process)
    terminal.forget()
    #expect(status & 0x7F == SIGHUP || status >> 8 == 129)
  }

  @Test func aProgramHasTimeToSaveAfterItsWindowWasClosed() throws {
    let (orders, news) = (try NamedPipe(), try NamedPipe())
    let terminal = try saving(orders, news)
    terminal.hangUp()
    #expect(news.line() == "saving")
    orders.put("go on")
    #expect(news.line() == "saved")
    var status: Int32 = 0
    #expect(waitpid(terminal.process, &status, 0) == terminal.process)
    terminal.forget()
    #expect(status & 0x7F == SIGHUP || status >> 8 == 129)
  }

  /// Half a sequence is given up after a time, unless something can be read; and a terminal that is
  /// gone can always be read. The program used to look without a pause.
  @Test func aProgramWhoseTerminalIsGoneSleepsWhileItSaves() throws {
    let (orders, news) = (try NamedPipe(), try NamedPipe())
    let terminal = try saving(orders, news)
    terminal.type("1\u{1B}[?")
    try terminal.waitFor("text 1")
    terminal.hangUp()
    #expect(news.line() == "saving")
    var (status, usage) = (Int32(0), rusage())
    #expect(wait4(terminal.process, &status, 0, &usage) == terminal.process)
    terminal.forget()
    let times = [usage.ru_utime, usage.ru_stime]
    let used = times.map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }.reduce(0, +)
    #expect(used < 0.5, "\(used) s")
  }
}

/// A pipe with a name, for a conversation with a program whose terminal is gone.
private final class NamedPipe {
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
