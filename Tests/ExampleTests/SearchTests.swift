import TerminalTestSupport
import Testing

@Suite(.onItsOwnThread) struct SearchTests {
  /// What the program prints for these lines, all of which are there before it finds anything.
  private func answer(to lines: String) throws -> String {
    let result = try Program("search").run(input: lines)
    #expect(result.errors.isEmpty && result.status == 0)
    return result.output
  }

  @Test func theLatestQueryWins() throws {
    #expect(try answer(to: "s\nsw\nswi\nswif\nswift\n") == "swift: swift\n")
  }

  @Test func theLastSearchIsAwaitedAtTheEndOfTheInput() throws {
    #expect(try answer(to: "swi") == "swi: swift, swim, swing, switch\n")
  }

  @Test func anErrorIsAnAnswerToo() throws {
    #expect(try answer(to: "swift\nsw\n") == "sw: 8 words, type on\n")
  }

  @Test func whatIsNotThereIsNotFound() throws {
    #expect(try answer(to: "swx\n") == "swx: nothing\n")
  }

  @Test(arguments: ["", "\n", "swift\n\n"])
  func withoutAQueryNothingIsSearched(_ lines: String) throws {
    #expect(try answer(to: lines) == "")
  }

  #if os(Linux)
    /// The answers came together at the end of the input.
    @Test func anAnswerIsPrintedWhileTheInputGoesOn() throws {
      let result = try Program("search").shell(
        """
        coproc search { "$program"; }
        echo swim >&"${search[1]}"
        read -r -t 60 answer <&"${search[0]}"
        echo "$answer"
        """)
      #expect(result == Program.Result(output: "swim: swim\n", errors: "", status: 0))
    }

    @Test(arguments: ["search", "countdown"])
    func anOutputThatCannotBeWrittenIsReported(_ name: String) throws {
      let result = try Program(name).shell("echo swim | \"$program\" >/dev/full")
      let problem = "standard output cannot be written: No space left on device"
      #expect(result.errors == "\(name): \(problem)\n" && result.status == 74)
    }

    @Test func anInputThatCannotBeReadIsReported() throws {
      let result = try Program("search").shell("\"$program\" </")
      #expect(result.errors == "search: standard input cannot be read: Is a directory\n")
      #expect(result.status == 74)
    }
  #endif
}
