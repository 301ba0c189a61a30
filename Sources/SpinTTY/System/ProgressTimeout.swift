/// How long to wait for a descriptor that takes no bytes; the time is a parameter.
struct ProgressTimeout {
  /// From when on the time counts.
  enum Measure {
    /// From the beginning, for what must not hold up the end of a program.
    case inAll
    /// From when it last took bytes, for what somebody wants to read, over however slow a link.
    case sinceProgress
  }

  private let duration: Duration
  private let measure: Measure
  private var end: Duration

  init(_ duration: Duration, _ measure: Measure, from now: Duration) {
    self.duration = duration
    self.measure = measure
    end = now + duration
  }

  /// How long to wait when nothing more is taken now; nil if that was long enough.
  ///
  /// - Parameter hasProgressed: Whether bytes were taken since the last wait.
  mutating func left(at now: Duration, hasProgressed: Bool) -> Duration? {
    if hasProgressed, measure == .sinceProgress { end = now + duration }
    return end > now ? end - now : nil
  }
}
