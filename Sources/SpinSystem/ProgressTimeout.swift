/// A timeout for a descriptor that takes no bytes; the time is a parameter.
package struct ProgressTimeout {
  /// The start of the timeout.
  package enum Measure {
    /// From the beginning, for bytes that must not delay the end of a program.
    case inAll
    /// From the last time that the descriptor took bytes, for text that a user wants to read, even
    /// over a slow link.
    case sinceProgress
  }

  private let duration: Duration
  private let measure: Measure
  private var end: Duration

  package init(_ duration: Duration, _ measure: Measure, from now: Duration) {
    self.duration = duration
    self.measure = measure
    end = now + duration
  }

  /// Returns the time to wait for the next attempt, or `nil` if the timeout is over.
  ///
  /// `hasProgressed` tells whether bytes were taken since the last wait.
  package mutating func left(at now: Duration, hasProgressed: Bool) -> Duration? {
    if hasProgressed, measure == .sinceProgress { end = now + duration }
    return end > now ? end - now : nil
  }
}
