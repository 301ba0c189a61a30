import RecipeSupport
import SpinAsync
import SpinTesting
import Synchronization
import Testing

struct Reconnect {
  // snippet.state
  struct Chat: Equatable, Sendable {
    struct Message: Equatable, Identifiable, Sendable { let id: Int, text: String }
    enum Event: Equatable, Sendable { case open, close, received(Message), lost }
    var isOpen = false, isConnected = false, messages: [Message] = []

    mutating func reduce(_ event: Event) {
      switch event {
      case .open: isOpen = true
      case .close: (isOpen, isConnected) = (false, false)
      case .received(let message):
        isConnected = true
        // A new connection begins with messages that an earlier one has brought.
        if !messages.contains(where: { $0.id == message.id }) { messages.append(message) }
      case .lost: isConnected = false
      }
    }
  }
  // snippet.end

  // snippet.spin
  typealias Messages = AsyncThrowingStream<Chat.Message, any Error>

  func chat(_ connect: @escaping @Sendable () -> Messages) -> Spin<Chat, Chat.Event> {
    let backoff = Backoff.exponential(from: .seconds(1), upTo: .seconds(30), attempts: .max)
    return Spin(initialState: Chat()) {
      Feedback(while: \.isOpen) {
        .run { emit, clock in
          var losses = 0
          repeat {
            do {
              for try await message in connect() {
                losses = 0
                emit(.received(message))
              }
            } catch {}
            emit(.lost)
            losses += 1
          } while (try? await clock.sleep(for: backoff.delay(after: losses) ?? .seconds(30))) != nil
        }
      }.named("connection")
      Reducer { chat, event in chat.reduce(event) }
    }
  }
  // snippet.end

  // snippet.test
  @Test func aLostConnectionIsMadeAgain() {
    let calls = Transcript<Void>()
    let spin = chat {
      calls.add(())
      return Messages { stream in
        if calls.all.count < 3 { return stream.finish(throwing: Unreachable()) }
        stream.yield(Chat.Message(id: 1, text: "hello"))
      }
    }
    let test = TestSpin(spin)
    test.emit(.open) { $0.isOpen = true }
    test.expect(.lost, from: "connection") { $0.isConnected = false }
    test.advance(by: .seconds(1))
    test.expect(.lost, from: "connection") { $0.isConnected = false }
    test.advance(by: .seconds(2))
    let hello = Chat.Message(id: 1, text: "hello")
    test.expect(.received(hello), from: "connection") {
      ($0.isConnected, $0.messages) = (true, [hello])
    }
    test.emit(.close) { ($0.isOpen, $0.isConnected) = (false, false) }
    test.expectDrop(.lost, reason: .stale)
    test.finish()
  }
  // snippet.end

  @Test func aLoopThatStopsConnectsNoMore() {
    explore(seeds: 300) { test in
      let (server, calls) = (World<Int, String>(faults: 0), Transcript<Void>())
      let spin = chat {
        calls.add(())
        return Messages {
          _ = try await server.get(1)
          throw Unreachable()
        }
      }
      let running = spin.start(on: test)
      test.concurrently({ running.emit(.open) }, { running.stop() })
      test.advance(by: .seconds(60))
      test.expect(calls.all.count <= 1, "it connects although it has stopped")
    }
  }

  @Test func eachMessageIsReceivedOnceHoweverOftenTheConnectionIsLost() {
    explore(seeds: 300) { test in
      let texts = Dictionary(uniqueKeysWithValues: (1...3).map { ($0, "message \($0)") })
      let server = World(texts, faults: 3)
      let spin = chat {
        // Each connection begins with the first message, and stays open after the last one.
        let ids = Mutex(0)
        return Messages {
          let id = ids.withLock { ids in
            ids += 1
            return ids
          }
          if id > 3 { try await test.time.clock.sleep(for: .seconds(86_400)) }
          return try await server.get(id).map { Chat.Message(id: id, text: $0) }
        }
      }
      let running = test.restarting(spin) { running in
        for event in [.open, .close, .open] as [Chat.Event] {
          running.emit(event)
          await Task.yield()
        }
      }
      running.emit(.open)
      test.advance(by: .seconds(60))
      test.expect(running.state.messages.map(\.id), equals: [1, 2, 3])
      running.emit(.close)
      test.run()
      test.expect(!running.state.isConnected, "a chat that is closed is not connected")
    }
  }
}
