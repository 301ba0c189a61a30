/// How the events of a loop are kept.
///
/// ```swift
/// let durability = DurableOptions<Parcels, Parcels.Event>(
///   events: .json(renaming: ["placed": "ordered"]), states: .json, snapshotInterval: 10_000)
/// ```
public struct DurableOptions<State: Sendable, Event: Sendable>: Sendable {
  /// Changes a record that an older version has written.
  ///
  /// - Returns: The record as the present version would have written it, with the same number; `nil` for an
  ///   event that means nothing any more, and for a snapshot that the one before it replaces.
  public typealias Migration = @Sendable (EventRecord) throws -> EventRecord?

  /// How events become bytes.
  public var events: RecordCoding<Event>

  /// How states become bytes.
  public var states: RecordCoding<State>

  /// The version of the types of events and states, which each record gets; 1 or more.
  ///
  /// Raise it with each change of the types that old records do not fit.
  public var version: Int

  /// Changes records with a lower version when the log is opened; `nil` refuses them.
  ///
  /// *Isolation*: called by the task that opens the log.
  public var migrating: Migration?

  /// The number of events after which the state is kept as a snapshot, so that the next opening reads fewer
  /// events.
  ///
  /// The snapshot is taken when the loop rests, or after twice as many events if it does not rest.
  public var snapshotInterval: Int

  /// The number of steps that a loop may run ahead of the store.
  ///
  /// A loop that is further ahead takes no further event until the store has kept half of them.
  public var stepsAhead: Int

  /// Creates options; each argument is the value of the property with its name.
  ///
  /// - Precondition: `version`, `snapshotInterval` and `stepsAhead` are 1 or more.
  public init(
    events: RecordCoding<Event>, states: RecordCoding<State>, version: Int = 1,
    snapshotInterval: Int = 1_000, stepsAhead: Int = 4_096, migrating: Migration? = nil
  ) {
    precondition(
      version > 0 && snapshotInterval > 0 && stepsAhead > 0,
      "DurableOptions has the version \(version), the snapshotInterval \(snapshotInterval) and stepsAhead "
        + "\(stepsAhead): each must be 1 or more.")
    self.events = events
    self.states = states
    self.version = version
    self.migrating = migrating
    self.snapshotInterval = snapshotInterval
    self.stepsAhead = stepsAhead
  }
}

extension DurableOptions where State: Codable, Event: Codable {
  /// Creates options whose records are JSON; each argument is the value of the property with its name.
  ///
  /// - Precondition: `version`, `snapshotInterval` and `stepsAhead` are 1 or more.
  public init(
    version: Int = 1, snapshotInterval: Int = 1_000, stepsAhead: Int = 4_096,
    migrating: Migration? = nil
  ) {
    self.init(
      events: .json, states: .json, version: version, snapshotInterval: snapshotInterval,
      stepsAhead: stepsAhead, migrating: migrating)
  }
}
