/// Where the events of loops are kept, such as a file or a server.
///
/// ```swift
/// let store = MemoryStore()
/// let parcels = try await Parcels.spin.open("parcels", in: store, on: .async)
/// ```
///
/// A store has a log for each name. Whoever opens a log writes it from then on; whoever has opened it before
/// is refused. So two machines may open one log, and only the newer one goes on.
///
/// A program uses a store through ``/SpinCore/Spin/open(_:in:on:options:durability:)``, and calls none of its
/// methods. Write a store by conforming to ``EventStore`` and ``EventLog``, and test it with
/// `StoreConformance` of SpinConformance.
public protocol EventStore: Sendable {
  /// Opens a log, which is empty if nobody has opened it before.
  ///
  /// When it returns, no append of an earlier opening can take effect any more: such an append fails as
  /// ``EventStoreError/Kind/superseded``.
  ///
  /// - Parameter name: The name of the log. Two names that differ are two logs; two that are equal are one,
  ///   however their characters are encoded.
  /// - Returns: The log.
  /// - Throws: The reason why the log cannot be opened.
  func open(_ name: String) async throws -> any EventLog

  /// Opens a log to look at it: nobody is refused, and appends fail.
  ///
  /// What others append later may be read or not.
  ///
  /// - Parameter name: The name of the log.
  /// - Returns: The log, which is empty if nobody has opened it; it is not created.
  /// - Throws: The reason why the log cannot be read.
  func openForReading(_ name: String) async throws -> any EventLog
}

/// The events and snapshots of one loop, as one opening of a store sees them.
///
/// Events have the numbers 1, 2 and so on. A snapshot has the number of the event after which the state was
/// taken; the first one has the number 0. A loop reads when it is opened, and then appends one batch after
/// the other.
public protocol EventLog: Sendable {
  /// Returns the newest snapshot before an event.
  ///
  /// - Parameter number: The number of the event; `.max` for the newest snapshot of all.
  /// - Returns: The snapshot; `nil` if there is none.
  /// - Throws: The reason why the store cannot be read.
  func snapshot(before number: Int) async throws -> EventRecord?

  /// Returns the events after a number, in order.
  ///
  /// - Parameters:
  ///   - number: The number of an event or a snapshot.
  ///   - limit: The largest number of events to return.
  /// - Returns: The events. There may be fewer than the limit even if the log has more, but at least one. The
  ///   result is empty only if there is none.
  /// - Throws: The reason why the store cannot be read.
  func events(after number: Int, limit: Int) async throws -> [EventRecord]

  /// Keeps the records of a batch in their order, and then finishes the batch.
  ///
  /// The batch is finished once its records would survive the loss of power, or the losses that the store names
  /// instead, or the store knows that they are not kept, or does not know. A store that fails in between may
  /// have kept the first ones, but nothing of a batch that it refuses. The next batch is appended after that, so
  /// a log has at most one batch at a time.
  ///
  /// The call must return soon, because a loop makes it: encode the records and wait for a disk elsewhere. It
  /// may finish the batch before it returns.
  ///
  /// *Isolation*: any thread.
  func append(_ batch: EventBatch)

  /// Releases what the opening has of the store, such as a connection; appends fail from now on.
  func close()
}

extension EventLog {
  /// Keeps records, for tools and tests.
  ///
  /// - Parameters:
  ///   - records: Events in order, with at most one snapshot, which has the number of the last event.
  ///   - previous: The number of the newest event before them; 0 if there is none.
  /// - Throws: The reason why the records are not kept, or why nobody knows whether they are.
  public func append(_ records: [EventRecord], after previous: Int) async throws {
    try await withCheckedThrowingContinuation { continuation in
      append(EventBatch(records, after: previous) { continuation.resume(with: $0) })
    }
  }
}
