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

/// Whatever ends a program, its terminal is as it was before.
@Suite(.serialized, .onItsOwnThread) struct RestorationTests {
  /// Starts the probe, lets it end, and compares.
  private func ending(
    _ arguments: String..., backtrace: Bool = false, sending signal: Int32? = nil,
    by end: (PseudoTerminal) throws -> Void
  ) throws -> Ending {
    let terminal = try PseudoTerminal()
    terminal.type("123")
    let before = terminal.attributes
    try terminal.start(
      PseudoTerminal.probePath, arguments,
      environment: ["SWIFT_BACKTRACE": "enable=\(backtrace ? "yes,color=no,interactive=no" : "no")"]
    )
    try terminal.waitFor("ready true")
    #expect(terminal.attributes != before)
    try end(terminal)
    let ending = try terminal.waitForEnd(sending: signal)
    #expect(terminal.attributes == before)
    #expect(terminal.screen.modesLeftOn == [])
    #expect(terminal.screen.violations == [])
    return ending
  }

  @Test func afterANormalEnd() throws {
    #expect(try ending { $0.type("q") } == .exited(0))
  }

  /// A fifth of a second was all that a terminal had to take the bytes that restore it.
  @Test func afterANormalEndOfWhichTheTerminalHearsLate() throws {
    let (orders, news) = (try NamedPipe(), try NamedPipe())
    let terminal = try PseudoTerminal.probe("--late-clock", orders: orders, news: news)
    try terminal.waitFor("ready true")
    terminal.type("q")
    #expect(news.line() == "ending")
    terminal.isTaking = false
    // It looks at the time when it begins to restore, and when nothing of that was taken.
    for look in ["ending", "late"] {
      orders.put(look)
      #expect(news.line() == "late")
    }
    terminal.isTaking = true
    for _ in 0..<8 { orders.put("on time") }
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(try terminal.attributes == PseudoTerminal().attributes)
    #expect(terminal.screen.modesLeftOn == [])
    #expect(terminal.screen.violations == [])
  }

  /// The view was drawn on the main screen, and its end erased that.
  @Test func afterAStartOfWhichTheTerminalHearsLate() throws {
    let (orders, news) = (try NamedPipe(), try NamedPipe())
    let terminal = try PseudoTerminal()
    let command = "echo before; read line; exec \"$PROBE\" --late-start"
    try terminal.start(
      "/bin/sh", ["-c", "\(command) 3< \(orders.path) 4> \(news.path)"],
      environment: ["PROBE": PseudoTerminal.probePath])
    try terminal.waitFor("before")
    terminal.isTaking = false
    terminal.type("\n")
    #expect(news.line() == "starting")
    for look in ["start", "begin to wait", "wait"] {
      orders.put(look)
      #expect(news.line() == "late")
    }
    terminal.isTaking = true
    orders.put("ask")
    try terminal.waitFor("ready true")
    #expect(terminal.screen.isAlternateScreen)
    try terminal.quit()
    #expect(terminal.screen.text.contains("before"))
  }

  /// Another program made it read lines, and the user typed ctrl-D: the program was told that it was gone.
  @Test func afterAnEndOfInputThatIsNoEnd() throws {
    let ending = try ending {
      let raw = $0.attributes
      var attributes = termios()
      tcgetattr($0.slave, &attributes)
      attributes.c_lflag |= tcflag_t(ICANON)
      tcsetattr($0.slave, TCSANOW, &attributes)
      $0.type("\u{4}y")
      try $0.waitFor("text y")
      #expect($0.attributes == raw)
      $0.type("q")
    }
    #expect(ending == .exited(0))
  }

  @Test func afterAnErrorWasThrown() throws {
    #expect(try ending("--throw") { $0.type("q") } == .exited(3))
  }

  @Test func withEveryModeOn() throws {
    #expect(try ending("--mouse", "--focus") { $0.type("q") } == .exited(0))
  }

  @Test func afterAnInlineView() throws {
    #expect(try ending("--inline") { $0.type("q") } == .exited(0))
  }

  @Test(arguments: ["x", "X"])
  func afterExitOnAnyThread(_ key: String) throws {
    #expect(try ending { $0.type(key) } == .exited(7))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func afterASignalOfWhichTheProgramThenDies(_ signal: Int32) throws {
    #expect(try ending { $0.send(signal: signal) } == .signaled(signal))
  }

  @Test func afterASignalThatCameWhileTheTerminalWasGivenBack() throws {
    #expect(try ending("--late") { $0.type("q") } == .signaled(SIGTERM))
  }

  @Test func afterASignalThatTheProgramTriesToRefuse() throws {
    let start = ContinuousClock.now
    #expect(try ending { $0.send(signal: SIGQUIT) } == .signaled(SIGQUIT))
    #expect(ContinuousClock.now - start >= .seconds(2))
  }

  @Test func afterTwoInterruptsOfAProgramThatHangs() throws {
    #expect(try ending(sending: SIGINT) { $0.type("h") } == .signaled(SIGINT))
  }

  /// `timeout` sends its signal to its child, and then to the group: the second one ended the process.
  @Test func afterTwoSignalsAtOnceWhichAreOneRequest() throws {
    // A busy machine may let 0.2 s pass between the two, which are then two requests.
    #expect(try (0..<3).contains { _ in try savesAfterTwoSignalsAtOnce() })
  }

  private func savesAfterTwoSignalsAtOnce() throws -> Bool {
    let (orders, news) = (try NamedPipe(), try NamedPipe())
    let terminal = try PseudoTerminal.probe("--save", orders: orders, news: news)
    try terminal.waitFor("ready true")
    // Both arrive when it goes on.
    terminal.send(signal: SIGSTOP)
    #expect(terminal.waitForStop() == SIGSTOP)
    for signal in [SIGINT, SIGTERM, SIGCONT] { terminal.send(signal: signal) }
    let isSaving = news.line() == "saving"
    orders.put("go on")
    let isSaved = isSaving && news.line() == "saved"
    let ending = try terminal.waitForEnd()
    #expect(ending == .signaled(SIGINT) || ending == .signaled(SIGTERM))
    #expect(terminal.screen.modesLeftOn == [])
    return isSaved
  }

  @Test func afterTwoKeysOfInterruptThatNobodyDealtWith() throws {
    let ending = try ending {
      $0.type("\u{3}")
      try $0.waitFor("key ctrl+c")
      $0.type("\u{3}")
    }
    #expect(ending == .signaled(SIGINT))
  }

  @Test func afterAKeyThatEndsTheProgramAsTheSignalWould() throws {
    #expect(try ending { $0.type("\u{7}") } == .signaled(SIGINT))
  }

  @Test func aSecondInterruptIsHarmlessOnceTheFirstWasDealtWith() throws {
    let ending = try ending {
      $0.type("\u{3}")
      try $0.waitFor("3: key ctrl+c")
      $0.type("\u{4}")
      try $0.waitFor("4: key ctrl+d")
      $0.type("\u{3}")
      try $0.waitFor("5: key ctrl+c")
      $0.type("q")
    }
    #expect(ending == .exited(0))
  }

  @Test(arguments: ["t", "T"], [false, true])
  func afterATrapOnAnyThread(_ key: String, backtrace: Bool) throws {
    let ending = try ending(backtrace: backtrace) { $0.type(key) }
    #if arch(arm64)
      #expect(ending == .signaled(SIGTRAP))
    #else
      #expect(ending == .signaled(SIGILL))
    #endif
  }

  @Test(arguments: [false, true])
  func afterAnAccessToNothing(backtrace: Bool) throws {
    #expect(try ending(backtrace: backtrace) { $0.type("n") } == .signaled(SIGSEGV))
  }

  @Test(arguments: [SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGTRAP], [false, true])
  func afterAFaultThatWasSent(_ signal: Int32, backtrace: Bool) throws {
    #expect(try ending(backtrace: backtrace) { $0.send(signal: signal) } == .signaled(signal))
  }

  @Test(arguments: [
    SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
  ])
  func afterASignalThatNobodyHandles(_ signal: Int32) throws {
    #expect(try ending { $0.send(signal: signal) } == .signaled(signal))
  }

  #if os(Linux)
    @Test(arguments: [SIGIO, SIGPWR, SIGSTKFLT, 40, 64])
    func afterASignalThatOnlyLinuxHas(_ signal: Int32) throws {
      #expect(try ending { $0.send(signal: signal) } == .signaled(signal))
    }
  #endif

  @Test func afterAWriteIntoAPipeThatNobodyReads() throws {
    #expect(try ending { $0.type("P") } == .signaled(SIGPIPE))
  }

  @Test func afterAStackOverflowOnTheTerminalThread() throws {
    #expect(try ending { $0.type("s") } == .signaled(SIGSEGV))
  }

  @Test(arguments: 0..<8)
  func afterAFaultInTheMidstOfFrames(_ count: Int) throws {
    let terminal = try PseudoTerminal(columns: 200, rows: 60, strict: false)
    let before = terminal.attributes
    try terminal.start(PseudoTerminal.probePath, ["--mouse"])
    try terminal.waitFor("ready true")
    // Nobody reads while these are drawn, so the terminal is full in the midst of a frame.
    for _ in 0..<count * 3 { terminal.type("f") }
    terminal.send(signal: count.isMultiple(of: 2) ? SIGSEGV : SIGABRT)
    let ending = try terminal.waitForEnd()
    #expect(ending == .signaled(count.isMultiple(of: 2) ? SIGSEGV : SIGABRT))
    #expect(terminal.attributes == before)
    #expect(terminal.screen.modesLeftOn == [])
  }

  @Test func afterAnAbort() throws {
    #expect(try ending { $0.type("a") } == .signaled(SIGABRT))
  }

  @Test func afterAnEmergencyRestorationByTheProgram() throws {
    #expect(try ending { $0.type("r") } == .exited(0))
  }

  @Test func theLastWordsOfATrapAreOnTheScreenThatStays() throws {
    let terminal = try PseudoTerminal.probe()
    terminal.type("L")
    _ = try terminal.waitForEnd()
    let printed = terminal.screen.scrollback.joined(separator: "\n") + terminal.screen.text
    #expect(printed.contains("Fatal error: bye"))
    #expect(!terminal.screen.isAlternateScreen)
  }
}
