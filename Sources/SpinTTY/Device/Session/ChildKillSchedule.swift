/// Says which signal a program that has the terminal is sent, and when, if ours is to end: pure.
///
/// ```
///   asked to end ── 2 s ──▶ SIGHUP ── 2 s ──▶ SIGKILL
/// ```
///
/// SIGHUP is what it would get if its window were closed, so an editor saves what it has.
struct ChildKillSchedule {
  /// When the next signal is due; nil if none is.
  private(set) var due: Duration?
  private var orders = [Signals.hangUp, Signals.certainDeath]

  /// The signal to send now, if any.
  mutating func order(isAsked: Bool, at now: Duration) -> Int32? {
    guard isAsked, let next = orders.first else { return nil }
    guard let due else {
      self.due = now + Ending.grace
      return nil
    }
    guard due <= now else { return nil }
    orders.removeFirst()
    self.due = orders.isEmpty ? nil : due + Ending.grace
    return next
  }
}
