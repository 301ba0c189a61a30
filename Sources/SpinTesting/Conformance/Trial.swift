internal import Dispatch
internal import SpinCore

/// A check under way: the runtimes and loops that it has made, and what it waits for.
final class Trial: Sendable {
  /// A loop that was started, without its types.
  struct Member: Sendable {
    let stop: @Sendable () -> Void
    let finish: @Sendable () async throws -> Void
  }

  private struct Content: Sendable {
    var subjects: [Subject] = []
    var members: [Member] = []
    var signals: [Signal] = []
    var waitsFor = "the check to begin"
    /// What the check waits for: that anything changes.
    var change: OneShot<Void>?
    var failure: BrokenPromise?
  }

  let promise: Conformance
  private let make: @Sendable (ManualScheduler?) -> Subject
  private let content = Guarded(Content())

  init(of promise: Conformance, _ make: @escaping @Sendable (ManualScheduler?) -> Subject) {
    self.promise = promise
    self.make = make
  }

  // MARK: The check

  /// Runs the check on a queue of its own, so that a runtime that blocks blocks no test.
  func run(within limit: Duration) async throws {
    let outcome = OneShot<Result<Void, any Error>>()
    let task = Task(executorPreference: QueueExecutor()) {
      do {
        try await self.promise.body(self)
        try await self.end()
        outcome.set(.success(()))
      } catch {
        outcome.set(.failure(error))
      }
    }
    let guardian = DispatchQueue(label: "spin conformance limit")
    let alarm = DispatchWorkItem { outcome.set(.failure(self.lateness(limit))) }
    // Real time, because a runtime that blocks for ever lets nothing else end the check.
    guardian.asyncAfter(deadline: .now() + limit / .seconds(1), execute: alarm)
    let result = await withTaskCancellationHandler {
      await outcome.value()
    } onCancel: {
      outcome.set(.failure(CancellationError()))
    }
    alarm.cancel()
    if case .failure(let error) = result {
      giveUp(task)
      throw firstFailure ?? error
    }
  }

  /// Ends the loops of a check that has come to its end.
  private func end() async throws {
    let members = takeMembers()
    for member in members { member.stop() }
    for member in members { try await member.finish() }
    if let firstFailure { throw firstFailure }
  }

  /// Ends what can be ended, elsewhere, because a broken runtime may block whoever stops a loop.
  private func giveUp(_ task: Task<Void, Never>) {
    let members = takeMembers()
    let signals = content.withLock { $0.signals }
    DispatchQueue.global().async {
      task.cancel()
      for signal in signals { signal.set() }
      self.poke()
      for member in members { DispatchQueue.global().async { member.stop() } }
    }
  }

  // NB: they keep the check, which keeps them.
  private func takeMembers() -> [Member] {
    content.withLock { content in
      defer { content.members = [] }
      return content.members
    }
  }

  private func lateness(_ limit: Duration) -> BrokenPromise {
    let what = content.withLock { $0.waitsFor }
    return broken(expected: what, found: "It did not happen within \(limit).")
  }

  // MARK: What the check makes

  /// Makes a runtime that keeps time by itself.
  func subject() async throws -> Subject {
    try await make(with: nil)
  }

  /// Makes a runtime whose time passes by hand, if it can take a scheduler.
  func timedSubject() async throws -> Subject {
    try await make(with: ManualScheduler())
  }

  private func make(with scheduler: ManualScheduler?) async throws -> Subject {
    let subject = make(scheduler)
    content.withLock { $0.subjects.append(subject) }
    try await probe(subject)
    return subject
  }

  /// Makes a list of what happens.
  func log<Entry: Sendable>(of type: Entry.Type = String.self) -> Log<Entry> {
    Log { [weak self] in self?.poke() }
  }

  /// Makes a signal, which is given at the latest when the check has failed.
  func signal() -> Signal {
    let signal = Signal { [weak self] in self?.poke() }
    content.withLock { $0.signals.append(signal) }
    return signal
  }

  /// Has a loop end with the check.
  func add(_ member: Member) {
    content.withLock { $0.members.append(member) }
  }

  // MARK: Waiting

  /// Waits until a condition is met, and lets runtimes do their work meanwhile.
  ///
  /// - Parameters:
  ///   - what: The condition in words: what is expected if it is never met.
  ///   - isTrue: The condition; asked whenever something was logged or signalled.
  /// - Throws: What has failed meanwhile, or a `CancellationError` when the time is over.
  func until(_ what: String, _ isTrue: @escaping @Sendable () -> Bool) async throws {
    note(what)
    let isPumped = content.withLock { $0.subjects.contains(where: \.isPumped) }
    while true {
      await pump()
      if let firstFailure { throw firstFailure }
      try Task.checkCancellation()
      let change = OneShot<Void>()
      content.withLock { $0.change = change }
      if isTrue() { return }
      if !isPumped {
        await withTaskCancellationHandler {
          await change.value()
        } onCancel: {
          change.set(())
        }
      } else {
        // By time, because no runtime tells when it has something for its pump to do.
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  /// Notes what the check waits for: what is expected if it comes too late.
  func note(_ what: String) {
    content.withLock { $0.waitsFor = what }
  }

  /// Has the runtimes that do not run by themselves do what they have to do.
  func pump() async {
    for pump in content.withLock({ $0.subjects.compactMap(\.pump) }) { await pump() }
  }

  /// Has the check look again whether its condition is met.
  func poke() {
    content.withLock { $0.change.take() }?.set(())
  }

  // MARK: Failing

  func broken(expected: String, found: String) -> BrokenPromise {
    BrokenPromise(promise, expected: expected, found: found)
  }

  /// Fails the check from within a closure that cannot throw.
  func fail(expected: String, found: String) {
    let failure = broken(expected: expected, found: found)
    content.withLock { $0.failure = $0.failure ?? failure }
    poke()
  }

  private var firstFailure: BrokenPromise? { content.withLock { $0.failure } }

  /// Throws unless a condition holds.
  func require(_ isTrue: Bool, expected: String, found: @autoclosure () -> String) throws {
    if !isTrue { throw broken(expected: expected, found: found()) }
  }

  /// Throws unless two values are equal.
  func expect<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) throws {
    try require(found == expected, expected: "\(what): \(expected)", found: "\(found)")
  }
}
