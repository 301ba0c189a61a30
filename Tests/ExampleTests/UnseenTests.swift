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

/// The examples where there is no screen: no program is blind or goes on without a word.
@Suite(.serialized, .onItsOwnThread) struct UnseenTests {
  /// A command line, and the beginning of its output.
  static let programs: [(name: String, words: String, start: String)] = [
    ("countdown", "", "5\n4\n"), ("levels", "10 14", "10 14\n"),
    ("levels-ui", "10 14 --interval 0.001", "10 14\n"), ("counter", "", "value: 10 fixed\n"),
    ("gallery", "", "  Dashboard\n  TEXT\n> Text\n"),
  ]

  @Test(arguments: programs)
  func withoutKeysAProgramShowsItsViewAndEnds(
    _ row: (name: String, words: String, start: String)
  ) throws {
    let result = try Program(row.name).shell("\"$program\" \(row.words) </dev/null")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output.hasPrefix(row.start))
  }

  @Test(arguments: programs)
  func aReaderThatLeavesEndsAProgram(_ row: (name: String, words: String, start: String)) throws {
    let result = try Program(row.name).shell(
      "\"$program\" \(row.words) </dev/null | head -3")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect((1...3).contains(result.output.split(separator: "\n").count))
  }

  #if os(Linux)
    /// It polls forever: it printed nothing, and never ended.
    @Test func aReaderThatHasSeenEnoughEndsAProgramThatPolls() throws {
      let result = try Program("processes").shell(
        """
        "$program" </dev/null | head -3
        echo "${PIPESTATUS[0]}"
        """)
      let lines = result.output.split(separator: "\n")
      #expect(lines.count == 4 && lines.last == "141")
      #expect(lines.first?.contains("cpu") == true)
      // The reader may leave before all rows are printed.
      let isTold = result.errors.contains("Nobody can press a key, and the program goes on")
      #expect(isTold || result.errors.isEmpty)
    }

    @Test func aProgramThatGoesOnWithoutKeysSaysSoOnStandardError() throws {
      let terminal = try PseudoTerminal(columns: 100, rows: 60)
      try terminal.start(
        "/bin/sh", ["-c", "exec \"$PROGRAM\" </dev/null >/dev/null"],
        environment: ["PROGRAM": PseudoTerminal.path(of: "processes")])
      try terminal.waitFor("Nobody can press a key")
      terminal.send(signal: SIGINT)
      #expect(try terminal.waitForEnd() == .signaled(SIGINT))
    }

    /// It said after the error that it goes on, and that its view is on standard output.
    @Test func aProgramWhoseViewCannotBePrintedDoesNotSayThatItGoesOn() throws {
      let result = try Program("processes").shell("\"$program\" </dev/null >/dev/full")
      #expect(result.status == 74)
      #expect(result.errors.contains("tandard output cannot be written"))
      #expect(!result.errors.contains("the program goes on"))
    }

    @Test func filesNamesAFolderThatItCannotRead() throws {
      let missing = try Program("files").shell("\"$program\" /no/such/folder")
      #expect(missing.status == 66 && missing.errors.contains("No such file or directory"))
      let option = try Program("files").shell("\"$program\" --help")
      #expect(option.status == 64 && option.errors.contains("usage: files [FOLDER]"))
    }

    @Test(arguments: ["processes", "gallery", "counter"])
    func aClosedOutputIsAnErrorThatTeaches(_ name: String) throws {
      let result = try Program(name).shell("\"$program\" </dev/null >&-")
      #expect(result.status == 69)
      #expect(result.errors.contains("standard output is closed"))
      #expect(result.errors.contains("SPINTTY=off"))
    }

    /// To search scripts of 60,000 characters takes longer than the patience for a line: the frame
    /// showed one of the three keys, and none followed.
    @Test func aDumbTerminalShowsWhatAProgramThatPollsKnows() throws {
      let comments = String(repeating: "# zz\n", count: 12_000)
      let large = (1...8).map { _ in
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "read line\n\(comments)"]
        process.standardInput = Pipe()
        return process
      }
      for process in large { try process.run() }
      defer { for process in large { process.terminate() } }
      let terminal = try PseudoTerminal(columns: 100, rows: 200)
      try terminal.start(
        PseudoTerminal.path(of: "processes"), [], environment: ["TERM": "dumb"])
      try terminal.waitFor(" processes")
      terminal.type("/zzz\n")
      try terminal.wait("the filter is not shown") {
        $0.screen.text.split(separator: "\n").contains { $0.hasPrefix("0 of ") }
      }
      terminal.type("\u{3}")
      #expect(try terminal.waitForEnd() == .signaled(SIGINT))
      #expect(!terminal.output.contains(0x1B))
    }
  #endif

  /// It used to print nothing until the end.
  @Test func onADumbTerminalTheFrameFollowsEachLine() throws {
    let terminal = try PseudoTerminal(columns: 100, rows: 200)
    try terminal.start(PseudoTerminal.path(of: "gallery"), [], environment: ["TERM": "dumb"])
    try terminal.waitFor("next page")
    let before = terminal.output.count
    terminal.type("]\n")
    try terminal.wait("no frame follows") {
      String(decoding: $0.output[before...], as: UTF8.self).contains("next page")
    }
    terminal.type("q\n")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(!terminal.output.contains(0x1B))
  }
}
