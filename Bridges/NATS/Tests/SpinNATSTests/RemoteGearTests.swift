import Foundation
import SpinAsync
import SpinDurable
import Testing

@testable import SpinNATS

/// Messages between loops on different machines.
@Suite(.enabled(if: Server.isInstalled, "needs nats-server: apt-get install nats-server"))
struct RemoteGearTests {
  // snippet.loops
  /// A loop that sends each text once and keeps what it hears.
  struct Chat: Codable, Equatable, Sendable {
    enum Event: Codable, Equatable, Sendable {
      case said(id: String, String)
      case sent(id: String)
      case heard(UInt64, String)
      case failed(String)
    }
    var outbox: [String: String] = [:]
    var heard: [String] = [], newest: UInt64 = 0, problem: String?

    mutating func reduce(_ event: Event) {
      switch event {
      case .said(let id, let text): outbox[id] = text
      case .sent(let id): outbox[id] = nil
      case .heard(let sequence, let text): (newest, heard) = (sequence, heard + [text])
      case .failed(let reason): problem = reason
      }
    }

    static func spin(_ gear: RemoteGear<String>) -> Spin<Chat, Event> {
      Spin(initialState: Chat()) {
        Feedback(forEach: \.outbox) { id, text in
          .run(retrying: .exponential(from: .seconds(1), upTo: .seconds(30), attempts: .max)) {
            try await gear.send(text, id: id)
            return .sent(id: id)
          } catch: {
            .failed("\($0)")
          }
        }.named("send")
        Feedback(on: \.newest) { newest in
          .run {
            let message = try await gear.next(after: newest)
            return .heard(message.sequence, message.content)
          } catch: {
            .failed("\($0)")
          }
        }.named("hear")
        Reducer { $0.reduce($1) }
      }
    }
  }
  // snippet.end

  @Test func allHostsHearAllMessagesInOneOrder() async throws {
    let server = try await Server()
    var hosts: [RunningSpin<Chat, Chat.Event>] = []
    for name in ["a", "b", "c"] {
      let store = try await JetStreamStore(server.address)
      hosts.append(
        try await Chat.spin(RemoteGear("chat", in: store)).open(name, in: store, on: .async))
    }
    for (index, host) in hosts.enumerated() {
      for number in 1...10 {
        _ = try await host.send(.said(id: "\(index).\(number)", "\(index).\(number)"))
      }
    }
    var heard: [[String]] = []
    for host in hosts { heard.append(try await host.first { $0.heard.count == 30 }.heard) }
    #expect(Set(heard).count == 1)
    #expect(Set(heard[0]).count == 30)
  }

  @Test func whoWasAwayHearsWhatItHasMissedOnce() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address)
    // snippet.gear
    let gear = RemoteGear<String>("chat", in: store)
    let first = try await Chat.spin(gear).open("a", in: store, on: .async)
    // snippet.end
    try await gear.send("1", id: "1")
    _ = try await first.first { $0.heard == ["1"] }
    first.stop()
    _ = await first.finished()
    try await gear.send("2", id: "2")
    try await gear.send("2", id: "2")
    server.crash()
    try await server.start()
    let other = try await JetStreamStore(server.address)
    let again = try await Chat.spin(RemoteGear("chat", in: other)).open("a", in: other, on: .async)
    try await RemoteGear<String>("chat", in: other).send("3", id: "3")
    #expect(try await again.first { $0.heard.count == 3 }.heard == ["1", "2", "3"])
  }

  @Test func gearsWithTheSameIdentitiesAreIndependent() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address)
    let gears = ["billing", "shipping"].map { RemoteGear<String>($0, in: store) }
    for (index, text) in ["a", "b"].enumerated() {
      for _ in 1...2 {
        let sequence = try await gears[index].send(text, id: "7")
        try #require(sequence == index + 1)
      }
    }
    for (gear, text) in zip(gears, ["a", "b"]) {
      let message = try await gear.next(after: 0)
      #expect(message.content == text && message.id == "7")
    }
  }

  /// A header of NATS ends with a line, and one of C with a zero.
  @Test func anIdentityMayHaveAnyCharacters() async throws {
    let server = try await Server()
    let gear = RemoteGear<Int>("chat", in: try await JetStreamStore(server.address))
    let ids = [
      "a\0x", "a\0y", "a\nb", "a b", "a\r\nb", "a\rb", " a", "a ", "a\u{2028}b", "é", "=", "=3d",
      "",
    ]
    var newest: UInt64 = 0
    for (index, id) in ids.enumerated() {
      let sequence = try await gear.send(index, id: id)
      #expect(sequence > newest)
      #expect(try await gear.send(index, id: id) == sequence)
      let message = try await gear.next(after: newest)
      #expect(message.id == id && message.content == index)
      newest = sequence
    }
    #expect(try await gear.send(0, id: "e\u{301}") < newest)
  }

  @Test(arguments: [
    [GearMessage.serverIDHeader: "7=3d"],
    [GearMessage.serverIDHeader: "spin.SPIN.gear.a 7=3d", GearMessage.idHeader: "7=3d"],
    // This version.
    [GearMessage.serverIDHeader: "spin.SPIN.gear.a 7=3d3d"],
  ])
  func aMessageOfAnEarlierVersionHasItsIdentity(_ headers: [String: String]) {
    #expect(GearMessage((1, headers, Data()), of: "spin.SPIN.gear.a").id == "7=3d")
  }

  /// Its own log is elsewhere, so the loop lives on.
  @Test func whatCannotBeSentInTimeIsSentLater() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address, timeout: .seconds(1))
    let gear = RemoteGear<String>("chat", in: store)
    let host = try await Chat.spin(gear).open("a", in: MemoryStore(), on: .async)
    server.crash()
    _ = try await host.send(.said(id: "1", "1"))
    // The time of the message of the loop has ended before that of this one.
    await #expect(throws: EventStoreError.self) { try await gear.send("2", id: "2") }
    try await server.start()
    let state = try await host.first { $0.outbox.isEmpty || $0.problem != nil }
    #expect(state.outbox.isEmpty && state.problem == nil)
    _ = try await host.first { $0.heard.contains("1") }
  }

  @Test func aServerThatRestartsEndsNothing() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address, timeout: .milliseconds(500))
    let gear = RemoteGear<String>("chat", in: store)
    let first = try await gear.send("1", id: "1")
    #expect(try await gear.next(after: 0).content == "1")
    async let second = gear.next(after: first)
    server.crash()
    try await server.start()
    let other = try await JetStreamStore(server.address)
    try await RemoteGear<String>("chat", in: other).send("2", id: "2")
    #expect(try await second.content == "2")
  }

  @Test func aStreamThatWasDeletedEndsTheWait() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address)
    let gear = RemoteGear<String>("chat", in: store)
    _ = try await store.ask("STREAM.DELETE.SPIN", [:]).get()
    let error = await #expect(throws: EventStoreError.self) { _ = try await gear.next(after: 0) }
    #expect(error?.description == "JetStream refuses: stream not found (10059).")
  }

  @Test func theLargestValuesAreTaken() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address, timeout: .seconds(Int64.max))
    let gear = RemoteGear<String>("chat", in: store)
    try await gear.send("1", id: "1")
    #expect(try await store.next(of: "spin.SPIN.gear.chat", after: 0).id == "1")
    let (requests, request) = AsyncStream.makeStream(of: Void.self)
    let watch = try Connection(server.address, timeout: 5)
    let subscription = try watch.subscribe(to: "$JS.API.STREAM.MSG.GET.SPIN") { _ in request.yield()
    }
    // The server has the subscription.
    _ = try await watch.request("$JS.API.INFO")
    let wait = Task { try await gear.next(after: .max) }
    for await _ in requests { break }
    wait.cancel()
    await #expect(throws: CancellationError.self) { _ = try await wait.value }
    withExtendedLifetime(subscription) {}
  }

  @Test func aWaitThatIsCancelledEnds() async throws {
    let server = try await Server()
    let gear = RemoteGear<String>("chat", in: try await JetStreamStore(server.address))
    let wait = Task { try await gear.next(after: 0) }
    wait.cancel()
    await #expect(throws: CancellationError.self) { _ = try await wait.value }
  }

  /// The timeout is longer than a test may take.
  @Test(.timeLimit(.minutes(1))) func aRequestThatIsCancelledDoesNotWaitForTheAnswer() async throws
  {
    let server = try await Server()
    let (one, other) = (
      try Connection(server.address, timeout: 600), try Connection(server.address, timeout: 600)
    )
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let subscription = try other.subscribe(to: "silent") { _ in arrival.yield() }
    // The server has the subscription.
    _ = try await other.request("$JS.API.INFO")
    let request = Task { try await one.request("silent") }
    for await _ in arrivals { break }
    request.cancel()
    await #expect(throws: CancellationError.self) { _ = try await request.value }
    withExtendedLifetime(subscription) {}
  }

  @Test func aMessageThatCannotBeDecodedIsAnError() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address)
    try await RemoteGear<String>("chat", in: store).send("text", id: "1")
    await #expect(throws: DecodingError.self) {
      _ = try await RemoteGear<Int>("chat", in: store).next(after: 0)
    }
  }
}
