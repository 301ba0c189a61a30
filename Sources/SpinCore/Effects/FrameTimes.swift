/// Says when the events of frames are due, and how much time each stands for.
///
/// A loop that is at work may not have taken the event before. The next one then waits, so that
/// events do not pile up, but not for long, so that a loop that is always at work still gets some.
struct FrameTimes: Sendable {
  /// What the loop is about.
  enum Load {
    case idle, atWork, suspended
  }

  private let interval: Duration
  /// When the latest event was delivered, or the effect began.
  var latest: Duration
  /// Since when an event is due that waits.
  private var waitsSince: Duration?

  /// The longest that an event waits for a loop that is at work.
  static let patience = Duration.milliseconds(100)

  init(_ interval: Duration, from start: Duration) {
    self.interval = interval
    latest = start
  }

  /// The time until the next event is due, or is to be tried again.
  var delay: Duration { waitsSince == nil ? interval : interval / 4 }

  /// The time that an event stands for, if there is to be one now.
  mutating func due(at now: Duration, _ load: Load) -> Duration? {
    let since = waitsSince ?? now
    let waits: Bool =
      switch load {
      case .idle: false
      case .atWork: now.subtractingClamped(since) < FrameTimes.patience
      case .suspended: true
      }
    waitsSince = waits ? since : nil
    return waits ? nil : now.subtractingClamped(latest)
  }
}
