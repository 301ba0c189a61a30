package import SpinCore

/// Makes the newest state of a log from its newest snapshot and the events after it.
package struct Recovery<State: Sendable, Event: Sendable>: Sendable {
  private let name: String
  private let reducer: Reducer<State, Event>
  private let options: DurableOptions<State, Event>
  /// The newest state; `nil` before there is a snapshot.
  package private(set) var state: State?
  /// The number of the newest event.
  package private(set) var number = 0
  /// The number of the snapshot.
  package private(set) var snapshotNumber = 0
  /// The number of the oldest snapshot that was read.
  private var oldestSnapshot: Int?

  package init(
    _ name: String, _ spin: Spin<State, Event>, _ options: DurableOptions<State, Event>
  ) {
    self.name = name
    self.options = options
    reducer = spin.reducer
  }

  /// Begins with a snapshot, which a store has found before an event.
  package mutating func begin(with snapshot: EventRecord, before limit: Int) throws {
    // Half of all numbers are left for events, so that no sum of numbers is too large.
    guard snapshot.kind == .snapshot, 0..<min(limit, .max / 2) ~= snapshot.number else {
      throw RecoveryError.misplaced(snapshot, name)
    }
    oldestSnapshot = snapshot.number
    guard let record = try lifted(snapshot) else { return }
    do {
      state = try options.states.decode(record.bytes)
    } catch {
      throw RecoveryError.undecodable(record, name, error)
    }
    (number, snapshotNumber) = (snapshot.number, snapshot.number)
  }

  /// Reduces the next events, and tells of each, with the state after it.
  package mutating func reduce(
    _ events: [EventRecord], _ note: (Int, Event?, State) -> Void = { _, _, _ in }
  ) throws {
    for record in events {
      guard record.kind == .event else { throw RecoveryError.misplaced(record, name) }
      guard var state = state.take() else { throw RecoveryError.noSnapshot(name) }
      guard record.number == number + 1 else {
        throw RecoveryError.missing(after: number, found: record.number, name)
      }
      var event: Event?
      if let record = try lifted(record) {
        do {
          event = try options.events.decode(record.bytes)
        } catch {
          throw RecoveryError.undecodable(record, name, error)
        }
      }
      if let event { reducer.reduce(&state, event) }
      note(record.number, event, state)
      self.state = consume state
      number = record.number
    }
  }

  /// Returns a record as the present version would have written it.
  private func lifted(_ record: EventRecord) throws -> EventRecord? {
    if record.version == options.version { return record }
    if record.version > options.version {
      throw RecoveryError.newer(record, than: options.version, name)
    }
    guard let migrate = options.migrating else {
      throw RecoveryError.older(record, than: options.version, name)
    }
    let lifted: EventRecord?
    do {
      lifted = try migrate(record)
    } catch {
      throw RecoveryError.unchanged(record, to: options.version, name, error)
    }
    if let lifted, lifted.version != options.version {
      throw RecoveryError.notLifted(lifted, to: options.version, name)
    }
    return lifted
  }

  /// Throws if there are snapshots, and the migration has dropped each of them.
  private func checkIsBegun() throws(RecoveryError) {
    if state == nil, let oldestSnapshot { throw .noSnapshotLeft(oldestSnapshot, name) }
  }

  /// Begins with the newest snapshot before an event, or with the oldest one if there is none.
  ///
  /// A snapshot that the migration drops is passed over for the one before.
  package mutating func begin(_ log: any EventLog, before number: Int) async throws {
    var (limit, found) = (number, try await log.snapshot(before: number))
    if found == nil, number < .max {
      limit = .max
      found = try await log.snapshot(before: limit)
      while let next = found, let older = try await log.snapshot(before: next.number) {
        guard older.number < next.number else { throw RecoveryError.misplaced(older, name) }
        found = older
      }
    }
    while let snapshot = found {
      try begin(with: snapshot, before: limit)
      // An older one may be large, far away or damaged.
      if state != nil { break }
      limit = snapshot.number
      found = try await log.snapshot(before: limit)
    }
    try checkIsBegun()
  }

  /// Reduces the events of a log after the newest one so far, and tells of each, with the state after it.
  package mutating func reduceAll(
    of log: any EventLog, _ note: (Int, Event?, State) -> Void = { _, _, _ in }
  ) async throws {
    while true {
      let events = try await log.events(after: number, limit: 1_000)
      // A store may return too few events to a task that is cancelled.
      try Task.checkCancellation()
      if events.isEmpty { return }
      try reduce(events, note)
    }
  }

  /// Reads a log.
  @concurrent
  package mutating func read(_ log: any EventLog) async throws {
    try await begin(log, before: .max)
    try await reduceAll(of: log)
  }
}

extension Recovery {
  /// Reads a log in memory; keeps the first snapshot if the log is new.
  package init(
    _ name: String, _ spin: Spin<State, Event>, _ options: DurableOptions<State, Event>,
    in log: MemoryLog
  ) throws {
    self.init(name, spin, options)
    var limit = Int.max
    while state == nil, let snapshot = log.newestSnapshot(before: limit) {
      try begin(with: snapshot, before: limit)
      limit = snapshot.number
    }
    try checkIsBegun()
    try reduce(log.events(after: number))
    if state == nil {
      let first = try EventRecord.snapshot(of: spin.initialState, number: 0, options)
      log.append(EventBatch([first], after: 0) { _ in })
      state = spin.initialState
    }
  }
}
