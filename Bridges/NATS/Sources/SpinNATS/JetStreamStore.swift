internal import Foundation
public import SpinDurable
internal import Synchronization

/// A store in a stream of NATS JetStream, for loops that any machine may open.
///
/// ```swift
/// let store = try await JetStreamStore(address)
/// let sum = try await counter.open("sum", in: store, on: .async)
/// ```
///
/// All logs are subjects of one stream, and a batch is one message. The server refuses a message that does not follow
/// the last one of its subject, and an opening is a message as well: so whoever opens a log refuses the others, wherever
/// they run.
///
/// An append whose answer does not come in time fails, and the run ends; the next opening knows what was kept. The
/// connection comes back by itself.
///
/// *Isolation*: all members may be used from any thread. No thread waits for the server, but the one that connects.
public final class JetStreamStore: EventStore {
  fileprivate let connection: Connection
  fileprivate let stream: String
  private let timeout: Double

  /// Connects to a server, and creates the stream if there is none.
  ///
  /// - Parameters:
  ///   - servers: The address of a server, or several with commas between them.
  ///   - stream: The name of the stream: letters, digits, `-` and `_`.
  ///   - replicas: The number of servers that keep each message, if the stream is created now: 1, 3 or 5.
  ///   - timeout: The time after which a server that has not answered counts as unavailable.
  /// - Throws: ``/SpinDurable/EventStoreError``.
  public init(
    _ servers: String = "nats://127.0.0.1:4222", stream: String = "SPIN", replicas: Int = 1,
    timeout: Duration = .seconds(5)
  ) async throws {
    let seconds = max(0.01, timeout / .seconds(1))
    self.stream = stream
    self.timeout = seconds
    connection = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try Connection(servers, timeout: seconds) })
      }
    }
    let info = try await ask("STREAM.INFO.\(stream)", [:])
    guard case .failure(let failure) = info else { return }
    guard failure.code == Failure.noStream else { throw failure.error }
    _ = try await ask(
      "STREAM.CREATE.\(stream)",
      [
        "name": stream, "subjects": ["\(Self.prefix(stream)).>"], "storage": "file",
        "retention": "limits", "discard": "new", "num_replicas": replicas, "max_msgs": -1,
        "max_bytes": -1, "max_age": 0,
      ]
    ).get()
  }

  /// Opens a log, see ``/SpinDurable/EventStore/open(_:)``.
  public func open(_ name: String) async throws -> any EventLog {
    let subject = subject(of: name)
    while true {
      let last = try await last(of: subject)
      var mark = StoredMessage(
        epoch: (last?.epoch ?? 0) + 1, head: last?.head ?? 0, snapshot: last?.newestSnapshot ?? 0,
        records: [])
      switch try await publish(mark, to: subject, after: last?.sequence ?? 0) {
      case .success(let sequence):
        mark.sequence = sequence
        return StreamLog(self, name, subject, mark)
      // Another has opened or written the log meanwhile.
      case .failure(let failure) where failure.code == Failure.wrongSequence:
        try Task.checkCancellation()
      case .failure(let failure): throw failure.error
      }
    }
  }

  /// Removes the messages of a log that a snapshot covers, and the snapshots before it.
  ///
  /// - Parameters:
  ///   - name: The name of the log.
  ///   - count: The number of snapshots to keep, of which the oldest is the new beginning; 1 or more.
  /// - Returns: The number of messages that were removed.
  /// - Throws: ``/SpinDurable/EventStoreError``.
  @discardableResult
  public func trim(_ name: String, keepingSnapshots count: Int = 2) async throws -> Int {
    precondition(count > 0, "trim keeps 1 snapshot or more, because a log begins with one.")
    let subject = subject(of: name)
    var sequence = try await last(of: subject)?.newestSnapshot ?? 0
    for _ in 1..<count where sequence > 0 {
      sequence = try await message(sequence)?.snapshot ?? 0
    }
    guard sequence > 0 else { return 0 }
    let answer = try await ask(
      "STREAM.PURGE.\(stream)", ["filter": subject, "seq": sequence]
    ).get()
    return answer["purged"] as? Int ?? 0
  }

  private static func prefix(_ stream: String) -> String { "spin.\(stream)" }

  /// The subject of a log, the same for equal names: letters, digits, `-` and `_` of its name, and the others as `=` and two digits a byte.
  private func subject(of name: String) -> String {
    let token = name.precomposedStringWithCanonicalMapping.utf8.map { byte in
      let isPlain =
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
        || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      return isPlain
        ? String(UnicodeScalar(byte))
        : "=" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return "\(Self.prefix(stream)).\(token.isEmpty ? "=" : token.joined())"
  }
}

// MARK: - Requests to the server

/// What the server refuses.
private struct Failure: Error {
  static var noStream: Int { 10_059 }
  static var noMessage: Int { 10_037 }
  static var wrongSequence: Int { 10_071 }

  let code: Int
  let text: String

  var error: EventStoreError {
    EventStoreError(.unavailable, "JetStream refuses: \(text) (\(code)).")
  }
}

/// A dictionary of JSON, which nobody changes.
private struct Answer: @unchecked Sendable {
  let values: [String: Any]
  subscript(key: String) -> Any? { values[key] }

  /// Reads an answer of JetStream.
  static func of(_ data: Data) -> Result<Answer, Failure> {
    let values = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    guard let error = values["error"] as? [String: Any] else {
      return .success(Answer(values: values))
    }
    return .failure(
      Failure(
        code: error["err_code"] as? Int ?? 0, text: error["description"] as? String ?? "an error"))
  }
}

extension JetStreamStore {
  fileprivate func ask(_ api: String, _ body: [String: Any]) async throws -> Result<Answer, Failure>
  {
    let data = try JSONSerialization.data(withJSONObject: body)
    return Answer.of(try await connection.request("$JS.API.\(api)", data).data)
  }

  /// Keeps a message behind the one with a sequence; returns its own.
  fileprivate func publish(
    _ message: StoredMessage, to subject: String, after sequence: UInt64,
    completion: @escaping @Sendable (Result<Result<UInt64, Failure>, any Error>) -> Void
  ) {
    var headers = message.headers
    headers["Nats-Expected-Last-Subject-Sequence"] = "\(sequence)"
    let data = message.data
    if data.count > connection.maximalPayload {
      return completion(
        .failure(
          EventStoreError(
            .unavailable,
            "The server takes messages of \(connection.maximalPayload) bytes, and this one has \(data.count): raise "
              + "max_payload, or keep less in the state.")))
    }
    connection.send(subject, data, headers: headers) { answer in
      completion(
        answer.map { answer in
          Answer.of(answer.data).map { $0["seq"] as? UInt64 ?? UInt64($0["seq"] as? Int ?? 0) }
        })
    }
  }

  fileprivate func publish(
    _ message: StoredMessage, to subject: String, after sequence: UInt64
  ) async throws -> Result<UInt64, Failure> {
    try await withCheckedThrowingContinuation { continuation in
      publish(message, to: subject, after: sequence) { continuation.resume(with: $0) }
    }
  }

  /// The last message of a subject.
  fileprivate func last(of subject: String) async throws -> StoredMessage? {
    try await get(["last_by_subj": subject])
  }

  fileprivate func message(_ sequence: UInt64) async throws -> StoredMessage? {
    try await get(["seq": sequence])
  }

  private func get(_ body: [String: Any]) async throws -> StoredMessage? {
    switch try await ask("STREAM.MSG.GET.\(stream)", body) {
    case .failure(let failure) where failure.code == Failure.noMessage: return nil
    case .failure(let failure): throw failure.error
    case .success(let answer):
      guard let message = answer["message"] as? [String: Any], let sequence = message["seq"] as? Int
      else {
        return nil
      }
      let bytes = { (key: String) in
        (message[key] as? String).flatMap { Data(base64Encoded: $0) } ?? Data()
      }
      var headers: [String: String] = [:]
      for line in String(decoding: bytes("hdrs"), as: UTF8.self).split(whereSeparator: \.isNewline)
      {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2 {
          headers[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
        }
      }
      return try StoredMessage(sequence: UInt64(sequence), headers: headers, data: bytes("data"))
    }
  }

  /// Reads the messages of a subject from one sequence to another.
  ///
  /// A consumer of the server pushes them into an inbox of this call.
  fileprivate func messages(
    of subject: String, from first: UInt64, through last: UInt64
  ) async throws -> [StoredMessage] {
    let inbox = "\(connection.newInbox)"
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: StoredMessage.self)
    let subscription = try connection.subscribe(to: inbox) { message in
      // $JS.ACK.stream.consumer.delivered.sequence.…
      let parts = message.reply.split(separator: ".")
      guard parts.count > 5, let sequence = UInt64(parts[5]) else { return }
      do {
        continuation.yield(
          try StoredMessage(sequence: sequence, headers: message.headers, data: message.data))
        if sequence >= last { continuation.finish() }
      } catch {
        continuation.finish(throwing: error)
      }
    }
    defer { withExtendedLifetime(subscription) {} }
    _ = try await ask(
      "CONSUMER.CREATE.\(self.stream)",
      [
        "stream_name": self.stream,
        "config": [
          "deliver_subject": inbox, "deliver_policy": "by_start_sequence", "opt_start_seq": first,
          "ack_policy": "none", "filter_subject": subject, "replay_policy": "instant",
          "max_deliver": 1,
          "mem_storage": true, "num_replicas": 1,
        ] as [String: Any],
      ]
    ).mapError(\.error).get()
    return try await withThrowingTaskGroup(of: [StoredMessage]?.self) { group in
      group.addTask {
        var messages: [StoredMessage] = []
        for try await message in stream { messages.append(message) }
        return messages
      }
      // As long as messages may take; a server that goes away says nothing.
      group.addTask { [timeout] in
        try await Task.sleep(for: .seconds(timeout * 12))
        return nil
      }
      defer { group.cancelAll() }
      guard let messages = try await group.next() ?? nil else {
        throw EventStoreError.silent(subject)
      }
      return messages
    }
  }
}

// MARK: - A log

/// One opening of a log.
private final class StreamLog: EventLog {
  private struct Position {
    /// The newest message of the log that this opening knows.
    var newest: StoredMessage
    var isClosed = false
    /// Events that were read, and not asked for yet.
    var read: [EventRecord] = []
    /// The sequences of snapshots by their numbers.
    var snapshots: [Int: UInt64] = [:]
  }

  private let store: JetStreamStore
  private let name: String
  private let subject: String
  private let epoch: Int
  private let position: Mutex<Position>

  init(_ store: JetStreamStore, _ name: String, _ subject: String, _ mark: StoredMessage) {
    self.store = store
    self.name = name
    self.subject = subject
    epoch = mark.epoch
    position = Mutex(Position(newest: mark))
  }

  func snapshot(before number: Int) async throws -> EventRecord? {
    var sequence = position.withLock { $0.newest.newestSnapshot }
    while sequence > 0, let message = try await store.message(sequence) {
      let found = message.records.last { $0.kind == .snapshot && $0.number < number }
      if let found {
        position.withLock { $0.snapshots[found.number] = sequence }
        return found
      }
      sequence = message.snapshot
    }
    return nil
  }

  func events(after number: Int, limit: Int) async throws -> [EventRecord] {
    let (known, first, last) = position.withLock { position in
      (position.read, position.snapshots[number] ?? 1, position.newest.sequence)
    }
    var events = known
    if known.first.map({ $0.number != number + 1 }) ?? true {
      events = try await store.messages(of: subject, from: first, through: last)
        .flatMap(\.records).filter { $0.kind == .event && $0.number > number }
    }
    let rest = events.count > limit ? Array(events.dropFirst(limit)) : []
    position.withLock { $0.read = rest }
    return Array(events.prefix(limit))
  }

  func append(_ batch: EventBatch) {
    let (isClosed, newest) = position.withLock { ($0.isClosed, $0.newest) }
    if isClosed { return batch.finish(.failure(EventStoreError.closed(name))) }
    // The records are encoded in a task, because the loop must not wait for them.
    Task {
      let records: [EventRecord]
      do { records = try batch.records() } catch { return batch.finish(.failure(error)) }
      if batch.previous != newest.head { return await refuse(batch, newest.head) }
      let message = StoredMessage(
        epoch: epoch, head: records.last { $0.kind == .event }?.number ?? batch.previous,
        snapshot: newest.newestSnapshot, records: records)
      store.publish(message, to: subject, after: newest.sequence) { result in
        self.finish(batch, message, result)
      }
    }
  }

  private func finish(
    _ batch: EventBatch, _ message: StoredMessage,
    _ result: Result<Result<UInt64, Failure>, any Error>
  ) {
    switch result {
    case .success(.success(let sequence)):
      var message = message
      message.sequence = sequence
      position.withLock { position in
        position.newest = message
        position.read = []
      }
      batch.finish(.success(()))
    case .success(.failure(let failure)) where failure.code == Failure.wrongSequence:
      // Nobody but another opening writes the subject.
      batch.finish(.failure(EventStoreError.superseded(name)))
    case .success(.failure(let failure)): batch.finish(.failure(failure.error))
    case .failure(let error): batch.finish(.failure(error))
    }
  }

  /// Refuses a batch that does not follow the newest event, or whose log another has opened.
  private func refuse(_ batch: EventBatch, _ head: Int) async {
    do {
      let last = try await store.last(of: subject)
      batch.finish(
        .failure(
          last?.epoch == epoch
            ? EventStoreError.conflict(name, newest: head, previous: batch.previous)
            : .superseded(name)))
    } catch {
      batch.finish(.failure(error))
    }
  }

  func close() { position.withLock { $0.isClosed = true } }
}
