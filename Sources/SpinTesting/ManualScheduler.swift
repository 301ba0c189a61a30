public import SpinCore

/// A scheduler whose time a test controls.
///
/// ```swift
/// let time = ManualScheduler()
/// let running = spin.start(on: CallbackRuntime.callersThread(scheduler: time))
/// time.advance(by: .seconds(1))
/// await running.idle()
/// ```
///
/// An alarm puts its event into the mailbox before ``advance(by:)`` returns. The runtime then makes
/// the steps. On a runtime of the caller's thread, the steps may be made by another thread that is
/// already at work in the loop, such as that of an effect or of an emitter. So wait until the loop
/// is idle before you read its state. If no other thread uses the loop, no wait is needed.
///
/// *Ordering*: alarms are called in order of their deadlines, and those of one instant in order of
/// registration, each at its own instant.
///
/// *Isolation*: any thread; alarms are called on the thread that advances the time, before
/// ``advance(by:)`` returns.
///
/// - Complexity: Setting, cancelling and calling an alarm take O(log n) among n alarms.
public final class ManualScheduler: SpinScheduler {
  private struct Watch: Sendable {
    let count: Int
    let arrival = OneShot<Bool>()
  }

  private struct Time: Sendable {
    var now = Duration.zero
    var alarms = AlarmQueue()
    var watches: [Watch] = []
  }

  /// What the current task belongs to, if that notes its sleeps; a `Task {}` inherits it.
  @TaskLocal static var sleeper: (any Sleeper)?

  private let time = Guarded(Time())

  /// Creates a scheduler at time zero.
  public init() {}

  /// The elapsed time.
  public var now: Duration { time.withLock { $0.now } }

  /// The number of alarms that are set.
  public var alarmCount: Int { time.withLock { $0.alarms.count } }

  /// The time until the next alarm; `nil` if no alarm is set.
  public var nextAlarm: Duration? {
    time.withLock { time in time.alarms.next().map { max($0.subtractingClamped(time.now), .zero) } }
  }

  /// A clock with the time of this scheduler.
  ///
  /// Pass it to code under test that sleeps:
  ///
  /// ```swift
  /// let time = ManualScheduler()
  /// let client = Client(clock: time.clock)  // any Clock<Duration>
  /// ```
  public var clock: ManualClock { ManualClock(scheduler: self) }

  /// Sets an alarm.
  public func after(
    _ delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Cancellation {
    guard let sleeper = Self.sleeper, sleeper.runs(by: self) else {
      return set(after: delay, action)
    }
    // A body of a test has set the alarm, most likely to wait for it.
    let sleep = sleeper.sleepBegan(until: now.addingClamped(delay))
    let alarm = set(after: delay) {
      sleeper.sleepEnded(sleep)
      action()
    }
    return Cancellation {
      alarm.cancel()
      sleeper.sleepEnded(sleep)
    }
  }

  private func set(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Cancellation {
    let (number, due) = time.withLock { time in
      let number = time.alarms.set(time.now.addingClamped(delay), action)
      let count = time.alarms.count
      let due = time.watches.filter { $0.count <= count }
      if !due.isEmpty { time.watches.removeAll { $0.count <= count } }
      return (number, due)
    }
    for watch in due { watch.arrival.set(true) }
    return Cancellation { [weak self] in
      let forgotten = self?.time.withLock { $0.alarms.cancelled(number) }
      withExtendedLifetime(forgotten) {}  // This must be released outside of the lock.
    }
  }

  /// Advances the time and calls the alarms that become due, including those that are set
  /// meanwhile.
  ///
  /// A duration of zero calls only the alarms that are already due, and a negative one calls none.
  ///
  /// An alarm that another thread sets meanwhile may be too late. This happens to a loop on a queue
  /// that sets an alarm in response to another one: advance from alarm to alarm with
  /// ``advanceToNextAlarm()`` there.
  ///
  /// The time is at most `Duration(attoseconds: .max)`.
  public func advance(by duration: Duration) {
    let end = now.addingClamped(duration)
    while let alarm = takeFirst(until: end) { alarm() }
    pass(to: end)
  }

  /// Advances the time to the next alarm and calls the alarms of that instant.
  ///
  /// ```swift
  /// while time.advanceToNextAlarm() { await running.idle() }
  /// ```
  ///
  /// - Returns: Whether there was an alarm.
  @discardableResult
  public func advanceToNextAlarm() -> Bool {
    guard let next = time.withLock({ $0.alarms.next() }) else { return false }
    while let alarm = takeFirst(until: next) { alarm() }
    return true
  }

  /// Waits until a number of alarms are set at the same time.
  ///
  /// - Parameter count: The number of alarms to wait for.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func untilAlarms(_ count: Int) async throws {
    let watch = Watch(count: count)
    let isThere = time.withLock { time in
      if time.alarms.count < count { time.watches.append(watch) }
      return time.alarms.count >= count
    }
    if isThere { return }
    try await watch.arrival.isSet {
      time.withLock { time in time.watches.removeAll { $0.arrival === watch.arrival } }
    }
  }

  /// Takes the first alarm that is due at `end` or before, and advances the time to its instant.
  ///
  /// The caller must call the alarm.
  package func takeFirst(until end: Duration) -> (@Sendable () -> Void)? {
    time.withLock { time in
      guard let deadline = time.alarms.next(), deadline <= end else { return nil }
      time.now = max(time.now, deadline)
      return time.alarms.passed(to: time.now).flatMap { time.alarms.takeNext(of: $0) }
    }
  }

  /// Whether an alarm is due at `end` or before.
  func hasAlarm(until end: Duration) -> Bool {
    time.withLock { time in time.alarms.next().map { $0 <= end } ?? false }
  }

  /// Advances the time without calling alarms.
  package func pass(to end: Duration) {
    time.withLock { $0.now = max($0.now, end) }
  }
}

/// A body of a test, which explains by its sleeps why it does not continue.
protocol Sleeper: Sendable {
  /// Whether a scheduler is the time of the test.
  func runs(by time: ManualScheduler) -> Bool

  /// Notes that the body has set an alarm; returns its number.
  func sleepBegan(until end: Duration) -> Int

  /// Notes that an alarm of the body has rung or was cancelled.
  func sleepEnded(_ number: Int)
}

extension OneShot<Bool> {
  /// Waits until it is set; throws if the task is cancelled before, after calling a closure.
  func isSet(onCancel: @Sendable () -> Void) async throws {
    let isSet = await value(onCancel: {
      onCancel()
      set(false)
    })
    if !isSet { throw CancellationError() }
  }
}
