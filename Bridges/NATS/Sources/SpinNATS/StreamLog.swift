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
      if last == 0 { return [] }
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
