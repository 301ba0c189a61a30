import SpinCore
import SpinTestSupport
import SpinTesting
import TerminalTestSupport
import Testing

@testable import chat

@Suite struct ChatTests {
  @Test func bothRoomsHaveTheMessagesInOneOrder() {
    explore(seeds: 200) { test in
      let gear = Gear<String>()
      let rooms = [1, 2].map { _ in Chat.Room.spin(gear).start(on: test) }
      test.run()
      let pages = ["a", "b"].map { text in
        Chat.Page.spin(gear).start(
          on: test, options: RunOptions(initialState: Chat.Page(text: text)))
      }
      test.concurrently({ pages[0].emit(.send) }, { pages[1].emit(.send) })
      test.run()
      test.expect(rooms[0].state.messages.sorted(), equals: ["a", "b"])
      test.expect(rooms[1].state.messages, equals: rooms[0].state.messages)
    }
  }

  @Test func aRepeatIsDroppedAndAnotherMessageIsNot() {
    let gear = Gear<String>()
    let test = TestSpin(Chat.Room.spin(gear))
    gear.post("a")
    gear.post("a")
    gear.post("b")
    test.run()
    test.expect(.received("a")) { $0.messages = ["a"] }
    test.expectDrop(.received("a"), reason: .repeated)
    test.expect(.received("b")) { $0.messages = ["a", "b"] }
    test.advance(by: .seconds(61))
    gear.post("a")
    test.run()
    test.expect(.received("a")) { $0.messages = ["a", "b", "a"] }
    test.finish()
  }

  @Test func undoBringsBackTheStateBeforeTheEvent() {
    let gear = Gear<String>()
    let test = TestSpin(Chat.Room.spin(gear).undoable(), exhaustivity: .off)
    gear.post("a")
    test.run()
    test.emit(.event(.cleared))
    #expect(test.state.present.messages.isEmpty)
    test.emit(.undo)
    #expect(test.state.present.messages == ["a"])
    test.emit(.redo)
    #expect(test.state.present.messages.isEmpty)
    test.finish()
  }

  @Test(.onItsOwnThread, arguments: ["async", "callbacks"])
  func theProgramPrintsTheSameOnBothRuntimes(_ runtime: String) throws {
    let output = """
        Hello: 0 to 1 messages
        Hello: dropped, repeated
        Bye: 1 to 2 messages
        cleared: 2 to 0 messages
      []
        undo: 0 to 2 messages
      ["Hello", "Bye"]
        undo: 2 to 1 messages
      ["Hello"]
        redo: 1 to 2 messages
      ["Hello", "Bye"]

      """
    let result = try Program("chat").run("--runtime", runtime)
    #expect(result == Program.Result(output: output, errors: "", status: 0))
  }

  @Test(.onItsOwnThread, arguments: [["--loud"], ["--runtime"], ["--runtime", "nothing"]])
  func badUsageIsExplainedOnStandardError(_ words: [String]) throws {
    let result = try Program("chat").shell("\"$program\" \(words.joined(separator: " "))")
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("chat: "))
  }
}
