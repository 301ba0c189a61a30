internal import Foundation
internal import SpinDurable

/// What the server refuses.
struct Failure: Error {
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
struct Answer: @unchecked Sendable {
  let values: [String: Any]
  subscript(key: String) -> Any? { values[key] }

  /// The sequence of a message that was kept.
  var sequence: UInt64 { Self.sequence(values) }

  /// A message that was asked for.
  var message: (sequence: UInt64, headers: [String: String], data: Data)? {
    guard let message = values["message"] as? [String: Any] else { return nil }
    func bytes(_ key: String) -> Data {
      (message[key] as? String).flatMap { Data(base64Encoded: $0) } ?? Data()
    }
    var headers: [String: String] = [:]
    for line in String(decoding: bytes("hdrs"), as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 {
        headers[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
      }
    }
    return (Self.sequence(message), headers, bytes("data"))
  }

  private static func sequence(_ values: [String: Any]) -> UInt64 {
    values["seq"] as? UInt64 ?? UInt64(values["seq"] as? Int ?? 0)
  }

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
  /// Creates a stream, for tests of streams that others have created.
  package func createStream(_ configuration: [String: any Sendable]) async throws {
    let name = configuration["name"] as? String ?? ""
    _ = try await ask("STREAM.CREATE.\(name)", configuration).mapError(\.error).get()
  }

  func ask(_ api: String, _ body: [String: Any]) async throws -> Result<Answer, Failure> {
    let data = try JSONSerialization.data(withJSONObject: body)
    return Answer.of(try await connection.request("$JS.API.\(api)", data).data)
  }

  /// Keeps a message behind the one with a sequence; returns its own.
  func publish(
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
          Answer.of(answer.data).map(\.sequence)
        })
    }
  }

  func publish(
    _ message: StoredMessage, to subject: String, after sequence: UInt64
  ) async throws -> Result<UInt64, Failure> {
    try await withCheckedThrowingContinuation { continuation in
      publish(message, to: subject, after: sequence) { continuation.resume(with: $0) }
    }
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
      return try answer.message.map {
        try StoredMessage(sequence: $0.sequence, headers: $0.headers, data: $0.data)
      }
    }
  }

  /// Reads the messages of a subject from one sequence to another.
  ///
  /// A consumer of the server pushes them into an inbox of this call.
  func messages(
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
