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
@Suite(.serialized, .onItsOwnThread) struct HangUpTests {
  /// A program that saves when it is told to end, for as long as the orders keep it waiting.
  private func saving(_ orders: NamedPipe, _ news: NamedPipe) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal.probe("--save", orders: orders, news: news)
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
  /// gone can always be read.
  ///
  /// The program used to look without a pause.
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
