internal import Dispatch
internal import SpinCore
internal import SpinTesting

/// A check in progress, with its runtimes, its loops and the condition that it waits for.
final class Trial: Sendable {
  /// A started loop with its types erased.
  struct Member: Sendable {
    let stop: @Sendable () -> Void
    let finish: @Sendable () async throws -> Void
  }

  private struct Content: Sendable {
    var subjects: [Subject] = []
    var members: [Member] = []
    var signals: [Signal] = []
    var waitsFor = "the check to begin"
    /// Wakes the waiting check after any change.
    var change: OneShot<Void>?
    var failure: BrokenPromise?
    /// The time up to which schedulers that follow a manual one have followed real time.
    var followed = ContinuousClock.now
  }

  let promise: Conformance
  private let make: @Sendable (ManualScheduler?) -> Subject
  private let content = Guarded(Content())

  init(of promise: Conformance, _ make: @escaping @Sendable (ManualScheduler?) -> Subject) {
    self.promise = promise
    self.make = make
  }

  // MARK: The check

  /// Runs the check.
  func run(within limit: Duration) async throws {
    do {
      try await SpinConformance.run(
        within: limit, late: { self.lateness(limit) }, giveUp: giveUp
      ) {
        try await self.promise.body(self)
        try await self.end()
      }
    } catch {
      throw firstFailure ?? error
    }
  }

  /// Ends the loops of a completed check.
  private func end() async throws {
    let members = takeMembers()
    for member in members { member.stop() }
    for member in members { try await member.finish() }
    if let firstFailure { throw firstFailure }
  }

  /// Ends the loops on other threads, because a broken runtime may block the thread that stops a
  /// loop.
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

  // NB: breaks the reference cycle between the check and its loops.
  private func takeMembers() -> [Member] {
    content.withLock { content in
      defer { content.members = [] }
      return content.members
    }
  }

  private func lateness(_ limit: Duration) -> BrokenPromise {
    let (what, subjects) = content.withLock { ($0.waitsFor, $0.subjects) }
    let cause = promise.clause == 12 ? subjects.compactMap(\.time.reproach).first : nil
    let late = "It did not happen within \(limit)."
    return broken(expected: what, found: cause.map { "\(late) \($0)" } ?? late)
  }

  // MARK: Factories

  /// Creates a runtime that keeps time itself.
  func subject() async throws -> Subject {
    try await make(with: nil)
  }

  /// Creates a runtime with a manual scheduler, if it accepts one.
  func timedSubject() async throws -> Subject {
    try await make(with: ManualScheduler())
  }

  /// Creates a runtime whose first bodies and turns are those of the check.
  func unusedSubject() -> Subject {
    var subject = make(nil)
    subject.time = Subject.Time(of: subject.runtime, given: nil)
    content.withLock { $0.subjects.append(subject) }
    return subject
  }

  private func make(with scheduler: ManualScheduler?) async throws -> Subject {
    var subject = make(scheduler)
    subject.time = Subject.Time(of: subject.runtime, given: scheduler)
    content.withLock { $0.subjects.append(subject) }
    try await probe(subject)
    return subject
  }

  /// Creates a log.
  func log<Entry: Sendable>(of type: Entry.Type = String.self) -> Log<Entry> {
    Log { [weak self] in self?.poke() }
  }

  /// Creates a signal, which is also set if the check fails.
  func signal() -> Signal {
    let signal = Signal { [weak self] in self?.poke() }
    content.withLock { $0.signals.append(signal) }
    return signal
  }

  /// Adds a loop that ends with the check.
  func add(_ member: Member) {
    content.withLock { $0.members.append(member) }
  }

  // MARK: Waiting

  /// Waits until a condition is met, while the runtimes work.
  ///
  /// - Parameters:
  ///   - what: The condition in words, which is reported if it is never met.
  ///   - isTrue: The condition, which is tested after every log entry and signal.
  /// - Throws: A failure in the meantime, or `CancellationError` if the time has run out.
  func until(_ what: String, _ isTrue: @escaping @Sendable () -> Bool) async throws {
    try await wait(for: Condition(what, isTrue))
  }

  private func wait(for condition: Condition) async throws {
    note(condition.what)
    let polls = content.withLock { content in
      content.subjects.contains { $0.isPumped || $0.followed != nil }
    }
    while true {
      letTimePass()
      await pump()
      if let firstFailure { throw firstFailure }
      try Task.checkCancellation()
      let change = OneShot<Void>()
      content.withLock { $0.change = change }
      if condition.isTrue() { return }
      if !polls {
        await change.value(onCancel: { change.set(()) })
      } else {
        // In intervals, because no runtime reports pending work for its pump, and time passes.
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  /// Notes the awaited condition in words, which is reported if the check takes too long.
  func note(_ what: String) {
    content.withLock { $0.waitsFor = what }
  }

  /// Lets the time of schedulers that follow a manual one pass as real time does.
  private func letTimePass() {
    let (schedulers, step) = content.withLock { content in
      let before = content.followed
      content.followed = ContinuousClock.now
      return (content.subjects.compactMap(\.followed), content.followed - before)
    }
    for scheduler in schedulers { scheduler.advance(by: step) }
  }

  /// Lets runtimes that do not run by themselves do their pending work.
  func pump() async {
    for pump in content.withLock({ $0.subjects.compactMap(\.pump) }) { await pump() }
  }

  /// Lets the check test its condition again.
  func poke() {
    content.withLock { $0.change.take() }?.set(())
  }

  // MARK: Failing

  func broken(expected: String, found: String) -> BrokenPromise {
    BrokenPromise(promise, expected: expected, found: found)
  }

  /// Fails the check in a closure that cannot throw.
  func fail(expected: String, found: String) {
    let failure = broken(expected: expected, found: found)
    content.withLock { $0.failure = $0.failure ?? failure }
    poke()
  }

  private var firstFailure: BrokenPromise? { content.withLock { $0.failure } }

  /// Throws an error unless a condition holds.
  func require(_ isTrue: Bool, expected: String, found: @autoclosure () -> String) throws {
    if !isTrue { throw broken(expected: expected, found: found()) }
  }

  /// Throws an error unless two values are equal.
  func expect<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) throws {
    try require(found == expected, expected: "\(what): \(expected)", found: "\(found)")
  }
}

/// What a check waits for.
///
/// NB: an object. Given a closure, the optimiser makes a copy of the loop that waits for each of them.
private final class Condition: Sendable {
  let what: String
  let isTrue: @Sendable () -> Bool

  init(_ what: String, _ isTrue: @escaping @Sendable () -> Bool) {
    self.what = what
    self.isTrue = isTrue
  }
}
