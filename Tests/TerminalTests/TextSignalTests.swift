import Foundation
import SpinTesting
import TerminalTestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Signals and closed pipes where there is no screen.
@Suite(.serialized, .onItsOwnThread) struct TextSignalTests {
  private let orders: NamedPipe
  private let news: NamedPipe

  init() throws {
    orders = try NamedPipe()
    news = try NamedPipe()
  }

  /// A program that prints lines, on a terminal that takes lines.
  private func program(
    _ words: String, on runtime: String = "callbacks", before: String = "exec"
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try terminal.start(
      "/bin/bash",
      [
        "-c",
        "\(before) \"$PROBE\" --program \(words) \(runtime) 3< \(orders.path) 4> \(news.path)",
      ],
      environment: ["PROBE": PseudoTerminal.probePath, "SPINTTY": "plain"])
    #expect(news.line() == "running")
    return terminal
  }

  static let runtimes = ["async", "callbacks", "callersThread"]

  @Test(arguments: runtimes)
  func aProgramAnswersASignalAndTidiesUp(_ runtime: String) throws {
    let terminal = try program("returned saves", on: runtime)
    terminal.send(signal: SIGTERM)
    #expect(news.line() == "saving")
    orders.put("go on")
    #expect(news.line() == "tidied up: signal(15)")
    #expect(try terminal.waitForEnd() == .exited(143))
    #expect(terminal.screen.text.contains("saved"))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func aProgramThatDoesNotAnswerPrintsItsLastFrameAndEndsByTheSignal(_ signal: Int32) throws {
    let terminal = try program("")
    terminal.send(signal: signal)
    #expect(try terminal.waitForEnd() == .signaled(signal))
    #expect(terminal.screen.text.contains("ready"))
  }

  @Test func theInterruptOfTheTerminalIsHeard() throws {
    let terminal = try program("returned")
    terminal.type("\u{3}")
    #expect(news.line() == "tidied up: signal(2)")
    #expect(try terminal.waitForEnd() == .exited(130))
  }

  /// However the step is made, on the thread that reads keys or on another one.
  @Test(arguments: runtimes)
  func aReducerThatHangsIsLeftByASignal(_ runtime: String) throws {
    let terminal = try program("impatient", on: runtime)
    terminal.type("h\n")
    #expect(news.line() == "hanging")
    terminal.send(signal: SIGTERM)
    #expect(try terminal.waitForEnd() == .signaled(SIGTERM))
  }

  @Test(arguments: runtimes)
  func aSecondSignalEndsAReducerThatHangsAtOnce(_ runtime: String) throws {
    let terminal = try program("before returned", on: runtime)
    terminal.type("h\n")
    #expect(news.line() == "hanging")
    terminal.send(signal: SIGTERM)
    #expect(news.line() == "heard by another loop")
    // If no second signal counted, the run would be overdue after a while, and end by the first one.
    #expect(try terminal.waitForEnd(sending: SIGINT) == .signaled(SIGINT))
  }

  @Test func aSignalThatTheProcessIgnoresStaysIgnored() throws {
    let terminal = try program("returned", before: "trap '' TERM; exec")
    terminal.send(signal: SIGTERM)
    terminal.type("q\n")
    #expect(news.line() == "tidied up: quit")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func aSecondLoopHearsTheSignalToo() throws {
    let terminal = try program("before returned saves")
    terminal.send(signal: SIGTERM)
    #expect(Set([news.line(), news.line()]) == ["saving", "heard by another loop"])
    orders.put("go on")
    #expect(news.line() == "tidied up: signal(15)")
    #expect(try terminal.waitForEnd() == .exited(143))
  }

  @Test(arguments: runtimes)
  func aPipeThatNobodyReadsEndsARun(_ runtime: String) throws {
    let terminal = try PseudoTerminal()
    try terminal.start(
      "/bin/bash",
      [
        "-c",
        "\"$PROBE\" --program ticks stream returned \(runtime) 3< \(orders.path) 4> \(news.path)"
          + " | head -1; echo status ${PIPESTATUS[0]}",
      ], environment: ["PROBE": PseudoTerminal.probePath])
    #expect(news.line() == "running")
    #expect(news.line() == "tidied up: brokenPipe")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.text.contains("status 141"))
  }
}
