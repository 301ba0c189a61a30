/// Ends the process after a signal if the thread of a run on a screen hangs.
///
/// The session itself receives signals in another way.
struct SessionWatch {
  /// The signals that only the watch received, because the session had already ended.
  private let late = SignalInbox(nil)
  /// The number of the run; `nil` if the system has no thread to watch it.
  private let number: Int?

  /// - Parameter patience: How long the effects may take to end.
  init(_ patience: Duration) {
    // Longer than handling a signal and ending another program on the terminal may take.
    let limit = Ending.grace * 4 + patience
    number = try? EndingSignals.shared.begin(patience: limit) { [late] signal, isHeardByView in
      if !isHeardByView { late.put(signal) }
    }
  }

  /// Ends the watch.
  ///
  /// A signal that came too late for the session goes to the previous handlers.
  func end() {
    guard let number else { return }
    EndingSignals.shared.end(number)
    late.close(resending: true)
  }
}
