import Foundation
import SpinTestSupport
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

/// Signals to which a view listens and effects too, and keys that end or interrupt a program.
@Suite(.serialized, .onItsOwnThread) struct SharedSignalTests {
  private let orders: NamedPipe
  private let news: NamedPipe

  init() throws {
    orders = try NamedPipe()
    news = try NamedPipe()
  }

  private func program(
    _ words: String, environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal.probe(
      "--program \(words) callersThread", orders: orders, news: news)
    #expect(news.line() == "running")
    try terminal.waitFor("ready")
    return terminal
  }

  /// Types keys, and waits until the last one, which makes a note of itself, was reduced.
  private func type(_ keys: String, _ terminal: PseudoTerminal) throws {
    terminal.type(keys)
    try terminal.waitFor("\n\(keys.suffix(1))")
  }

  @Test(.promises("14.5"))
  func anEffectThatListensToResizesLeavesThemToTheView() throws {
    let terminal = try program("")
    try type("rx", terminal)
    terminal.resize(columns: 50, rows: 20)
    try terminal.waitFor("ready 50")
    try terminal.waitFor("heard resize")
    terminal.resize(columns: 40, rows: 20)
    try terminal.waitFor("ready 40")
    try terminal.quit()
  }

  @Test func aSignalEndsAViewWhoseOwnEffectListensToIt() throws {
    let terminal = try program("")
    try type("tx", terminal)
    terminal.send(signal: SIGTERM)
    #expect(try terminal.waitForEnd() == .signaled(SIGTERM))
    #expect(terminal.screen.modesLeftOn == [])
  }

  @Test(.promises("14.5"))
  func aLoopThatListenedBeforeTheViewHearsTheSignalThatEndsIt() throws {
    let terminal = try program("before saves")
    terminal.send(signal: SIGTERM)
    let told = Set([news.line(), news.line()])
    #expect(told == ["saving", "heard by another loop"], "\(terminal.whereabouts)")
    orders.put("go on")
    #expect(try terminal.waitForEnd() == .signaled(SIGTERM))
    #expect(terminal.screen.modesLeftOn == [])
  }

  /// It used to put the view's handler back, which nobody read any more.
  @Test(.promises("14.6"))
  func aLoopThatOutlivesAViewRestoresTheActionFromBeforeBoth() throws {
    let terminal = try program("meanwhile returned")
    try type("lx", terminal)
    terminal.type("q")
    #expect(news.line() == "tidied up: quit")
    #expect(news.line() == "alone")
    terminal.send(signal: SIGTERM)
    #expect(try terminal.waitForEnd() == .signaled(SIGTERM))
    #expect(terminal.screen.modesLeftOn == [])
  }

  @Test func aSignalDuringTheLastStepsEndsTheProcessAfterThem() throws {
    let terminal = try program("saves")
    terminal.send(signal: SIGHUP)
    #expect(news.line() == "saving")
    terminal.send(signal: SIGTERM)
    orders.put("go on")
    let ending = try terminal.waitForEnd()
    #expect(ending == .signaled(SIGHUP) || ending == .signaled(SIGTERM))
    #expect(terminal.screen.modesLeftOn == [])
  }

  /// Its thread reads no key and no signal; the reducer holds it.
  @Test(arguments: [SIGTERM, SIGHUP])
  func aProgramWhoseThreadHangsIsEndedByOneSignal(_ signal: Int32) throws {
    let terminal = try program("impatient")
    terminal.type("h")
    #expect(news.line() == "hanging")
    terminal.send(signal: signal)
    #expect(try terminal.waitForEnd() == .signaled(signal))
    #expect(terminal.screen.modesLeftOn == [])
  }

  /// It used to live on, and the view noted the signal.
  @Test func aForkedChildTakesSignalsAsItDidWithoutAView() throws {
    let terminal = try program("")
    terminal.type("f")
    let child = try #require(Int32(news.line().dropFirst("child ".count)))
    kill(child, SIGTERM)
    let line = news.line()
    #expect(line == "ended by \(SIGTERM)")
    if line.isEmpty { kill(child, SIGKILL) }
    try type("x", terminal)
    try terminal.quit()
  }

  @Test func aCtrlCThatIsDroppedAsARepeatWasDealtWith() throws {
    let terminal = try program("")
    terminal.type("\u{3}")
    try terminal.waitFor("cancel")
    try type("\u{3}x", terminal)
    try type("\u{3}y", terminal)
    try terminal.quit()
  }

  /// The terminal sends the letter of the layout, and that of the standard keyboard if asked to.
  @Test func aKeyboardOfAnotherAlphabetHasTheSameChords() throws {
    let terminal = try program("")
    try terminal.wait("the keyboard is not asked for") { $0.screen.keyboardFlags != 0 }
    terminal.send(terminal.screen.bytes(pressing: "с", base: "c", .ctrl))
    try terminal.waitFor("cancel")
    try terminal.quit()
  }

  /// The Y of a German keyboard is where the standard keyboard has Z.
  @Test func aLatinKeyboardKeepsItsOwnChords() throws {
    let terminal = try program("")
    try terminal.wait("the keyboard is not asked for") { $0.screen.keyboardFlags != 0 }
    terminal.send(terminal.screen.bytes(pressing: "j", base: "c", .ctrl))
    try type("x", terminal)
    #expect(!terminal.screen.text.contains("cancel"))
    try terminal.quit()
  }

  #if os(Linux)
    /// Another program that shares the terminal may read the key that both were told of.
    @Test func noReadOfTheTerminalWaits() throws {
      let terminal = try program("")
      let folder = "/proc/\(terminal.process)"
      let flags = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd")
        .compactMap { Int($0) }.filter { $0 > 4 }
        .filter {
          let path = try FileManager.default.destinationOfSymbolicLink(
            atPath: "\(folder)/fd/\($0)")
          return path == terminal.path
        }
        .map { try String(contentsOfFile: "\(folder)/fdinfo/\($0)", encoding: .utf8) }
        .compactMap { text in
          text.split(separator: "\n").first { $0.hasPrefix("flags:") }
            .flatMap { Int32($0.split(separator: "\t")[1], radix: 8) }
        }
      #expect(flags.contains { $0 & O_ACCMODE == O_RDWR && $0 & O_NONBLOCK != 0 }, "\(flags)")
      try terminal.quit()
    }
  #endif
}
