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

/// Prompts on a pseudo-terminal, after whose end the terminal is as it was.
@Suite(.serialized, .onItsOwnThread) struct PromptTests {
  private static let runtimes = ["async", "callbacks", "callersThread"]

  /// Starts the probe by a shell command in which `$PROBE` is its path.
  private func start(
    _ command: String, _ environment: [String: String] = [:]
  ) throws -> (PseudoTerminal, attributes: String) {
    let terminal = try PseudoTerminal()
    let attributes = terminal.attributes
    try terminal.start(
      "/bin/bash", ["-c", command],
      environment: ["PROBE": PseudoTerminal.probePath].merging(environment) { $1 })
    return (terminal, attributes)
  }

  private func expectEnd(
    _ ending: Ending, _ started: (terminal: PseudoTerminal, attributes: String)
  ) throws {
    #expect(try started.terminal.waitForEnd() == ending)
    #expect(started.terminal.attributes == started.attributes)
    #expect(started.terminal.screen.modesLeftOn == [])
    #expect(started.terminal.screen.violations == [])
  }

  @Test(arguments: runtimes)
  func theResultIsInThePipeAndTheQuestionsOnTheTerminal(_ runtime: String) throws {
    for errors in ["", "2>/dev/null"] {
      let program = try start(
        "r=$(\"$PROBE\" --prompt \(runtime) \(errors)); echo \"status $? got $r\"")
      try program.0.waitFor("? Name")
      program.0.type("Ada\r")
      try program.0.waitFor("? Pin")
      program.0.type("123\r")
      try program.0.waitFor("status 0 got Ada 123")
      #expect(program.0.screen.text.hasPrefix("✓ Name  Ada\n✓ Pin  ••••••••\nstatus 0"))
      try expectEnd(.exited(0), program)
    }
  }

  @Test(arguments: runtimes)
  func keysThatWereTypedAheadAnswerTheNextPrompts(_ runtime: String) throws {
    let program = try start("\"$PROBE\" --prompt \(runtime)")
    program.0.type("Ada\r123\r")
    try program.0.waitFor("Ada 123")
    try expectEnd(.exited(0), program)
  }

  /// The first prompt asks; its answer may come while the terminal is given back, among keys.
  @Test func theBackgroundIsAskedForOnce() throws {
    // A remote terminal has five seconds.
    let program = try start("exec \"$PROBE\" --prompt async", ["SSH_TTY": "x"])
    program.0.answers = false
    try program.0.waitFor("? Name")
    program.0.type("Ada\r")
    try program.0.waitFor("✓ Name  Ada")
    program.0.type("1\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62;22c2")
    try program.0.waitFor("••")
    program.0.type("3\r")
    try program.0.waitFor("Ada 123")
    let output = String(decoding: program.0.output, as: UTF8.self)
    #expect(output.components(separatedBy: "]11;?").count == 2)
    // The accent of the dark look is in the first question alone: in its mark and in its edge.
    #expect(output.components(separatedBy: "38;5;117").count == 3)
    #expect(output.contains("38;5;25"))
    #expect(program.0.screen.violations == [])
    try expectEnd(.exited(0), program)
  }

  @Test(arguments: runtimes)
  func cancellingTheTaskInAReducerEndsThePrompt(_ runtime: String) throws {
    let program = try start("\"$PROBE\" --prompt \(runtime)")
    try program.0.waitFor("? Name")
    program.0.type("cancel\r")
    try program.0.waitFor("failed with 130")
    #expect(program.0.screen.text.hasPrefix("✗ Name  cancelled\nfailed with 130"))
    try expectEnd(.exited(130), program)
  }

  @Test(arguments: [
    ("", "\u{3}", Ending.signaled(2), "✗ Name  cancelled"),
    ("--returned", "\u{3}", .signaled(2), "✗ Name  cancelled\nfailed with 130"),
    ("", "\u{1B}", .exited(130), "✗ Name  cancelled\nfailed with 130"),
    ("", "\u{4}", .exited(65), "✗ Name  cancelled\nfailed with 65\nThe input ended"),
  ])
  func leavingEndsAsAShellExpects(
    _ words: String, _ key: String, _ ending: Ending, _ picture: String
  ) throws {
    let program = try start("exec \"$PROBE\" --prompt \(words) callbacks")
    try program.0.waitFor("? Name")
    program.0.type(key)
    try expectEnd(ending, program)
    #expect(program.0.screen.text.hasPrefix(picture))
  }

  @Test func aSignalEndsThePromptAndTheProcess() throws {
    let program = try start("exec \"$PROBE\" --prompt async")
    try program.0.waitFor("? Name")
    program.0.send(signal: 15)
    try expectEnd(.signaled(15), program)
    #expect(program.0.screen.text == "✗ Name  cancelled")
  }

  /// A prompt for several options took the characters of a paste one by one, and ctrl-C after them.
  @Test(arguments: ["\u{1B}[201~", ""])
  func ctrlCEndsAPromptDuringAndAfterALargePaste(_ end: String) throws {
    let program = try start("exec \"$PROBE\" --prompt --choices callbacks")
    try program.0.waitFor("? Some")
    program.0.type("\u{1B}[200~\(String(repeating: "option 1 ", count: 100_000))\(end)")
    program.0.type("\u{3}")
    // While the paste has no end, only a ctrl-C that comes after a pause is a key.
    for _ in 0..<100 where end.isEmpty && !program.0.screen.text.contains("cancelled") {
      if program.0.read(before: Date(timeIntervalSinceNow: 0.3)) { continue }
      program.0.type("\u{3}")
    }
    try expectEnd(.signaled(2), program)
  }

  @Test func dataOnStandardInputIsLeftIfTheOptionsSaySo() throws {
    let program = try start("echo data | { \"$PROBE\" --prompt --data async; cat; }")
    try program.0.waitFor("? Name")
    program.0.type("Ada\r1\r")
    try program.0.waitFor("data")
    #expect(program.0.screen.text.hasSuffix("Ada 1\ndata"))
    try expectEnd(.exited(0), program)
  }

  // MARK: In words

  @Test(arguments: [["TERM": "dumb"], ["SPINTTY": "plain"], ["SPINTTY_ACCESSIBLE": "1"]])
  func promptsAskInWords(_ environment: [String: String]) throws {
    let program = try start("exec \"$PROBE\" --prompt async", environment)
    try program.0.waitFor("Name?")
    program.0.type("A\n")
    try program.0.waitFor("Two letters or more.\nName?")
    program.0.type("Ada\n")
    try program.0.waitFor("Pin?")
    try program.0.wait("the terminal still shows what is typed") { $0.attributes != program.1 }
    program.0.type("123\n")
    try program.0.waitFor("Ada 123")
    #expect(
      program.0.screen.text == "Name? A\nTwo letters or more.\nName? Ada\nPin?\nAda 123")
    #expect(!program.0.output.contains(0x1B))
    try expectEnd(.exited(0), program)
  }

  /// A secret that was typed in words, and its terminal, when a signal comes.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM, SIGABRT])
  func aSignalThatEndsASecretInWordsRestoresTheTerminal(_ signal: Int32) throws {
    try expectRestoration(after: signal)
  }

  @Test func afterAFaultASecretInWordsRestoresTheTerminal() throws {
    try expectRestoration(after: SIGSEGV)
  }

  private func expectRestoration(after signal: Int32) throws {
    let program = try start("exec \"$PROBE\" --prompt async", ["TERM": "dumb"])
    program.0.type("Ada\n")
    try program.0.waitFor("Pin?")
    try program.0.wait("the terminal still shows what is typed") { $0.attributes != program.1 }
    program.0.send(signal: signal)
    try expectEnd(.signaled(signal), program)
  }

  /// The terminal must show again what is typed.
  @Test(arguments: [
    ("", "\u{3}", Ending.signaled(2)), ("--returned", "\u{3}", .signaled(2)),
    ("", "\u{4}", .exited(65)),
  ])
  func leavingASecretInWordsRestoresTheTerminal(
    _ words: String, _ key: String, _ ending: Ending
  ) throws {
    let program = try start("exec \"$PROBE\" --prompt \(words) async", ["TERM": "dumb"])
    program.0.type("Ada\n")
    try program.0.waitFor("Pin?")
    try program.0.wait("the terminal still shows what is typed") { $0.attributes != program.1 }
    program.0.type(key)
    try expectEnd(ending, program)
  }
}
