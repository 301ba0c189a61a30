internal import SpinCore
internal import SpinTesting

/// A runtime under test, with its known properties.
struct Subject: Sendable {
  /// How time passes for the runtime.
  enum Time: Sendable {
    /// The check advances it, and what is due is done before the advance returns.
    case manual(ManualScheduler)
    /// The check advances it as real time passes: the runtime's scheduler follows the manual one,
    /// but sets or calls its alarms in another way.
    case followed(ManualScheduler)
    /// It passes by itself, because the runtime was given no scheduler.
    case own
    /// It passes by itself, although the runtime was given a scheduler.
    case ownInstead
  }

  let runtime: any SpinRuntime
  /// Returns whether the calling code runs where the runtime calls the closures of a loop.
  var isAtHome: (@Sendable () -> Bool)?
  /// Does the pending work of a runtime that does not run by itself.
  var pump: (@Sendable () async -> Void)?
  var time = Time.own

  init(runtime: any SpinRuntime) {
    self.runtime = runtime
  }

  var isPumped: Bool { pump != nil }

  /// The manual scheduler, if the check may advance it and count its alarms.
  var manual: ManualScheduler? { if case .manual(let scheduler) = time { scheduler } else { nil } }

  /// The manual scheduler that the runtime's scheduler follows, if that is all it does.
  var followed: ManualScheduler? {
    if case .followed(let scheduler) = time { scheduler } else { nil }
  }

  /// The unit of delays, which is long enough to distinguish two of them in real time.
  var unit: Duration { manual == nil ? .milliseconds(10) : .seconds(1) }
}

extension Subject.Time {
  /// What a runtime may have done wrong for which no time passes.
  var reproach: String? {
    switch self {
    case .manual, .followed: nil
    case .own: "The runtime was given no scheduler, so it has to keep time itself."
    case .ownInstead:
      "The runtime's time does not pass with the scheduler that it was given, so it has to keep "
        + "time itself."
    }
  }

  /// Finds out how time passes for a runtime that was given a manual scheduler or none.
  ///
  /// A runtime may wrap the scheduler that it was given. So not its identity counts, but whether the
  /// runtime's time passes with it. An alarm that another thread calls may ring before the advance
  /// returns or after it, so such a scheduler only follows the manual one.
  init(of runtime: any SpinRuntime, given scheduler: ManualScheduler?) {
    let found = runtime.scheduler
    if let manual = found as? ManualScheduler {
      self = .manual(manual)
    } else if let scheduler {
      self = Self.observe(found, wrapping: scheduler)
    } else {
      self = .own
    }
  }

  private static func observe(
    _ scheduler: any SpinScheduler, wrapping manual: ManualScheduler
  ) -> Self {
    let (rung, hour) = (Box(false), Duration.seconds(3600))
    let (begin, count) = (scheduler.now, manual.alarmCount)
    let thread = currentThreadID()
    let alarm = scheduler.after(hour) { rung.set(currentThreadID() == thread) }
    let other = scheduler.after(hour * 2) {}
    let both = manual.alarmCount - count
    other.cancel()
    let one = manual.alarmCount - count
    manual.advance(by: hour)
    let passed = scheduler.now - begin
    let rings = rung.value
    alarm.cancel()
    let isExact = passed == hour && rings && (both, one, manual.alarmCount - count) == (2, 1, 0)
    if isExact { return .manual(manual) }
    return passed >= hour || rings || both > 0 ? .followed(manual) : .ownInstead
  }
}
