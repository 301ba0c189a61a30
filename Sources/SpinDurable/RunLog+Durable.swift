public import SpinCore
public import SpinRecording

extension RunLog {
  /// Reads the log of a durable loop, which may go on meanwhile.
  ///
  /// ```swift
  /// let log = try await RunLog(of: "parcels", in: store, by: Parcels.spin, durability: DurableOptions())
  /// let before = try log.replay(Parcels.spin).state(at: 120)
  /// ```
  ///
  /// A durable loop keeps only the events that were reduced. So such a log can be replayed, written into a
  /// file and shown, but not rehearsed: it has no senders, times or effects.
  ///
  /// A log that is trimmed at the same moment may lose what is about to be read. The error is then
  /// ``/SpinDurable/RecoveryError/Kind/incomplete`` although the log is whole: read it again.
  ///
  /// *Cancellation*: ends the reading with a `CancellationError`.
  ///
  /// - Parameters:
  ///   - name: The name of the log.
  ///   - store: The store.
  ///   - spin: The spin, whose reducer makes the states.
  ///   - number: The number of an event. The log begins with the newest snapshot before it, or with the
  ///     oldest one.
  ///   - states: Which states the log has.
  ///   - durability: How events and states are kept.
  /// - Throws: ``/SpinDurable/RecoveryError``, or the error of the store.
  /// - Complexity: One call of the reducer for each event.
  @concurrent
  public init(
    of name: String, in store: some EventStore, by spin: Spin<State, Event>, from number: Int = 0,
    keeping states: StateKeeping = .all, durability: DurableOptions<State, Event>
  ) async throws {
    let stored = try await store.openForReading(name)
    defer { stored.close() }
    var recovery = Recovery(name, spin, durability)
    try await recovery.begin(stored, before: max(number, 1))
    guard let state = recovery.state else { throw RecoveryError.noSnapshot(name) }
    var log = RunLog(named: name, beginningWith: state, number: recovery.number)
    try await recovery.reduceAll(of: stored) { number, event, state in
      log.add(event, number: number, state: states.keeps(number) ? state : nil)
    }
    self = log
  }
}
