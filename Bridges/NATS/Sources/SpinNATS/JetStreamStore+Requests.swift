internal import Foundation
internal import SpinDurable
internal import Synchronization

/// What the server refuses.
struct Failure: Error {
  static var noStream: Int { 10_059 }
  static var noMessage: Int { 10_037 }
  static var wrongSequence: Int { 10_071 }
  /// Nobody has received the request, as the status of an answer without content says.
  static var nobody: Int { 503 }

  let code: Int
  let text: String

  /// Whether the server has done nothing, and may take the same request soon.
  ///
  /// A replicated stream refuses while a message with the same identity (10158) or of the same subject (10164) is
  /// on its way to the replicas, and while it does not know the last sequence (10163).
  var isTemporary: Bool { [Self.nobody, 10_158, 10_163, 10_164].contains(code) }

  var error: EventStoreError { EventStoreError(.unavailable, text) }
}

/// A dictionary of JSON, which nobody changes.
struct Answer: @unchecked Sendable {
  let values: [String: Any]
  subscript(key: String) -> Any? { values[key] }

  /// The sequence of a message that was kept.
  var sequence: UInt64 {
    get throws {
      guard let sequence = values["seq"] as? Int, sequence > 0 else { throw Self.error(at: "seq") }
      return UInt64(sequence)
    }
  }

  /// A message that was asked for.
  var message: (sequence: UInt64, headers: [String: String], data: Data) {
    get throws {
      guard let message = values["message"] as? [String: Any] else {
        throw Self.error(at: "message")
      }
      func bytes(_ key: String) throws -> Data {
        guard let data = Data(base64Encoded: message[key] as? String ?? "") else {
          throw Self.error(at: key)
        }
        return data
      }
      var headers: [String: String] = [:]
      // NB: a value may contain what Swift also takes for the end of a line.
      for line in String(decoding: try bytes("hdrs"), as: UTF8.self).split(separator: "\r\n") {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2 {
          headers[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
        }
      }
      return (try Answer(values: message).sequence, headers, try bytes("data"))
    }
  }

  private static func error(at key: String) -> EventStoreError {
    EventStoreError(.unavailable, "An answer of JetStream has no valid \(key).")
  }

  /// Reads an answer of JetStream to a request.
  static func of(_ message: Connection.Message, to subject: String) -> Result<Answer, Failure> {
    if message.headers["Status"] == "503" {
      return .failure(
        Failure(
          code: Failure.nobody,
          text: "Nobody takes \(subject): JetStream is off, or the stream is gone or has no leader."
        ))
    }
    let values = (try? JSONSerialization.jsonObject(with: message.data)) as? [String: Any]
    guard let values else {
      return .failure(Failure(code: 0, text: "The answer to \(subject) is no JSON."))
    }
    guard let error = values["error"] as? [String: Any] else {
      return .success(Answer(values: values))
    }
    let (code, text) = (error["err_code"] as? Int ?? 0, error["description"] as? String)
    return .failure(
      Failure(code: code, text: "JetStream refuses: \(text ?? "an error") (\(code))."))
  }
}

extension JetStreamStore {
  /// Creates a stream, for tests of streams that others have created.
  package func createStream(_ configuration: [String: any Sendable]) async throws {
    let name = configuration["name"] as? String ?? ""
    _ = try await ask("STREAM.CREATE.\(name)", configuration).mapError(\.error).get()
  }

  func ask(_ api: String, _ body: [String: Any]) async throws -> Result<Answer, Failure> {
    let data = try JSONSerialization.data(withJSONObject: body)
    return try await request("$JS.API.\(api)", data)
  }

  /// Sends a request, and again until the server takes it or the timeout has passed.
  ///
  /// The last time may begin just before that, and then lasts as long as the timeout again.
  func request(
    _ subject: String, _ data: Data, headers: [String: String] = [:]
  ) async throws -> Result<Answer, Failure> {
    let end = ContinuousClock.now + .seconds(timeout)
    while true {
      let message = try await connection.request(subject, data, headers: headers)
      let answer = Answer.of(message, to: subject)
      guard case .failure(let failure) = answer, failure.isTemporary, ContinuousClock.now < end
      else { return answer }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Keeps a message behind the one with a sequence.
  func publish(
    _ message: StoredMessage, to subject: String, after sequence: UInt64
  ) async throws -> Result<Answer, Failure> {
    var headers = message.headers
    headers["Nats-Expected-Last-Subject-Sequence"] = "\(sequence)"
    return try await request(subject, message.data, headers: headers)
  }

  /// Cuts records into pieces that the server takes as one message each.
  func pieces(of records: [EventRecord]) throws -> [[EventRecord]] {
    // The headers of a message count, too: they have 173 bytes at most.
    let limit = connection.maximalPayload - 256
    var (pieces, size) = ([[EventRecord]()], 0)
    for record in records {
      let own = StoredMessage.size(of: record)
      if own > limit {
        throw EventStoreError(
          .unavailable,
          "The server takes messages of \(connection.maximalPayload) bytes, and this \(record.kind.rawValue) has "
            + "\(record.bytes.count): raise max_payload, or keep less in it.")
      }
      if size + own > limit {
        pieces.append([])
        size = 0
      }
      pieces[pieces.count - 1].append(record)
      size += own
    }
    return pieces
  }

  /// The last message of a subject.
  func last(of subject: String) async throws -> StoredMessage? {
    try await get(["last_by_subj": subject])
  }

  func message(_ sequence: UInt64) async throws -> StoredMessage? {
    try await get(["seq": sequence])
  }

  private func get(_ body: [String: Any]) async throws -> StoredMessage? {
    switch try await ask("STREAM.MSG.GET.\(stream)", body) {
    case .failure(let failure) where failure.code == Failure.noMessage: return nil
    case .failure(let failure): throw failure.error
    case .success(let answer):
      let message = try answer.message
      return try StoredMessage(
        sequence: message.sequence, headers: message.headers, data: message.data)
    }
  }

  /// Reads the messages of a subject from one sequence to another.
  func messages(
    of subject: String, from first: UInt64, through last: UInt64
  ) async throws -> [StoredMessage] {
    var messages: [StoredMessage] = []
    while messages.last.map({ $0.sequence < last }) ?? true {
      // The connection was away, and the messages that the server pushed meanwhile are missing.
      let next = messages.last.map { $0.sequence + 1 } ?? first
      messages += try await pushed(of: subject, from: next, through: last)
    }
    return messages
  }

  /// Reads messages as long as none is missing.
  ///
  /// A consumer of the server pushes them into an inbox of this call, and counts them.
  private func pushed(
    of subject: String, from first: UInt64, through last: UInt64
  ) async throws -> [StoredMessage] {
    let inbox = connection.newInbox
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: StoredMessage.self)
    let arrivals = Arrivals()
    let subscription = try connection.subscribe(to: inbox) { message in
      // $JS.ACK.stream.consumer.delivered.sequence.count.…
      let parts = message.reply.split(separator: ".")
      guard parts.count > 6, let sequence = UInt64(parts[5]), let count = Int(parts[6]) else {
        return
      }
      if arrivals.add() != count { return continuation.finish() }
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
        // The stream of a task that is cancelled ends as if it were complete.
        try Task.checkCancellation()
        return messages
      }
      // A server that goes away says nothing.
      group.addTask { [timeout] in
        var count = -1
        while count != arrivals.count {
          count = arrivals.count
          try await Task.sleep(for: .seconds(timeout))
        }
        return nil
      }
      defer { group.cancelAll() }
      guard let messages = try await group.next() ?? nil else {
        throw EventStoreError(
          .unavailable, "The server has stopped sending the events of \(subject).")
      }
      return messages
    }
  }
}

/// The number of the messages that a consumer has delivered.
private final class Arrivals: Sendable {
  private let number = Atomic(0)
  var count: Int { number.load(ordering: .relaxed) }
  func add() -> Int { number.add(1, ordering: .relaxed).newValue }
}
