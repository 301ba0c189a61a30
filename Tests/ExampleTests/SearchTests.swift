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
}
