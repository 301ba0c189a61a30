import Foundation
import SpinAsync
import SpinConformance
import SpinDurable
import Synchronization
import Testing

@testable import SpinNATS

/// The promises of stores, against a server, and what can be wrong with it.
@Suite(.enabled(if: Server.isInstalled, "needs nats-server: apt-get install nats-server"))
struct JetStreamStoreTests {
  private static let counting = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }

  @Test func itKeepsThePromises() async throws {
    let server = try await Server()
    for promise in StoreConformance.promises {
      try await promise.check { try await JetStreamStore(server.address) }
      let one = try await JetStreamStore(server.address)
      try await promise.check { one }
    }
  }

  @Test func aLoopGoesOnOnAnotherMachine() async throws {
    let server = try await Server()
    let (address, counter) = (server.address, Self.counting)
    // snippet.open
    let store = try await JetStreamStore(address)
    let sum = try await counter.open("sum", in: store, on: .async)
    #expect(try await sum.send(3) == 3)
    // snippet.end
    let other = try await JetStreamStore("nats://127.0.0.1:1, \(address)")
    let again = try await counter.open("sum", in: other, on: .async)
    #expect(try await again.send(4) == 7)
    let error = await #expect(throws: NotDurable.self) { try await sum.send(1) }
    #expect((error?.underlying as? EventStoreError)?.kind == .superseded)
    #expect(try await again.send(1) == 8)
  }

  @Test func aServerThatRestartsHasLostNothing() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address, timeout: .seconds(2))
    let running = try await Self.counting.open("sum", in: store, on: .async)
    for _ in 1...20 { _ = try await running.send(1) }
    server.crash()
    let error = await #expect(throws: NotDurable.self) { try await running.send(1) }
    #expect((error?.underlying as? EventStoreError)?.kind == .unavailable)
    try await server.start()
    let again = try await JetStreamStore(server.address)
    // The event without an answer may have been sent again by the connection.
    let state = try await Self.counting.open("sum", in: again, on: .async).state
    #expect(state == 20 || state == 21)
  }

  @Test func aServerThatStandsStillIsSaidInTime() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address, timeout: .milliseconds(300))
    let running = try await Self.counting.open("sum", in: store, on: .async)
    server.stop()
    // The server stops at some time after the signal.
    let error = await #expect(throws: NotDurable.self) {
      while true { _ = try await running.send(1) }
    }
    server.goOn()
    #expect(
      "\(error.map { "\($0.underlying)" } ?? "")".hasPrefix(
        "The server has not answered in time: spin.SPIN.sum."))
  }

  /// Otherwise it would block all tasks of the process, one after the other.
  @Test(.timeLimit(.minutes(1))) func aServerThatTakesNothingBlocksNoThreadForEver() async throws {
    let server = try await Server()
    let connection = try Connection(server.address, timeout: 0.3)
    server.stop()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          // More than the system takes for both ends.
          for _ in 1...64 { connection.send("nobody", Data(count: 1_000_000)) { _ in } }
          continuation.resume()
        }
      }
    } onCancel: {
      server.goOn()
    }
    server.goOn()
  }

  @Test func aServerThatIsNotThereIsNamed() async throws {
    let error = await #expect(throws: EventStoreError.self) {
      _ = try await JetStreamStore("nats://127.0.0.1:1")
    }
    #expect(error?.kind == .unavailable)
    #expect(error?.description.hasPrefix("nats://127.0.0.1:1: ") == true)
  }

  @Test func aServerWithoutJetStreamIsNamed() async throws {
    let server = try await Server(withJetStream: false)
    let error = await #expect(throws: EventStoreError.self) {
      _ = try await JetStreamStore(server.address, timeout: .seconds(2))
    }
    #expect(
      error?.description
        == "Nobody takes $JS.API.STREAM.INFO.SPIN: JetStream is off, or the stream is gone or has no leader."
    )
  }

  @Test func whatNobodyTakesIsSentAgainUntilTheTimeout() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address, timeout: .seconds(2))
    let running = try await Self.counting.open("sum", in: store, on: .async)
    _ = try await store.ask("STREAM.DELETE.SPIN", [:]).get()
    let begin = ContinuousClock.now
    let error = await #expect(throws: NotDurable.self) { try await running.send(1) }
    #expect(ContinuousClock.now - begin >= .seconds(2))
    #expect((error?.underlying as? EventStoreError)?.kind == .unavailable)
    #expect("\(error.map { "\($0.underlying)" } ?? "")".hasPrefix("Nobody takes spin.SPIN.sum: "))
  }

  @Test func whatTheServerCannotTakeNowIsSentAgainUnchanged() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address)
    let answers =
      ["10163", "10164", "10158"].map { #"{"error":{"err_code":\#($0)}}"# } + [
        #"{"seq":7}"#
      ]
    // A client that answers as a stream of several servers does.
    let (other, requests) = (try Connection(server.address, timeout: 5), Received())
    let subscription = try other.subscribe(to: "busy") { message in
      let count = requests.add(message)
      other.send(message.reply, Data(answers[min(count, answers.count) - 1].utf8)) { _ in }
    }
    let message = StoredMessage(epoch: 1, head: 2, snapshot: 0, records: [])
    let answer = try await store.publish(message, to: "busy", after: 6)
    #expect(try answer.get().sequence == 7)
    #expect(requests.all.map(\.headers) == Array(repeating: message.headers, count: 4))
    withExtendedLifetime(subscription) {}
  }

  private final class Received: Sendable {
    private let messages = Mutex<[Connection.Message]>([])
    var all: [Connection.Message] { messages.withLock { $0 } }
    func add(_ message: Connection.Message) -> Int {
      messages.withLock {
        $0.append(message)
        return $0.count
      }
    }
  }

  @Test func aBatchThatTheServerCannotTakeIsRefused() async throws {
    let server = try await Server()
    let words = Spin<[String], String>(initialState: []) { Reducer { $0 = [$1] } }
    let store = try await JetStreamStore(server.address)
    let running = try await words.open("words", in: store, on: .async)
    _ = try await running.send("a")
    let error = await #expect(throws: NotDurable.self) {
      try await running.send(String(repeating: "word", count: 300_000))
    }
    #expect(
      error.map {
        "\($0.underlying)".hasPrefix("The server takes messages of 1048576 bytes, and this")
      } == true)
    #expect(try await words.open("words", in: store, on: .async).state == ["a"])
  }

  @Test func aBatchThatIsLargerThanAMessageIsKept() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address)
    let log = try await store.open("words")
    let events = (1...1_025).map {
      EventRecord(.event, number: $0, bytes: Array(repeating: UInt8($0 % 256), count: 2_000))
    }
    let snapshot = EventRecord(.snapshot, number: 1_024, bytes: [1])
    try await log.append(events.dropLast() + [snapshot], after: 0)
    let large = EventRecord(
      .event, number: 1_026, bytes: Array(repeating: 0, count: 1_048_576 - 200))
    await #expect(throws: EventStoreError.self) {
      try await log.append([events[1_024], large], after: 1_024)
    }
    try await log.append([events[1_024]], after: 1_024)
    for log in [log, try await store.open("words")] {
      #expect(try await log.events(after: 0, limit: .max) == events)
      #expect(try await log.snapshot(before: .max) == snapshot)
    }
  }

  @Test func anOpeningReadsEachEventOnce() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address)
    let running = try await Self.counting.open("sum", in: store, on: .async)
    for _ in 1...3 { _ = try await running.send(1) }
    let watch = try Connection(server.address, timeout: 5)
    let (requests, continuation) = AsyncStream.makeStream(of: String.self)
    let subscription = try watch.subscribe(to: "$JS.API.>") { continuation.yield($0.subject) }
    let mark = "$JS.API.INFO"
    // The server has the subscription.
    _ = try await watch.request(mark)
    var next = requests.makeAsyncIterator()
    while await next.next() != mark {}
    #expect(try await Self.counting.open("sum", in: store, on: .async).state == 3)
    _ = try await store.ask("INFO", [:])
    var found: [String] = []
    while let subject = await next.next(), subject != mark { found.append(subject) }
    #expect(found.filter { $0 == "$JS.API.CONSUMER.CREATE.SPIN" }.count == 1, "\(found)")
    withExtendedLifetime(subscription) {}
  }

  /// A client that answers as JetStream does, and pushes the messages with some sequences to a consumer.
  private func push(
    on server: Server, _ sequences: @escaping @Sendable (_ first: Int) -> [(count: Int, Int)]
  ) async throws -> Connection.Subscription {
    let other = try Connection(server.address, timeout: 5)
    let subscription = try other.subscribe(to: "$JS.API.>") { message in
      let answer = #"{"config":{"subjects":["spin.SPIN.>"]}}"#
      try? other.publish(message.reply, Data(answer.utf8), [:], reply: "none")
      let body = try? JSONSerialization.jsonObject(with: message.data) as? [String: Any]
      guard let config = body?["config"] as? [String: Any],
        let inbox = config["deliver_subject"] as? String,
        let first = config["opt_start_seq"] as? Int
      else { return }
      // NB: a server takes no reply that begins as that of JetStream does.
      for (count, sequence) in sequences(first) {
        let event = EventRecord(.event, number: sequence, bytes: [])
        let message = StoredMessage(epoch: 1, head: sequence, snapshot: 0, records: [event])
        try? other.publish(
          inbox, message.data, message.headers,
          reply: "other.ACK.SPIN.consumer.1.\(sequence).\(count).0.0")
      }
    }
    // The server has the subscription.
    _ = try await other.request("$JS.API.INFO")
    return subscription
  }

  /// Messages that the server pushes while the connection is away are lost, and the log is whole nevertheless.
  @Test func messagesThatAreMissingAreReadAgain() async throws {
    let server = try await Server(withJetStream: false)
    let pushing = try await push(on: server) { first in
      first == 1 ? [(1, 1), (3, 3)] : [(1, 2), (2, 3)]
    }
    let store = try await JetStreamStore(server.address)
    let messages = try await store.messages(of: "spin.SPIN.sum", from: 1, through: 3)
    #expect(messages.map(\.sequence) == [1, 2, 3])
    withExtendedLifetime(pushing) {}
  }

  @Test func aServerThatStopsSendingEventsIsSaid() async throws {
    let server = try await Server(withJetStream: false)
    let pushing = try await push(on: server) { _ in [(1, 1)] }
    let store = try await JetStreamStore(server.address, timeout: .seconds(5))
    let error = await #expect(throws: EventStoreError.self) {
      _ = try await store.messages(of: "spin.SPIN.sum", from: 1, through: 3)
    }
    #expect(error?.description == "The server has stopped sending the events of spin.SPIN.sum.")
    withExtendedLifetime(pushing) {}
  }

  @Test func whoIsCancelledWhileReadingGetsAnError() async throws {
    let server = try await Server()
    let log = try await JetStreamStore(server.address).open("sum")
    try await log.append([EventRecord(.event, number: 1, bytes: [1])], after: 0)
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await log.events(after: 0, limit: 9)
    }
    await #expect(throws: CancellationError.self) { _ = try await reading.value }
  }

  @Test func aLogWithAMessageOfALaterFormatIsRefused() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address)
    for (number, format) in [(1, "2"), (2, "1")] {
      let record = EventRecord(.event, number: number, bytes: [1])
      let message = StoredMessage(epoch: 1, head: number, snapshot: 0, records: [record])
      var headers = message.headers
      headers[StoredMessage.Header.format.rawValue] = format
      _ = try await store.request("spin.SPIN.sum", message.data, headers: headers).get()
    }
    let log = try await store.openForReading("sum")
    let error = await #expect(throws: EventStoreError.self) {
      _ = try await log.events(after: 0, limit: 9)
    }
    #expect(error?.kind == .damaged)
  }

  @Test func whatASnapshotCoversCanBeTrimmed() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address)
    let options = DurableOptions<Int, Int>(snapshotInterval: 10)
    let running = try await Self.counting.open("sum", in: store, on: .async, durability: options)
    for _ in 1...60 { _ = try await running.send(1) }
    running.stop()
    _ = await running.finished()
    // From now on, the run keeps no further snapshot.
    _ = try await store.open("sum")
    #expect(try await store.trim("sum", keepingSnapshots: 1) > 30)
    #expect(try await store.trim("sum", keepingSnapshots: 1) == 0)
    #expect(try await store.trim("sum", keepingSnapshots: .max) == 0)
    #expect(try await store.trim("nothing") == 0)
    let again = try await Self.counting.open("sum", in: store, on: .async)
    #expect(again.state == 60)
    #expect(try await again.send(1) == 61)
  }

  @Test func aStreamThatWouldLoseEventsIsRefused() async throws {
    let server = try await Server()
    let store = try await JetStreamStore(server.address)
    try await store.createStream(["name": "SHORT", "subjects": ["spin.SHORT.>"], "max_msgs": 10])
    try await store.createStream(["name": "OTHER", "subjects": ["orders.>"]])
    try await store.createStream([
      "name": "MEMORY", "subjects": ["spin.MEMORY.>"], "storage": "memory", "no_ack": true,
    ])
    for retention in ["interest", "workqueue"] {
      let name = retention.uppercased()
      try await store.createStream([
        "name": name, "subjects": ["spin.\(name).>"], "retention": retention,
      ])
    }
    let errors = [
      "SHORT": """
      The stream SHORT would lose events, for it has max_msgs: name another stream, which is created.
      """,
      "MEMORY": """
      The stream MEMORY would lose events, for it has no_ack and storage memory: name another stream, which is created.
      """,
      "INTEREST": """
      The stream INTEREST would lose events, for it has retention interest: name another stream, which is created.
      """,
      "WORKQUEUE": """
      The stream WORKQUEUE would lose events, for it has retention workqueue: name another stream, which is created.
      """,
      "OTHER": """
      The stream OTHER has the subjects orders.>, and a store needs spin.OTHER.>: name another stream, which is created.
      """,
    ]
    for (name, expected) in errors {
      let error = await #expect(throws: EventStoreError.self) {
        _ = try await JetStreamStore(server.address, stream: name)
      }
      #expect(error?.description == expected)
    }
    // One server cannot have three replicas.
    let error = await #expect(throws: EventStoreError.self) {
      _ = try await JetStreamStore(server.address, stream: "THREE", replicas: 3)
    }
    #expect(error?.description.hasPrefix("JetStream refuses: ") == true)
  }

  @Test func severalStreamsAreIndependent() async throws {
    let server = try await Server()
    let one = try await JetStreamStore(server.address, stream: "ONE")
    let two = try await JetStreamStore(server.address, stream: "TWO")
    _ = try await Self.counting.open("sum", in: one, on: .async).send(1)
    #expect(try await Self.counting.open("sum", in: two, on: .async).state == 0)
  }
}
