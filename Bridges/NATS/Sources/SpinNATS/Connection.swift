internal import CNATS
internal import Dispatch
internal import Foundation
internal import SpinDurable
internal import Synchronization

/// A connection to a server, which sends requests and passes on the answers without blocking a thread for an answer.
///
/// A thread that sends waits while the socket takes no more. After the timeout, libnats connects again.
///
/// libnats calls from threads of its own. Each answer comes to one inbox, under a subject that ends with the number of
/// its request.
final class Connection: @unchecked Sendable {
  typealias Completion = @Sendable (Result<Message, any Error>) -> Void

  /// A message that has arrived.
  struct Message: Sendable {
    let subject: String
    let reply: String
    let headers: [String: String]
    let data: Data
  }

  private struct Requests {
    var completions: [UInt64: Completion] = [:]
    var newest: UInt64 = 0
  }

  // Guard: libnats, whose functions may be called from any thread.
  private let connection: OpaquePointer
  private let inbox: String
  private let timeout: Double
  private let requests = Mutex(Requests())
  private let subscription = Mutex<Subscription?>(nil)
  let maximalPayload: Int

  /// Connects, which blocks the thread.
  init(_ servers: String, timeout: Double) throws {
    var options: OpaquePointer?
    try check(natsOptions_Create(&options), servers)
    defer { natsOptions_Destroy(options) }
    let addresses = servers.split(separator: ",").map {
      strdup($0.trimmingCharacters(in: .whitespaces))
    }
    defer { addresses.forEach { free($0) } }
    var pointers = addresses.map { UnsafePointer($0) }
    try check(natsOptions_SetServers(options, &pointers, Int32(pointers.count)), servers)
    try check(natsOptions_SetTimeout(options, Int64(timeout * 1_000)), servers)
    // NB: by default, a thread waits for ever for a server that takes nothing, and holds the lock of libnats.
    try check(natsOptions_SetWriteDeadline(options, Int64(timeout * 1_000)), servers)
    try check(natsOptions_SetMaxReconnect(options, -1), servers)
    try check(natsOptions_SetReconnectWait(options, 200), servers)
    var made: OpaquePointer?
    try check(natsConnection_Connect(&made, options), servers)
    guard let made else { throw EventStoreError(.unavailable, "\(servers): no connection.") }
    connection = made
    maximalPayload = Int(natsConnection_GetMaxPayload(made))
    var name: UnsafeMutablePointer<CChar>?
    try check(natsInbox_Create(&name), servers)
    inbox = name.map { String(cString: $0) } ?? ""
    natsInbox_Destroy(name)
    self.timeout = timeout
    let subscription = try subscribe(to: inbox + ".*") { [weak self] in self?.answered($0) }
    self.subscription.withLock { $0 = subscription }
  }

  deinit {
    let (connection, subscription) = (
      Closing(connection: connection), subscription.withLock { $0.take() }
    )
    // In a thread of its own: the last reference may go in a call of libnats, which waits for these calls.
    Thread.detachNewThread {
      withExtendedLifetime(subscription) { natsConnection_Close(connection.connection) }
      natsConnection_Destroy(connection.connection)
    }
  }

  private struct Closing: @unchecked Sendable {
    let connection: OpaquePointer
  }

  // MARK: Requests

  /// Sends a request, and calls the completion once: with the answer, or with an error if none comes in time.
  func send(
    _ subject: String, _ data: Data, headers: [String: String] = [:],
    completion: @escaping Completion
  ) {
    let number = newNumber
    send(subject, data, headers, as: number, completion)
  }

  private func send(
    _ subject: String, _ data: Data, _ headers: [String: String], as number: UInt64,
    _ completion: @escaping Completion
  ) {
    requests.withLock { $0.completions[number] = completion }
    DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { [weak self] in
      self?.finish(number, .failure(EventStoreError.silent(subject)))
    }
    do {
      try publish(subject, data, headers, reply: "\(inbox).\(number)")
    } catch {
      finish(number, .failure(error))
    }
  }

  /// Sends a request, and waits for the answer, or until the task is cancelled.
  func request(
    _ subject: String, _ data: Data = Data(), headers: [String: String] = [:]
  ) async throws -> Message {
    let number = newNumber
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        send(subject, data, headers, as: number) { continuation.resume(with: $0) }
        // The handler may have come before the request was noted.
        if Task.isCancelled { finish(number, .failure(CancellationError())) }
      }
    } onCancel: {
      finish(number, .failure(CancellationError()))
    }
  }

  private var newNumber: UInt64 {
    requests.withLock { requests in
      requests.newest += 1
      return requests.newest
    }
  }

  /// Sends a message; the answer, if there is one, comes under the subject `reply`.
  func publish(
    _ subject: String, _ data: Data, _ headers: [String: String], reply: String
  ) throws {
    var message: OpaquePointer?
    try data.withUnsafeBytes { bytes in
      try check(
        natsMsg_Create(
          &message, subject, reply, bytes.bindMemory(to: CChar.self).baseAddress,
          Int32(bytes.count)), subject)
    }
    defer { natsMsg_Destroy(message) }
    for (key, value) in headers { try check(natsMsgHeader_Set(message, key, value), subject) }
    try check(natsConnection_PublishMsg(connection, message), subject)
  }

  private func answered(_ message: Message) {
    guard let number = message.subject.split(separator: ".").last.flatMap({ UInt64($0) }) else {
      return
    }
    finish(number, .success(message))
  }

  private func finish(_ number: UInt64, _ result: Result<Message, any Error>) {
    requests.withLock { $0.completions.removeValue(forKey: number) }?(result)
  }

  // MARK: Subscriptions

  /// A subject that nobody else uses.
  var newInbox: String { "\(inbox).reading.\(newNumber)" }

  /// Calls a closure with each message of a subject, on a thread of libnats, until the subscription is released.
  func subscribe(
    to subject: String, _ receive: @escaping @Sendable (Message) -> Void
  ) throws -> Subscription {
    let receiver = Unmanaged.passRetained(Receiver(receive))
    var made: OpaquePointer?
    let status = natsConnection_Subscribe(
      &made, connection, subject,
      { _, _, message, closure in
        guard let message, let closure else { return }
        Unmanaged<Receiver>.fromOpaque(closure).takeUnretainedValue().receive(Message(message))
        natsMsg_Destroy(message)
      }, receiver.toOpaque())
    guard status == NATS_OK, let made else {
      receiver.release()
      try check(status, subject)
      throw EventStoreError(.unavailable, "\(subject): no subscription.")
    }
    // Kept until libnats has called it for the last time.
    natsSubscription_SetOnCompleteCB(
      made, { closure in if let closure { Unmanaged<Receiver>.fromOpaque(closure).release() } },
      receiver.toOpaque())
    natsSubscription_SetPendingLimits(made, -1, -1)
    return Subscription(made)
  }

  private final class Receiver: Sendable {
    let receive: @Sendable (Message) -> Void
    init(_ receive: @escaping @Sendable (Message) -> Void) { self.receive = receive }
  }

  final class Subscription: @unchecked Sendable {
    // Guard: libnats.
    private let subscription: OpaquePointer
    init(_ subscription: OpaquePointer) { self.subscription = subscription }
    deinit {
      natsSubscription_Unsubscribe(subscription)
      natsSubscription_Destroy(subscription)
    }
  }
}

extension Connection.Message {
  /// Copies a message of libnats.
  fileprivate init(_ message: OpaquePointer) {
    subject = natsMsg_GetSubject(message).map { String(cString: $0) } ?? ""
    reply = natsMsg_GetReply(message).map { String(cString: $0) } ?? ""
    let count = Int(natsMsg_GetDataLength(message))
    data = natsMsg_GetData(message).map { Data(bytes: $0, count: count) } ?? Data()
    var headers: [String: String] = [:]
    for key in ["Status"] + StoredMessage.Header.allCases.map(\.rawValue) {
      var value: UnsafePointer<CChar>?
      if natsMsgHeader_Get(message, key, &value) == NATS_OK, let value {
        headers[key] = String(cString: value)
      }
    }
    self.headers = headers
  }
}

extension EventStoreError {
  /// The error of a server that does not answer.
  static func silent(_ subject: String) -> EventStoreError {
    EventStoreError(
      .unavailable,
      "The server has not answered in time: \(subject)."
        + (subject.hasPrefix("$JS.API.") ? "" : " Whether it has kept the events is not known.")
    )
  }
}

private func check(_ status: natsStatus, _ what: String) throws {
  if status == NATS_OK { return }
  throw EventStoreError(
    .unavailable,
    "\(what): \(natsStatus_GetText(status).map { String(cString: $0) } ?? "status \(status.rawValue)")."
  )
}
