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

/// Whatever stops a program, its terminal is as it was before, and is the program's again after the return.
///
/// The parent of the program stops nothing and restores nothing, as a script does.
@Suite(.serialized, .onItsOwnThread) struct StopTests {
  /// A way in which a program has changed its terminal.
  struct Way: Sendable, CustomTestStringConvertible {
    let words: String
    var environment: [String: String] = [:]
    /// What is typed before, each text when the one beside it is shown.
    var before: [(shown: String, typed: String)] = []
    let shown: String
    /// What is shown after the return, and what then ends the program.
    let back: String
    let end: String

    var testDescription: String { "\(words) \(environment["TERM"] ?? "")" }
  }

  static let ways = [
    Way(
      words: "--prompt async", environment: ["TERM": "dumb"], before: [("Name?", "Ada\n")],
      shown: "Pin?", back: "go\nPin?", end: "123\n"),
    Way(
      words: "--prompt async", environment: ["SPINTTY_ACCESSIBLE": "1"],
      before: [("Name?", "Ada\n")], shown: "Pin?", back: "go\nPin?", end: "123\n"),
    Way(
      words: "--prompt async", before: [("? Name", "Ada\r")], shown: "? Pin", back: "go\n? Pin",
      end: "123\r"),
    Way(words: "--inline", shown: "ready true", back: "resumed", end: "q"),
    Way(words: "--mouse", shown: "ready true", back: "resumed", end: "q"),
  ]

  /// Starts the program of a way as a job of a script, which continues it after a line.
  private func start(_ way: Way) throws -> (PseudoTerminal, attributes: String) {
    let terminal = try PseudoTerminal()
    let attributes = terminal.attributes
    let script =
      "set -m; \"$PROBE\" \(way.words); echo \"stopped $?\"; read -r order; fg >/dev/null; "
      + "echo \"status $?\""
    try terminal.start(
      "/bin/bash", ["-c", script],
      environment: ["PROBE": PseudoTerminal.probePath].merging(way.environment) { $1 })
    for (shown, typed) in way.before {
      try terminal.waitFor(shown)
      terminal.type(typed)
    }
    try terminal.waitFor(way.shown)
    try terminal.wait("the terminal is not changed") { $0.attributes != attributes }
    return (terminal, attributes)
  }

  /// Brings the program back, and lets it end.
  private func finish(_ terminal: PseudoTerminal, _ way: Way, _ attributes: String) throws {
    terminal.type("go\n")
    try terminal.waitFor(way.back)
    try terminal.wait("the terminal is not changed again") { $0.attributes != attributes }
    terminal.type(way.end)
    try terminal.waitFor("status 0")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.attributes == attributes)
    #expect(terminal.screen.modesLeftOn == [])
    #expect(terminal.screen.violations == [])
  }

  /// A secret in words left the terminal without an echo, and SIGTTIN and SIGTTOU all that was changed.
  @Test(arguments: ways, [0, SIGTSTP, SIGTTIN, SIGTTOU])
  func aSignalThatStopsGivesTheTerminalBack(_ way: Way, _ signal: Int32) throws {
    let (terminal, attributes) = try start(way)
    if signal == 0 {
      terminal.type("\u{1A}")
    } else {
      try terminal.sendToForeground(signal: signal)
    }
    try terminal.waitFor("stopped \(128 + (signal == 0 ? SIGTSTP : signal))")
    #expect(terminal.attributes == attributes)
    #expect(terminal.screen.modesLeftOn == [])
    try finish(terminal, way, attributes)
  }

  /// The shell, or the script, makes the terminal usable for itself.
  @Test(arguments: ways.prefix(1))
  func aStopThatCannotBeCaughtIsRepairedAfterwards(_ way: Way) throws {
    let (terminal, attributes) = try start(way)
    try terminal.sendToForeground(signal: SIGSTOP)
    try terminal.waitFor("stopped \(128 + SIGSTOP)")
    var usable = termios()
    tcgetattr(terminal.slave, &usable)
    usable.c_lflag |= tcflag_t(ECHO)
    tcsetattr(terminal.slave, TCSANOW, &usable)
    try finish(terminal, way, attributes)
  }

  /// The terminal of a stopped job is the shell's, also when the job continues in the background.
  @Test func aSecretInTheBackgroundHidesNothingOfTheShell() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(
      "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
      environment: ["HISTFILE": "/dev/null", "PS1": "shell> "])
    try terminal.waitFor("shell>")
    let cooked = terminal.attributes
    terminal.type("TERM=dumb \(PseudoTerminal.probePath) --prompt async\n")
    try terminal.waitFor("Name?")
    terminal.type("Ada\n")
    try terminal.waitFor("Pin?")
    try terminal.wait("the terminal still shows what is typed") { $0.attributes != cooked }
    for (number, order) in ["\u{1A}", "bg\nwait\n"].enumerated() {
      terminal.type(order)
      try terminal.wait("the job does not stop") {
        $0.screen.text.components(separatedBy: "Stopped").count == number + 2
          && $0.screen.text.hasSuffix("shell>")
      }
      #expect(terminal.attributes == cooked)
    }
    terminal.type("kill -TERM %1; kill -CONT %1; wait %1; echo status=$?\n")
    try terminal.waitFor("status=143")
    #expect(terminal.attributes == cooked)
    #expect(!terminal.output.contains(0x1B))
  }
}
