import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct Offline {
  // snippet.state
  struct Outbox: Equatable, Sendable {
    struct Message: Equatable, Sendable { var id: Int, text: String }
    enum Event: Equatable, Sendable { case online(Bool), wrote(Message), sent(Int), refused(Int) }
    struct Refused: Error {}
    var isOnline = false, waiting: [Message] = [], refused: [Int] = []
    var next: Message? { isOnline ? waiting.first : nil }

    mutating func reduce(_ event: Event) {
      switch event {
      case .online(let isOnline): self.isOnline = isOnline
      case .wrote(let message): waiting.append(message)
      case .sent(let id): waiting.removeAll { $0.id == id }
      case .refused(let id):
        waiting.removeAll { $0.id == id }
        refused.append(id)
      }
    }
  }
  // snippet.end

  // snippet.spin
  func outbox(
    _ send: @escaping @Sendable (Outbox.Message) async throws -> Void
  ) -> Spin<Outbox, Outbox.Event> {
    let backoff = Backoff.exponential(from: .seconds(1), upTo: .seconds(30), attempts: .max)
    return Spin(initialState: Outbox()) {
      Feedback(on: \.next) { message in
        .run(retrying: backoff, if: { !($0 is Outbox.Refused) }) {
          try await send(message)
          return .sent(message.id)
        } catch: { _ in
          .refused(message.id)
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
    for id in 1...2 { test.expect(.sent(id), from: "send") { $0.waiting.removeFirst() } }
    test.finish()
    #expect(sent.all == [1, 2])
  }
  // snippet.end

  @Test func aMessageThatFailsIsSentAgainAtOnceWhenTheConnectionIsBackAndARefusedOneIsNot() {
    let tries = Transcript<Int>()
    let spin = outbox { message in
      tries.add(message.id)
      if message.id == 2 { throw Outbox.Refused() }
      if tries.all.count <= 2 { throw Unreachable() }
    }
    let messages = (1...2).map { Outbox.Message(id: $0, text: "hello") }
    let test = TestSpin(spin, initialState: Outbox(isOnline: true, waiting: messages))
    test.advance(by: .seconds(1))
    #expect(tries.all == [1, 1])
    test.emit(.online(false)) { $0.isOnline = false }
    test.emit(.online(true)) { $0.isOnline = true }
    test.expect(.sent(1), from: "send") { $0.waiting.removeFirst() }
    test.expect(.refused(2), from: "send") { ($0.waiting, $0.refused) = ([], [2]) }
    test.finish()
    #expect(tries.all == [1, 1, 1, 2])
  }

  @Test func theServerGetsEachMessageAndInTheirOrder() {
    explore(seeds: 300) { test in
      let world = World<Int, String>()
      let spin = outbox { message in try await world.put(message.text, as: message.id) }
      let running = test.restarting(spin) { running in
        running.emit(.online(true))
        for id in 1...3 {
          running.emit(.wrote(.init(id: id, text: "hello")))
          await Task.yield()
          if id == 2 { for isOnline in [false, true] { running.emit(.online(isOnline)) } }
        }
      }
      running.emit(.online(true))
      test.advance(by: .seconds(60))
      test.expect(running.state.waiting.map(\.id), equals: [])
      // A server that recognises an id has each message once.
      test.expect(world.keys, equals: Array((1...3).prefix(world.keys.count)))
    }
  }
}
