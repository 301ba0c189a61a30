/// Decides when to signal the program that has the terminal, if this program must end: a pure
/// machine.
///
/// ```
///   asked to end ── 2 s ──▶ SIGHUP ── 2 s ──▶ SIGKILL
/// ```
///
/// A program also gets SIGHUP when its window is closed, so an editor saves its files.
struct ChildKillSchedule {
  /// When the next signal is due; `nil` if none is.
  private(set) var due: Duration?
  private var orders = [Signals.hangUp, Signals.certainDeath]

  /// Returns the signal to send now, if any.
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
