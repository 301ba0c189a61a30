internal import SpinCore
public import SpinDurable

extension TestSpin {
  /// Opens a spin from a store in memory, as a program does with a store of its own.
  ///
  /// ```swift
  /// @Test func aParcelOutlivesACrash() throws {
  ///   let store = MemoryStore(commits: .manual)
  ///   let before = try TestSpin(opening: Parcels.spin, in: store)
  ///   before.emit(.ordered(id: "7", to: "Rome")) { $0.waiting = ["7": "Rome"] }
  ///   before.commit()
  ///   before.crash()
  ///   let after = try TestSpin(opening: Parcels.spin, in: store)
  ///   after.expectRunning("send")
  ///   after.crash()
  /// }
  /// ```
  ///
  /// The work of a step starts when the store has kept the step's event: with `.manual` in
  /// ``commit(fileID:filePath:line:column:)``, otherwise as a piece of the test's ready work, whose order
  /// `explore` chooses. At each commit the events that are kept are replayed; the test fails if they make
  /// another state than the run.
  ///
  /// - Parameters:
  ///   - spin: The spin.
  ///   - store: The store.
  ///   - name: The name of the log.
  ///   - runtime: The runtime of the test.
  ///   - durability: How events and states are kept.
  ///   - exhaustivity: The part of the run that the test must assert.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Throws: `RecoveryError`, as opening the spin does.
  public convenience init(
    opening spin: Spin<State, Event>, in store: MemoryStore, named name: String = "test",
    on runtime: TestRuntime = TestRuntime(), durability: DurableOptions<State, Event>,
    exhaustivity: Exhaustivity = .on, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let site = CallSite(fileID, filePath, line, column)
    try spin.checkIsDurable(name, on: runtime)
    let log = store.openNow(name)
    let recovery = try Recovery(name, spin, durability, in: log)
    let disk = TestDisk(store, name, log, recovery, on: runtime, at: site)
    let first = recovery.state.map { spin.with(initialState: $0) } ?? spin
    self.init(first, on: runtime, exhaustivity, at: site, disk: disk) { options in
      var options = options
      options.observers.insert(disk.observer, at: 0)
      return spin.begin(name, recovery, in: disk, on: runtime, options, durability)
    }
  }

  /// Makes the store keep the steps that were made, and does the work that waits for them.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func commit(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    guard let disk = disk(of: "commit()", at: site), runtime.run(at: site) else { return }
    let goal = disk.newest
    var kept = -1
    while disk.kept > kept, disk.kept < goal {
      kept = disk.kept
      disk.store.commit()
      guard runtime.run(at: site) else { return }
    }
  }

  /// Ends the run as a crash of its process does: what the store has not kept is lost.
  ///
  /// Nothing has to be asserted of the run, and `finish()` is not called.
  ///
  /// - Parameters:
  ///   - keeping: Whether the store keeps the events that are on their way to it. The process then dies
  ///     after they are kept, and before it starts their work.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func crash(
    keeping: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    guard let disk = disk(of: "crash()", at: site) else { return }
    runtime.run(at: site)
    disk.store.crash(keeping: keeping)
    end(at: site)
  }

  private func disk(of call: String, at site: CallSite) -> TestDisk<State, Event>? {
    if disk == nil {
      report("\(call): this run has no store: make it by TestSpin(opening:in:).", at: site)
    }
    return disk
  }
}

extension TestSpin where State: Codable, Event: Codable {
  /// Opens a spin from a store in memory, whose records are JSON.
  ///
  /// See ``init(opening:in:named:on:durability:exhaustivity:fileID:filePath:line:column:)``.
  public convenience init(
    opening spin: Spin<State, Event>, in store: MemoryStore, named name: String = "test",
    on runtime: TestRuntime = TestRuntime(), exhaustivity: Exhaustivity = .on,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    try self.init(
      opening: spin, in: store, named: name, on: runtime, durability: DurableOptions(),
      exhaustivity: exhaustivity, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
