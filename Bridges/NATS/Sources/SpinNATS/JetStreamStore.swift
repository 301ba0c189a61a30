internal import Foundation
public import SpinDurable

/// A store in a stream of NATS JetStream, for loops that any machine may open.
///
/// ```swift
/// let store = try await JetStreamStore(address)
/// let sum = try await counter.open("sum", in: store, on: .async)
/// ```
///
/// All logs are subjects of one stream. A batch is one message, or several if it is too large for one. The server
/// refuses a message that does not follow the last one of its subject. An opening is a message, too. So the newest
/// opening of a log is its only writer, whatever machine it runs on.
///
/// If the server does not answer an append in time, the append fails and the run ends. The next opening finds what the
/// server has kept. The connection comes back by itself.
///
/// An event counts as kept when JetStream acknowledges it, which may be before its disk has it. So it survives the end
/// of every process, and the loss of power only with replicas, or if the server has `sync_interval: always`.
///
/// *Isolation*: all members may be used from any thread. No thread waits for an answer of the server, but the one that
/// connects. A thread that sends waits while the connection takes no more bytes, for about the timeout, or twice
/// that while the connection comes back.
public final class JetStreamStore: EventStore {
  let connection: Connection
  let stream: String
  let timeout: Double

  /// Connects to a server, and creates the stream if there is none.
  ///
  /// - Parameters:
  ///   - servers: The address of a server, or several with commas between them.
  ///   - stream: The name of the stream: letters, digits, `-` and `_`.
  ///   - replicas: The number of servers that keep each message, if the stream is created now: 1, 3 or 5.
  ///   - timeout: The time after which a server that has not answered counts as unavailable: from 10 milliseconds to
  ///     1,000,000 seconds.
  /// - Throws: ``/SpinDurable/EventStoreError``.
  public init(
    _ servers: String = "nats://127.0.0.1:4222", stream: String = "SPIN", replicas: Int = 1,
    timeout: Duration = .seconds(5)
  ) async throws {
    // NB: libnats counts milliseconds in 32 bits at some places.
    let seconds = min(max(0.01, timeout / .seconds(1)), 1_000_000)
    self.stream = stream
    self.timeout = seconds
    connection = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try Connection(servers, timeout: seconds) })
      }
    }
    switch try await ask("STREAM.INFO.\(stream)", [:]) {
    case .success(let info): try check(info)
    case .failure(let failure) where failure.code == Failure.noStream: try await create(replicas)
    case .failure(let failure): throw failure.error
    }
  }

  private func create(_ replicas: Int) async throws {
    _ = try await ask(
      "STREAM.CREATE.\(stream)",
      [
        "name": stream, "subjects": ["\(Self.prefix(stream)).>"], "storage": "file",
        "retention": "limits", "discard": "new", "num_replicas": replicas, "max_msgs": -1,
        "max_bytes": -1, "max_age": 0,
      ]
    ).mapError(\.error).get()
  }

  /// Refuses a stream that would lose events, or get none.
  private func check(_ info: Answer) throws {
    let config = info["config"] as? [String: Any] ?? [:]
    var dangers = ["max_age", "max_msgs", "max_bytes", "max_msgs_per_subject"]
      .filter { config[$0] as? Int ?? 0 > 0 }
    for (key, value) in ["storage": "file", "retention": "limits"] {
      if let other = config[key] as? String, other != value { dangers.append("\(key) \(other)") }
    }
    if config["no_ack"] as? Bool == true { dangers.append("no_ack") }
    guard dangers.isEmpty else {
      throw EventStoreError(
        .unavailable,
        "The stream \(stream) would lose events, for it has \(dangers.sorted().joined(separator: " and ")): name "
          + "another stream, which is created.")
    }
    let subjects = config["subjects"] as? [String] ?? []
    guard subjects.contains("\(Self.prefix(stream)).>") else {
      throw EventStoreError(
        .unavailable,
        "The stream \(stream) has the subjects \(subjects.joined(separator: ", ")), and a store needs "
          + "\(Self.prefix(stream)).>: name another stream, which is created.")
    }
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
      case .success(let answer):
        mark.sequence = try answer.sequence
        return StreamLog(self, name, subject, mark)
      // Another has opened or written the log meanwhile.
      case .failure(let failure) where failure.code == Failure.wrongSequence:
        try Task.checkCancellation()
      case .failure(let failure): throw failure.error
      }
    }
  }

  /// Opens a log to look at it, see ``/SpinDurable/EventStore/openForReading(_:)``.
  public func openForReading(_ name: String) async throws -> any EventLog {
    let subject = subject(of: name)
    let last = try await last(of: subject)
    let log = StreamLog(
      self, name, subject, last ?? StoredMessage(epoch: 0, head: 0, snapshot: 0, records: []))
    log.close()
    return log
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
    var rest = count - 1
    while rest > 0, sequence > 0 {
      sequence = try await message(sequence)?.snapshot ?? 0
      rest -= 1
    }
    guard sequence > 0 else { return 0 }
    let answer = try await ask(
      "STREAM.PURGE.\(stream)", ["filter": subject, "seq": sequence]
    ).mapError(\.error).get()
    return answer["purged"] as? Int ?? 0
  }

  private static func prefix(_ stream: String) -> String { "spin.\(stream)" }

  /// The subject of a log.
  private func subject(of name: String) -> String {
    "\(Self.prefix(stream)).\(Self.token(of: name))"
  }

  /// The subject of a gear, which has one part more than that of a log.
  func subject(ofGear name: String) -> String {
    "\(Self.prefix(stream)).gear.\(Self.token(of: name))"
  }

  /// A name as a part of a subject, the same for equal names.
  ///
  /// Letters, digits, `-` and `_` stand for themselves, and other bytes are `=` and two digits.
  static func token(of name: String) -> String {
    let parts = name.precomposedStringWithCanonicalMapping.utf8.map { byte in
      let character = UnicodeScalar(byte)
      return character.isASCII
        && (character.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains(character))
        ? String(character) : "=" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return parts.isEmpty ? "=" : parts.joined()
  }

  /// The name that a token stands for; `nil` if it stands for none.
  static func name(of token: Substring) -> String? {
    if token == "=" { return "" }
    var parts = token.split(separator: "=", omittingEmptySubsequences: false)
    var bytes = Array(parts.removeFirst().utf8)
    for part in parts {
      guard part.utf8.count >= 2, let byte = UInt8(part.prefix(2), radix: 16) else { return nil }
      bytes += [byte] + part.dropFirst(2).utf8
    }
    return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }
}
