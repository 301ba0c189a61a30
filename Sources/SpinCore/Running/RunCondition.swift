/// The condition that ends a run that keeps its handle itself, such as `run(on:until:)`.
///
/// Whatever the condition, the owner of the run can end it earlier: by cancelling its task or, if it is on
/// a terminal, by a key that quits, by a signal, or by `UISpin.stop()`.
public enum RunCondition<State: Sendable>: Sendable {
  /// The loop has settled: transition 0 is made, no event waits, and no effect but sources is alive.
  ///
  /// Waiting for keys does not keep a spin from settling, so a program that only waits for keys
  /// ends at once.
  case settled

  /// A state satisfies the predicate: the loop stops with that state's transition, which reaches every
  /// observer and starts nothing.
  ///
  /// Every state is tested, from transition 0 on. A spin that settles with another state goes on, because
  /// a source or the user may still bring an event.
  ///
  /// *Isolation*: the loop calls the predicate, which must be pure; it can be a key path.
  case reached(@Sendable (State) -> Bool)

  /// No condition: the run goes on until its owner ends it.
  case stopped

  /// The predicate, if there is one.
  package var isReached: (@Sendable (State) -> Bool)? {
    if case .reached(let isReached) = self { isReached } else { nil }
  }
}
