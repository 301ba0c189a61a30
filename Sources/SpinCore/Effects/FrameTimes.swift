/// The times at which the events of frames are due, and the time that each stands for.
///
/// If the loop is at work, it may not have taken the previous event yet. The next event then waits, so that
/// events do not pile up. It does not wait for long, so that a loop that is always at work still gets events.
struct FrameTimes: Sendable {
  /// The activity of the loop.
  enum Load {
    case idle, atWork, suspended
  }

  private let interval: Duration
  /// The time at which the latest event was delivered.
  ///
  /// Before the first event, it is the time at which the effect began.
  var latest: Duration
  /// The time since which a due event has waited.
  private var waitsSince: Duration?
  /// Whether it waits for a suspended loop.
  private var isSuspended = false

  /// The number of events per second of ``Effect/frames(_:)``, unless a run is shown.
  static var standardRate: Int { 60 }

  /// The longest that an event waits for a loop that is at work.
  static let patience = Duration.milliseconds(100)

  init(_ interval: Duration, from start: Duration) {
    self.interval = interval
    latest = start
  }

  /// The time until the next event is due, or is tried again.
  ///
  /// An event is tried soon for a loop that is at work. A suspended loop may be suspended for long.
  var delay: Duration {
    if waitsSince == nil { return interval }
    return isSuspended ? max(FrameTimes.patience, interval / 4) : interval / 4
  }

  /// Returns the time that an event stands for; `nil` if there must be none now.
  mutating func due(at now: Duration, _ load: Load) -> Duration? {
    let since = waitsSince ?? now
    let waits: Bool =
      switch load {
      case .idle: false
      case .atWork: now.subtractingClamped(since) < FrameTimes.patience
      case .suspended: true
      }
    waitsSince = waits ? since : nil
    isSuspended = load == .suspended
    return waits ? nil : now.subtractingClamped(latest)
  }
}
