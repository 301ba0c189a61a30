import SpinCore
import SpinTestSupport
import SpinTesting
import Testing

@testable import ported

@Suite struct PortedChatTests {
  @Test func bothRoomsHaveTheMessagesInOneOrder() {
    explore(seeds: 200) { test in
      let bus = Gear<String>()
      let rooms = [1, 2].map { _ in Chat.Room.spin(bus).start(on: test) }
      test.run()
      let pages = ["a", "b"].map { text in
        Chat.Page.spin(bus).start(
          on: test, options: RunOptions(initialState: Chat.Page(text: text)))
      }
      test.concurrently({ pages[0].emit(.send) }, { pages[1].emit(.send) })
      test.run()
      test.expect(rooms[0].state.messages.sorted(), equals: ["a", "b"])
      test.expect(rooms[1].state.messages, equals: rooms[0].state.messages)
    }
  }

  @Test func aRepeatIsDroppedAndAnotherMessageIsNot() {
    let bus = Gear<String>()
    let test = TestSpin(Chat.Room.spin(bus))
    bus.post("a")
    bus.post("a")
    bus.post("b")
    test.run()
    test.expect(.received("a")) { $0.messages = ["a"] }
    test.expectDrop(.received("a"), reason: .repeated)
    test.expect(.received("b")) { $0.messages = ["a", "b"] }
    test.advance(by: .seconds(61))
    bus.post("a")
    test.run()
    test.expect(.received("a")) { $0.messages = ["a", "b", "a"] }
    test.finish()
  }

  @Test func undoBringsBackTheStateBeforeTheEvent() {
    let bus = Gear<String>()
    let test = TestSpin(Chat.Room.spin(bus).undoable(), exhaustivity: .off)
    bus.post("a")
    test.run()
    test.emit(.event(.cleared))
    #expect(test.state.present.messages.isEmpty)
    test.emit(.undo)
    #expect(test.state.present.messages == ["a"])
    test.emit(.redo)
    #expect(test.state.present.messages.isEmpty)
    test.finish()
  }
}
