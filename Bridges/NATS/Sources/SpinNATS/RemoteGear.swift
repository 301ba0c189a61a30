internal import Foundation
internal import SpinDurable

/// Messages between loops on different machines, which all of them get in one order.
///
/// ```swift
/// let gear = RemoteGear<String>("chat", in: store)
/// ```
///
/// The stream of the store keeps all messages of a gear. A loop keeps the sequence of the newest message in its state and
/// reads on from there, so it misses nothing while it is away. If both ends are durable loops, each of them reduces
/// each message once.
///
/// The stream keeps the messages until somebody removes them. The page of the bridge has a command for that.
public struct RemoteGear<Message: Codable & Sendable>: Sendable {
  private let store: JetStreamStore
  private let subject: String

  /// Creates a gear; nothing is sent.
  ///
  /// - Parameters:
  ///   - name: The name of the gear. Gears of equal names in one stream are one gear.
  ///   - store: The store.
  public init(_ name: String, in store: JetStreamStore) {
    self.store = store
    subject = store.subject(ofGear: name)
  }

  /// Sends a message, and returns when the server has it.
  ///
  /// *Cancellation*: ends the wait with a `CancellationError`; the server may have the message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - id: The identity of the message in the gear. A message with the same identity within two minutes is the same
  ///     message, and is there once: so an effect that starts again after a crash may send it again. After that time,
  ///     the receiver must ignore an identity that it knows.
  /// - Returns: The sequence of the message.
  /// - Throws: ``/SpinDurable/EventStoreError``, or the error of a message that cannot be encoded.
  @discardableResult
  public func send(_ message: Message, id: String) async throws -> UInt64 {
    try await store.keep(JSONEncoder().encode(message), of: subject, id: id)
  }

  /// Returns the first message after a sequence, and waits until there is one.
  ///
  /// In a feedback on the sequence in the state, each message asks for the next one:
  ///
  /// ```swift
  /// Feedback(on: \.newest) { newest in
  ///   .run {
  ///     let message = try await gear.next(after: newest)
  ///     return .heard(message.sequence, message.content)
  ///   } catch: {
  ///     .failed("\($0)")
  ///   }
  /// }.named("hear")
  /// ```
  ///
  /// A server that goes away and comes back ends nothing. One that does not answer, or refuses, is asked again and
  /// again, without a word: such as one that is without JetStream, or does not permit the request.
  ///
  /// *Cancellation*: ends the wait with a `CancellationError`.
  ///
  /// - Parameter sequence: The sequence of the newest message that is known; 0 for the first of all.
  /// - Returns: The message.
  /// - Throws: The error of a message that cannot be decoded, or ``/SpinDurable/EventStoreError`` if the connection does
  ///   not take the subscription, or the stream was deleted.
  public func next(after sequence: UInt64) async throws -> Received {
    let message = try await store.next(of: subject, after: sequence)
    return Received(
      sequence: message.sequence, id: message.id,
      content: try JSONDecoder().decode(Message.self, from: message.data))
  }

  /// A message that has arrived.
  public struct Received: Sendable {
    /// The place of the message in the stream, which grows with each message of the gear.
    public let sequence: UInt64
    /// The identity that its sender has given it.
    public let id: String
    /// The message.
    public let content: Message
  }
}

/// A message of a gear.
struct GearMessage: Sendable {
  /// The identity that the server compares, among the messages of all gears: the subject, a space, and the identity
  /// that the sender has given, as a token, because a header ends with a line.
  static let serverIDHeader = "Nats-Msg-Id"
  /// The identity that the sender has given, in messages of an earlier version.
  static let idHeader = "Spin-Id"

  let sequence: UInt64
  let id: String
  let data: Data

  /// Reads a message.
  ///
  /// Earlier versions have sent the identity in a header of its own, or only as that for the server.
  init(_ message: (sequence: UInt64, headers: [String: String], data: Data), of subject: String) {
    (sequence, data) = (message.sequence, message.data)
    let serverID = message.headers[Self.serverIDHeader] ?? ""
    let token = serverID.hasPrefix("\(subject) ") ? serverID.dropFirst(subject.count + 1) : ""
    id = message.headers[Self.idHeader] ?? JetStreamStore.name(of: token) ?? serverID
  }
}

extension JetStreamStore {
  func keep(_ data: Data, of subject: String, id: String) async throws -> UInt64 {
    let headers = [GearMessage.serverIDHeader: "\(subject) \(Self.token(of: id))"]
    return try await request(subject, data, headers: headers).mapError(\.error).get().sequence
  }

  /// Waits for the first message of a subject after a sequence.
  ///
  /// A plain subscription says that there is a new message. A connection that was lost may have missed it, so the
  /// server is asked every second as well.
  func next(of subject: String, after sequence: UInt64) async throws -> GearMessage {
    let (news, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let subscription = try connection.subscribe(to: subject) { _ in continuation.yield() }
    let clock = Task {
      while !Task.isCancelled {
        continuation.yield()
        try await Task.sleep(for: .seconds(1))
      }
    }
    defer {
      clock.cancel()
      withExtendedLifetime(subscription) {}
    }
    for await _ in news {
      do {
        if let message = try await known(of: subject, after: sequence) { return message }
      } catch let failure as Failure where failure.code == Failure.noStream {
        throw failure.error
      } catch is Failure {
        // The server may take it later.
      } catch let error as EventStoreError where error.kind == .unavailable {
        // The server is away, and is asked again.
      }
    }
    throw CancellationError()
  }

  private func known(of subject: String, after sequence: UInt64) async throws -> GearMessage? {
    switch try await ask(
      "STREAM.MSG.GET.\(stream)", ["seq": min(sequence, .max - 1) + 1, "next_by_subj": subject])
    {
    case .failure(let failure) where failure.code == Failure.noMessage: nil
    case .failure(let failure): throw failure
    case .success(let answer):
      try GearMessage(answer.message, of: subject)
    }
  }
}
