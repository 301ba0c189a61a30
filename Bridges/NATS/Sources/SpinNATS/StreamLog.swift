internal import SpinDurable
internal import Synchronization

/// One opening of a log.
final class StreamLog: EventLog {
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
      try Task.checkCancellation()
      sequence = message.snapshot
    }
    return nil
  }

  func events(after number: Int, limit: Int) async throws -> [EventRecord] {
    let (known, first, newest) = position.withLock { position in
      (position.read, position.snapshots[number] ?? 1, position.newest)
    }
    if number >= newest.head { return [] }
    var events = known
    if known.first.map({ $0.number != number + 1 }) ?? true {
      events = try await store.messages(of: subject, from: first, through: newest.sequence)
        .flatMap(\.records).filter { $0.kind == .event && $0.number > number }
    }
    let rest = events.count > limit ? Array(events.dropFirst(limit)) : []
    position.withLock { $0.read = rest }
    return Array(events.prefix(limit))
  }

  func append(_ batch: EventBatch) {
    let (isClosed, newest) = position.withLock { ($0.isClosed, $0.newest) }
    if isClosed { return batch.finish(.failure(EventStoreError.closed(name))) }
    // In a task, because the loop must wait neither for the encoding nor for the server.
    Task {
      do {
        let records = try batch.records()
        if batch.previous != newest.head { throw try await refusal(of: batch, newest.head) }
        var newest = newest
        for piece in try store.pieces(of: records) {
          newest = try await keep(piece, behind: newest)
        }
        batch.finish(.success(()))
      } catch {
        batch.finish(.failure(error))
      }
    }
  }

  /// Keeps records behind the newest message; returns theirs.
  private func keep(
    _ records: [EventRecord], behind newest: StoredMessage
  ) async throws -> StoredMessage {
    var message = StoredMessage(
      epoch: epoch, head: records.last { $0.kind == .event }?.number ?? newest.head,
      snapshot: newest.newestSnapshot, records: records)
    switch try await store.publish(message, to: subject, after: newest.sequence) {
    case .success(let answer): message.sequence = try answer.sequence
    // Nobody but another opening writes the subject.
    case .failure(let failure) where failure.code == Failure.wrongSequence:
      throw EventStoreError.superseded(name)
    case .failure(let failure): throw failure.error
    }
    position.withLock { ($0.newest, $0.read) = (message, []) }
    return message
  }

  /// Why a batch is refused that does not follow the newest event, or whose log another has opened.
  private func refusal(of batch: EventBatch, _ head: Int) async throws -> EventStoreError {
    try await store.last(of: subject)?.epoch == epoch
      ? .conflict(name, newest: head, previous: batch.previous) : .superseded(name)
  }

  func close() { position.withLock { $0.isClosed = true } }
}
