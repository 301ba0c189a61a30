internal import SpinCore
public import SpinDurable

/// A store in front of another one, some of whose appends fail.
///
/// ```swift
/// let store = FaultyStore(MemoryStore(), seed: 7)
/// ```
///
/// A program that is tested with it must lose nothing that was acknowledged, whatever fails.
public final class FaultyStore<Base: EventStore>: EventStore {
  private let base: Base
  private let interval: Int
  private let faults: [StoreFault]
  private let random: Guarded<SeededGenerator>

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - base: The store behind it.
  ///   - seed: The seed of the faults.
  ///   - interval: The number of appends of which one fails, at random; 1 or more.
  ///   - faults: The faults that are chosen from; not empty.
  public init(
    _ base: Base, seed: UInt64, oneIn interval: Int = 10, faults: [StoreFault] = StoreFault.allCases
  ) {
    require(
      interval > 0 && !faults.isEmpty,
      "A FaultyStore with oneIn: \(interval) and \(faults.count) faults has no fault to choose: both numbers "
        + "must be 1 or more.")
    self.base = base
    self.interval = interval
    self.faults = faults
    random = Guarded(SeededGenerator(seed: seed))
  }

  /// Opens a log of the store behind it.
  public func open(_ name: String) async throws -> any EventLog {
    FaultyLog(try await base.open(name)) { self.fault() }
  }

  /// Opens a log of the store behind it, to look at it.
  public func openForReading(_ name: String) async throws -> any EventLog {
    try await base.openForReading(name)
  }

  /// The fault of the next append; `nil` for none.
  private func fault() -> StoreFault? {
    random.withLock { random in
      guard random.below(interval) == 0 else { return nil }
      return faults[random.below(faults.count)]
    }
  }
}

/// What may happen to an append of a ``FaultyStore``.
public enum StoreFault: CaseIterable, Hashable, Sendable {
  /// It is not kept, and fails.
  case refused
  /// It is kept, and fails all the same, as if the answer had been lost.
  case unanswered
  /// It is not kept, and the store lets go of it without an answer, so it fails.
  case forgotten
}

/// The error of a fault.
private let fault = EventStoreError(.unavailable, "The store has a fault on purpose.")

private final class FaultyLog: EventLog {
  private let log: any EventLog
  private let next: @Sendable () -> StoreFault?

  init(_ log: any EventLog, _ next: @escaping @Sendable () -> StoreFault?) {
    self.log = log
    self.next = next
  }

  func snapshot(before number: Int) async throws -> EventRecord? {
    try await log.snapshot(before: number)
  }

  func events(after number: Int, limit: Int) async throws -> [EventRecord] {
    try await log.events(after: number, limit: limit)
  }

  func append(_ batch: EventBatch) {
    switch next() {
    case nil: log.append(batch)
    case .refused: batch.finish(.failure(fault))
    case .forgotten: break
    case .unanswered:
      do {
        log.append(
          EventBatch(try batch.records(), after: batch.previous) { result in
            batch.finish(result.flatMap { .failure(fault) })
          })
      } catch {
        batch.finish(.failure(error))
      }
    }
  }

  func close() { log.close() }
}
