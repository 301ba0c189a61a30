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

/// Suspending, resuming, and other programs on the same terminal.
@Suite(.serialized, .onItsOwnThread) struct JobControlTests {
  /// A shell with job control, and the probe as its job.
  private func shell(
    _ command: String = "", _ environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try terminal.start(
      "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
      environment: ["HISTFILE": "/dev/null", "PS1": "shell> "].merging(environment) { $1 })
    try terminal.waitFor("shell>")
    terminal.type("\(PseudoTerminal.probePath)\(command); echo status=$?\n")
    try terminal.waitFor("ready \(environment["SPINTTY_QUERY"] != "0")")
    return terminal
  }

  /// Waits until the shell shows its prompt on a terminal in order.
  private func waitForShell(_ terminal: PseudoTerminal, _ text: String) throws {
    try terminal.wait("the shell does not say \(text)") {
      $0.screen.text.contains(text) && $0.screen.text.hasSuffix("shell>")
        && $0.screen.modesLeftOn == []
    }
  }

  @Test func ctrlZAndForegroundUnderAShell() throws {
    let terminal = try shell()
    terminal.type("\u{1A}")
    try waitForShell(terminal, "Stopped")
    let cooked = terminal.attributes
    terminal.type("echo between\n")
    try waitForShell(terminal, "\nbetween\n")
    #expect(terminal.attributes == cooked)
    terminal.type("fg\n")
    try terminal.waitFor("resumed")
    terminal.type("q")
    try waitForShell(terminal, "status=")
    #expect(terminal.attributes == cooked)
    #expect(terminal.screen.violations == [])
  }

  /// The kernel tells a new size only to the job in the foreground, which is the shell.
  @Test func aSizeThatChangedDuringAPauseIsTold() throws {
    let terminal = try shell()
    terminal.type("\u{1A}")
    try waitForShell(terminal, "Stopped")
    terminal.resize(columns: 50, rows: 20)
    terminal.type("fg\n")
    try terminal.waitFor("size 50x20")
    try terminal.waitFor("resumed")
    terminal.type("q")
    try waitForShell(terminal, "status=")
    #expect(terminal.screen.violations == [])
  }

  @Test func aJobThatWasSentToTheBackgroundStopsUntilItIsBroughtBack() throws {
    let terminal = try shell()
    terminal.type("\u{1A}")
    try waitForShell(terminal, "Stopped")
    let cooked = terminal.attributes
    terminal.type("bg\n")
    try terminal.waitFor("&")
    // The shell tells of the second stop before its next prompt.
    terminal.type("wait\n")
    try terminal.wait("the job does not stop again") {
      $0.screen.text.components(separatedBy: "Stopped").count > 2
        && $0.screen.text.hasSuffix("shell>")
    }
    #expect(terminal.screen.modesLeftOn == [] && terminal.attributes == cooked)
    terminal.type("fg\n")
    try terminal.waitFor("resumed")
    terminal.type("q")
    try waitForShell(terminal, "status=")
    #expect(terminal.attributes == cooked)
  }

  /// A shell continues a stopped job that it asks to end, and the job stopped again.
  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT], [0, SIGTSTP, SIGSTOP])
  func aSignalThatAsksForTheEndEndsASuspendedJob(_ signal: Int32, stoppedBy stop: Int32) throws {
    // Stopped by SIGSTOP, the view gives the terminal back only at the end, in the background.
    let terminal =
      try stop == SIGSTOP ? shell(" --inline --focus", ["SPINTTY_QUERY": "0"]) : shell()
    if stop == 0 { terminal.type("\u{1A}") } else { try terminal.sendToForeground(signal: stop) }
    try terminal.wait("the job does not stop") {
      $0.screen.text.contains("Stopped") && $0.screen.text.hasSuffix("shell>")
    }
    let cooked = terminal.attributes
    terminal.type("kill -\(signal) %1; kill -CONT %1; wait %1; echo status=$?\n")
    try waitForShell(terminal, "status=\(128 + signal)")
    #expect(terminal.attributes == cooked)
    // The shell wrote in the view's modes.
    if stop != SIGSTOP { #expect(terminal.screen.violations == []) }
  }

  @Test func aJobThatIsStartedInTheBackgroundWaitsForTheForeground() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(
      "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"], environment: ["PS1": "shell> "])
    try terminal.waitFor("shell>")
    terminal.type("\(PseudoTerminal.probePath) &\nwait\n")
    try waitForShell(terminal, "Stopped")
    #expect(!terminal.output.contains(0x1B))
    terminal.type("fg\n")
    try terminal.waitFor("ready true")
    terminal.type("q")
    try waitForShell(terminal, "TerminalProbe")
  }

  /// It stopped, and nobody could continue it.
  @Test func aStopThatTheProcessIgnoresIsIgnoredByAnEditorToo() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(
      "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
      environment: [
        "HISTFILE": "/dev/null", "PS1": "shell> ", "PROBE": PseudoTerminal.probePath,
        "EDITOR": "sh -c 'kill -TSTP $$; echo going on; read line'",
      ])
    try terminal.waitFor("shell>")
    terminal.type("(trap '' TSTP; exec \"$PROBE\"); echo status=$?\n")
    try terminal.waitFor("ready true")
    terminal.type("v")
    try terminal.waitFor("going on")
    terminal.type("\n")
    try terminal.waitFor("child exited with status 0")
    terminal.type("q")
    try waitForShell(terminal, "status=0")
  }

  @Test func theSignalToStopIsObeyedAsTheKeyIs() throws {
    let terminal = try shell(" --inline")
    terminal.type("k")
    try terminal.waitFor("text k")
    terminal.type("\u{1A}")
    try waitForShell(terminal, "Stopped")
    terminal.type("fg\n")
    try terminal.waitFor("resumed")
    // The job in the foreground, from outside.
    try terminal.sendToForeground(signal: SIGTSTP)
    try terminal.wait("the shell does not tell of a second stop") {
      $0.screen.text.components(separatedBy: "Stopped").count > 2
        && $0.screen.text.hasSuffix("shell>") && $0.screen.modesLeftOn == []
    }
    terminal.type("fg\n")
    try terminal.wait("no second return") {
      $0.screen.text.components(separatedBy: "resumed").count > 3
    }
    terminal.type("q")
    try waitForShell(terminal, "status=")
    #expect(terminal.screen.violations == [])
  }

  @Test func aProgramThatNoShellCouldWakeIsNotStopped() throws {
    let terminal = try PseudoTerminal.probe()
    terminal.type("\u{1A}")
    try terminal.waitFor("resumed")
    terminal.send(signal: SIGTSTP)
    try terminal.wait("no second return") {
      $0.screen.text.components(separatedBy: "resumed").count > 2
    }
    try terminal.quit()
  }

  @Test func aStopThatCannotBeCaughtIsRepairedAfterwards() throws {
    let terminal = try PseudoTerminal.probe("--mouse")
    try terminal.waitFor("ready true")
    let before = terminal.attributes
    terminal.send(signal: SIGSTOP)
    #expect(terminal.waitForStop() == SIGSTOP)
    // The shell makes the terminal usable for itself.
    var attributes = termios()
    tcgetattr(terminal.slave, &attributes)
    attributes.c_lflag |= tcflag_t(ECHO | ICANON)
    tcsetattr(terminal.slave, TCSANOW, &attributes)
    terminal.screen.feed("\u{1B}[?25h\u{1B}[?1003l")
    terminal.send(signal: SIGCONT)
    try terminal.waitFor("resumed")
    #expect(terminal.attributes == before)
    #expect(terminal.screen.isSet(1003) && !terminal.screen.isSet(25))
    try terminal.quit()
  }
}
