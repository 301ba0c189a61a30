import SpinAsync
import SpinTesting
import Testing

struct Offline {
  // snippet.state
  struct Outbox: Equatable, Sendable {
    struct Message: Equatable, Sendable { var id: Int, text: String }
    enum Event: Equatable, Sendable { case online(Bool), wrote(Message), sent }
    var isOnline = false, waiting: [Message] = []
    var next: Message? { isOnline ? waiting.first : nil }

    mutating func reduce(_ event: Event) {
      switch event {
      case .online(let isOnline): self.isOnline = isOnline
      case .wrote(let message): waiting.append(message)
      case .sent: waiting.removeFirst()
      }
    }
  }
  // snippet.end

  // snippet.spin
  func outbox(
    _ send: @escaping @Sendable (Outbox.Message) async throws -> Void
  ) -> Spin<Outbox, Outbox.Event> {
    Spin(initialState: Outbox()) {
      Feedback(on: \.next) { message in
        .run {
          try await send(message)
          return .sent
        } catch: { _ in
          .online(false)
        }
      }.named("send")
      Reducer { outbox, event in outbox.reduce(event) }
    }
  }
  // snippet.end

  // snippet.test
  @Test func messagesWaitUntilThereIsAConnectionAndAreSentInOrder() {
    let sent = Transcript<Int>()
    let test = TestSpin(outbox { sent.add($0.id) })
    let messages = (1...2).map { Outbox.Message(id: $0, text: "hello") }
    for message in messages { test.emit(.wrote(message)) { $0.waiting.append(message) } }
    #expect(sent.all.isEmpty)
    test.emit(.online(true)) { $0.isOnline = true }
    for _ in messages { test.expect(.sent, from: "send") { $0.waiting.removeFirst() } }
    test.finish()
    #expect(sent.all == [1, 2])
  }
  // snippet.end

  @Test func aMessageThatFailsIsSentAgainWhenTheConnectionIsBack() {
    let tries = Transcript<Int>()
    let spin = outbox { message in
      tries.add(message.id)
      if tries.all.count == 1 { throw Unreachable() }
    }
    let message = Outbox.Message(id: 1, text: "hello")
    let test = TestSpin(spin, initialState: Outbox(isOnline: true))
    test.emit(.wrote(message)) { $0.waiting = [message] }
    test.expect(.online(false), from: "send") { $0.isOnline = false }
    test.emit(.online(true)) { $0.isOnline = true }
    test.expect(.sent, from: "send") { $0.waiting = [] }
    test.finish()
    #expect(tries.all == [1, 1])
  }
}
