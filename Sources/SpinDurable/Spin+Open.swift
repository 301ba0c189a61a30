public import SpinCore

extension Spin {
  /// Starts a run that continues where the newest run with the log ended.
  ///
  /// ```swift
  /// let parcels = try await Parcels.spin.open("parcels", in: store, on: .async)
  /// try await parcels.send(.ordered(id: "7", to: "Rome"))
  /// ```
  ///
  /// The state is that of the newest snapshot and the events after it, or the initial state if the log is
  /// new. The first transition has the number 0, as in each run, and the feedbacks see a first state: work
  /// that the state wants starts again.
  ///
  /// The loop runs ahead of the store. What leaves the loop waits until the store has kept the events before
  /// it: the code of effects, and the answers of `send`, `ask`, `first`, `settled` and `finished`.
  /// Alarms, monitors, observers, `state`, and `emit` do not wait.
  ///
  /// If the store cannot keep an event, the run ends. The code that waits never begins, and calls that await an
  /// answer throw ``/SpinDurable/NotDurable``. The same happens to a run whose log another run has opened since.
  ///
  /// *Isolation*: the events are decoded and reduced on the global executor.
  ///
  /// *Cancellation*: ends the opening with a `CancellationError`.
  ///
  /// - Parameters:
  ///   - name: The name of the log.
  ///   - store: The store.
  ///   - runtime: The runtime that executes the loop; not one that runs turns at once.
  ///   - options: The settings of the run. An initial state among them counts if the log is new.
  ///   - durability: How events and states are kept.
  /// - Returns: The handle. Dropping it stops the loop.
  /// - Throws: ``/SpinDurable/RecoveryError``, the error of the store, that of an initial state that cannot be
  ///   encoded, or a `CancellationError`.
  /// - Complexity: One call of the reducer for each event after the newest snapshot.
  public func open(
    _ name: String, in store: some EventStore, on runtime: some SpinRuntime,
    options: RunOptions<State, Event> = RunOptions(), durability: DurableOptions<State, Event>
  ) async throws -> RunningSpin<State, Event> {
    try checkIsDurable(name, on: runtime)
    let log = try await store.open(name)
    do {
      var recovery = Recovery(name, self, durability)
      try await recovery.read(log)
      if recovery.state == nil {
        let state = options.initialState ?? initialState
        try await log.append([.snapshot(of: state, number: 0, durability)], after: 0)
      }
      return begin(name, recovery, in: log, on: runtime, options, durability)
    } catch {
      log.close()
      throw error
    }
  }

  /// Refuses what a durable run must not have.
  package func checkIsDurable(_ name: String, on runtime: some SpinRuntime) throws(RecoveryError) {
    if let feedback = sideEffects.first { throw .sideEffect("\(feedback)", name) }
    if let feedback = streams.first { throw .stream("\(feedback)", name) }
    if runtime.runsTurnsAtOnce { throw .runtime(name) }
  }

  /// Starts a run in the state that was recovered.
  package func begin(
    _ name: String, _ recovery: Recovery<State, Event>, in log: any EventLog,
    on runtime: some SpinRuntime, _ options: RunOptions<State, Event>,
    _ durability: DurableOptions<State, Event>
  ) -> RunningSpin<State, Event> {
    let writer = EventWriter(
      name, log, durability, after: recovery.number, snapshot: recovery.snapshotNumber)
    var options = options
    if let state = recovery.state { options.initialState = state }
    options.name = options.name ?? name
    options.observers.insert(writer.observer, at: 0)
    options.gate = OutputGate(.manual, durable: 0, bound: durability.stepsAhead)
    let running = prepare(on: runtime, options: options)
    writer.attach(running.loop)
    running.begin()
    return running
  }
}

extension Spin where State: Codable, Event: Codable {
  /// Starts a run that continues where the newest run with the log ended, and whose records are JSON.
  ///
  /// It works like `open(_:in:on:options:durability:)`.
  ///
  /// - Parameters:
  ///   - name: The name of the log.
  ///   - store: The store.
  ///   - runtime: The runtime that executes the loop; not one that runs turns at once.
  ///   - options: The settings of the run. An initial state among them counts if the log is new.
  /// - Returns: The handle. Dropping it stops the loop.
  /// - Throws: ``/SpinDurable/RecoveryError``, the error of the store, that of an initial state that cannot be
  ///   encoded, or a `CancellationError`.
  public func open(
    _ name: String, in store: some EventStore, on runtime: some SpinRuntime,
    options: RunOptions<State, Event> = RunOptions()
  ) async throws -> RunningSpin<State, Event> {
    try await open(name, in: store, on: runtime, options: options, durability: DurableOptions())
  }
}
