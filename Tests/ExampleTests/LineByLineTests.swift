import SpinTesting
import TerminalTestSupport
import Testing

/// The examples on terminals that take lines instead of keys, such as an editor's shell.
@Suite(.serialized, .onItsOwnThread) struct LineByLineTests {
  static let runtimes = ["async", "callbacks"]

  private func counter(
    _ runtime: String, _ environment: [String: String]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try terminal.start(
      PseudoTerminal.path(of: "counter"), ["--runtime", runtime, "--interval", "3600"],
      environment: environment)
    try terminal.waitFor("value: 10 fixed")
    return terminal
  }

  /// It used to print one line and end.
  @Test(arguments: runtimes, [["TERM": "dumb"], ["SPINTTY": "plain"], ["TERM": "dumb", "CI": ""]])
  func keysAreTypedAsLinesWhereThereIsNoScreen(
    _ runtime: String, _ environment: [String: String]
  ) throws {
    let terminal = try counter(runtime, environment)
    terminal.type("--\n")
    try terminal.waitFor("value: 8 fixed")
    terminal.type(" \n")
    try terminal.waitFor("value: 8 decreasing")
    terminal.type("q\n")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(!terminal.output.contains(0x1B))
  }

  @Test(arguments: runtimes)
  func theEndOfTypedInputEndsItOnceNothingCanChange(_ runtime: String) throws {
    let terminal = try counter(runtime, ["TERM": "dumb"])
    terminal.type("-\n")
    try terminal.waitFor("value: 9 fixed")
    terminal.type("\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func ctrlCIsTheSignalThere() throws {
    let terminal = try counter("callbacks", ["TERM": "dumb"])
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .signaled(2))
  }

  /// Nobody types there, and the program would never end.
  @Test func theTerminalOfABuildServerHasNoKeys() throws {
    let terminal = try counter("callbacks", ["CI": "true"])
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func aProgramWhoseOutputIsAPipeEndsWithoutKeys() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(
      "/bin/sh", ["-c", "\"$PROGRAM\" | cat"],
      environment: ["PROGRAM": PseudoTerminal.path(of: "counter")])
    try terminal.waitFor("value: 10 fixed")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
