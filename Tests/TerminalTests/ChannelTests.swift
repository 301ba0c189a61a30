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

/// Which descriptors a program draws on and reads keys from.
@Suite(.serialized, .onItsOwnThread) struct ChannelTests {
  private func start(_ command: String) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try terminal.start(
      "/bin/sh", ["-c", command], environment: ["PROBE": PseudoTerminal.probePath])
    return terminal
  }

  @Test func keysComeFromTheTerminalWhenStandardInputIsAPipe() throws {
    let terminal = try start("echo qqq | \"$PROBE\"")
    try terminal.waitFor("ready true")
    terminal.type("1q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.modesLeftOn == [])
  }

  @Test func aPipeAsStandardOutputMakesItPlain() throws {
    let terminal = try start("\"$PROBE\" | cat")
    try terminal.waitFor("plain")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(!terminal.output.contains(0x1B))
  }

  @Test func thePictureCanBeOnStandardErrorAndTheResultElsewhere() throws {
    let terminal = try start("r=$(\"$PROBE\" --errors --result); echo \"got $r\"")
    try terminal.waitFor("ready true")
    terminal.type("q")
    try terminal.waitFor("got result")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.modesLeftOn == [])
  }

  @Test func errorsThatLeadElsewhereAreLeftAlone() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let terminal = try start("\"$PROBE\" 2> \(file.path)")
    try terminal.waitFor("ready true")
    terminal.type("p")
    try terminal.waitFor("printed from print")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(try String(contentsOf: file, encoding: .utf8) == "from stderr\n")
  }

  @Test func aSignalThatWasIgnoredStaysIgnored() throws {
    let terminal = try start("trap '' HUP INT TSTP USR1; exec \"$PROBE\"")
    try terminal.waitFor("ready true")
    terminal.send(signal: SIGHUP)
    terminal.send(signal: SIGINT)
    terminal.send(signal: SIGUSR1)
    terminal.type("\u{1A}1")
    try terminal.waitFor("1: text 1")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func anUncapturedProgramPrintsOnTheScreen() throws {
    let terminal = try PseudoTerminal.probe("--uncaptured")
    try terminal.waitFor("ready true")
    terminal.type("p")
    try terminal.waitFor("from stderr")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  /// With standard error closed the view was drawn into the pipe that captures what is printed.
  @Test(arguments: ["exec \"$PROBE\" 2>&-", "echo x | exec \"$PROBE\" 2>&-", "exec \"$PROBE\" <&-"])
  func aStandardDescriptorThatIsClosedStaysSo(_ command: String) throws {
    let terminal = try start(command)
    try terminal.waitFor("ready true")
    #if os(Linux)
      if command.hasPrefix("exec") {
        let number = command.hasSuffix("<&-") ? 0 : 2
        #expect(access("/proc/\(terminal.process)/fd/\(number)", F_OK) != 0)
      }
    #endif
    terminal.type("p")
    try terminal.waitFor("printed from print")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.modesLeftOn == [])
  }

  #if os(Linux)
    /// Whoever closes standard error, the next file of the program has its number.
    @Test(arguments: ["--closing", "2>&-"])
    func noExplanationIsWrittenIntoAFileOfTheProgram(_ words: String) throws {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: file) }
      let terminal = try start(
        "exec \"$PROBE\" --mistaken \(words) \(file.path) </dev/null >/dev/full")
      #expect(try terminal.waitForEnd() == .exited(74))
      #expect(try Data(contentsOf: file).isEmpty)
    }

    @Test func anExplanationIsOnStandardError() throws {
      let terminal = try start(
        "exec \"$PROBE\" --mistaken --open /dev/null </dev/null >/dev/full")
      #expect(try terminal.waitForEnd() == .exited(74))
      #expect(terminal.screen.text.contains("tandard output cannot be written"))
    }
  #endif

  @Test func standardDescriptorsStayBlocking() throws {
    let terminal = try PseudoTerminal.probe()
    #expect(fcntl(terminal.slave, F_GETFL) & O_NONBLOCK == 0)
    let shared = "/proc/\(terminal.process)/fdinfo/0"
    if let text = try? String(contentsOfFile: shared, encoding: .utf8),
      let flags = text.split(separator: "\n").first(where: { $0.hasPrefix("flags:") }),
      let number = Int32(flags.split(separator: "\t").last ?? "", radix: 8)
    {
      #expect(number & O_NONBLOCK == 0)
    }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
