import SpinAsync
import SpinTesting
import Testing

struct Reconnect {
  // snippet.state
  struct Chat: Equatable, Sendable {
    enum Event: Equatable, Sendable { case open, close, received(String), lost }
    var isOpen = false, isConnected = false, messages: [String] = []

    mutating func reduce(_ event: Event) {
      switch event {
      case .open: isOpen = true
      case .close: (isOpen, isConnected) = (false, false)
      case .received(let text):
        isConnected = true
        messages.append(text)
      case .lost: isConnected = false
      }
    }
  }
  // snippet.end

  typealias Messages = AsyncThrowingStream<String, any Error>

  func chat(_ connect: @escaping @Sendable () -> Messages) -> Spin<Chat, Chat.Event> {
    // snippet.spin
    let backoff = Backoff.exponential(from: .seconds(1), upTo: .seconds(30), attempts: .max)
    return Spin(initialState: Chat()) {
      Feedback(while: \.isOpen) {
        .run { emit, clock in
          var losses = 0
          while !Task.isCancelled {
            do {
              for try await text in connect() {
                losses = 0
                emit(.received(text))
              }
            } catch {}
            emit(.lost)
            losses += 1
            try? await clock.sleep(for: backoff.delay(after: losses) ?? .seconds(30))
          }
        }
      }.named("connection")
      Reducer { chat, event in chat.reduce(event) }
    }
    // snippet.end
  }

  // snippet.test
  @Test func aLostConnectionIsMadeAgain() {
    let calls = Transcript<Void>()
    let spin = chat {
      calls.add(())
      return Messages { stream in
        if calls.all.count < 3 { return stream.finish(throwing: Unreachable()) }
        stream.yield("hello")
      }
    }
    let test = TestSpin(spin)
    test.emit(.open) { $0.isOpen = true }
    test.expect(.lost, from: "connection") { $0.isConnected = false }
    test.advance(by: .seconds(1))
    test.expect(.lost, from: "connection") { $0.isConnected = false }
    test.advance(by: .seconds(2))
    test.expect(.received("hello"), from: "connection") {
      ($0.isConnected, $0.messages) = (true, ["hello"])
    }
    test.emit(.close) { ($0.isOpen, $0.isConnected) = (false, false) }
    // snippet.end
    test.expectDrop(.lost, reason: .stale)
    test.finish()
  }
}
