/// Sees to it that a run on a screen ends after a signal, even if its thread hangs.
///
/// The session has its own way to hear of signals.
struct SessionWatch {
  /// The signals that came when the session listened no more, and the watch still did.
  private let late = SignalInbox(nil)
  /// The number of the run; nil if the system has no thread to watch it.
  private let number: Int?

  /// - Parameter patience: How long the effects may take to end.
  init(_ patience: Duration) {
    // Longer than an answer and another program on the terminal may take.
    let limit = Ending.grace * 4 + patience
    number = try? EndingSignals.shared.begin(patience: limit) { [late] signal, isHeardByView in
      if !isHeardByView { late.put(signal) }
    }
  }

  /// Ends it; a signal that came too late for the session goes to the handlers from before.
  func end() {
    guard let number else { return }
    EndingSignals.shared.end(number)
    late.close(resending: true)
  }
}
