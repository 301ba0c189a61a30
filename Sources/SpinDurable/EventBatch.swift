internal import SpinCore

/// Records on their way into a log, which a store acknowledges all together.
///
/// ```swift
/// func append(_ batch: EventBatch) {
///   queue.async { batch.finish(Result { try insert(batch.records(), after: batch.previous) }) }
/// }
/// ```
///
/// If a store lets go of a batch without finishing it, the batch fails.
public final class EventBatch: Sendable {
  /// What is called when a store has finished a batch.
  ///
  /// *Isolation*: the thread of the store.
  public typealias Completion = @Sendable (Result<Void, any Error>) -> Void

  /// The number of the newest event before the batch; 0 if there is none.
  ///
  /// A store refuses the batch if the log has another newest event, as ``EventStoreError/Kind/conflict``.
  public let previous: Int

  private let encode: @Sendable () throws -> [EventRecord]
  private let completion: Guarded<Completion?>

  /// Creates a batch whose records are encoded when a store asks for them.
  package init(
    after previous: Int, encoding encode: @escaping @Sendable () throws -> [EventRecord],
    completion: @escaping Completion
  ) {
    self.previous = previous
    self.encode = encode
    self.completion = Guarded(completion)
  }

  /// Creates a batch of records that are encoded already.
  ///
  /// - Parameters:
  ///   - records: Events in order, with at most one snapshot, which has the number of the last event.
  ///   - previous: The number of the newest event before them; 0 if there is none.
  ///   - completion: Called once with the result. A failure may leave open whether the records are kept.
  public convenience init(
    _ records: [EventRecord], after previous: Int, completion: @escaping Completion
  ) {
    self.init(after: previous, encoding: { records }, completion: completion)
  }

  deinit {
    finish(
      .failure(
        EventStoreError(
          .unavailable,
          "The store let go of a batch without calling finish(_:), and may have kept it or not.")))
  }

  /// Encodes the records.
  ///
  /// Call it where it may take time, and once.
  ///
  /// - Throws: The error of an event or a state that cannot be encoded; finish the batch with it.
  public func records() throws -> [EventRecord] { try encode() }

  /// Says what became of the records; only the first call counts.
  ///
  /// The call may append the next batch.
  public func finish(_ result: Result<Void, any Error>) {
    completion.withLock { $0.take() }?(result)
  }
}
