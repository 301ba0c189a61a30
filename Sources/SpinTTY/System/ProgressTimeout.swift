/// How long to wait for a descriptor that takes no bytes; the time is a parameter.
struct ProgressTimeout {
  /// From when on the time counts.
  enum Measure {
    /// From the beginning, for bytes that must not delay the end of a program.
    case inAll
    /// From when the descriptor last took bytes, for text that a user wants to read, even over a
    /// slow link.
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

  /// How long to wait before the next attempt; `nil` if the time is over.
  ///
  /// `hasProgressed` says whether bytes were taken since the last wait.
  mutating func left(at now: Duration, hasProgressed: Bool) -> Duration? {
    if hasProgressed, measure == .sinceProgress { end = now + duration }
    return end > now ? end - now : nil
  }
}
