/// The result of a run of a ``UISpin``.
public struct UIRunResult<State: Sendable>: Sendable {
  /// The state with which the run ended.
  ///
  /// If a reducer does not return, nobody knows that state: the run throws an error instead.
  public let state: State
  /// The first reason for which the run ended.
  public let reason: UIEndReason

  /// Creates a value to compare with.
  package init(state: State, reason: UIEndReason) {
    self.state = state
    self.reason = reason
  }
}

extension UIRunResult: Equatable where State: Equatable {}

/// The reason why a run ended.
public enum UIEndReason: Hashable, Sendable {
  /// A key that quits the program.
  case quit
  /// The loop had settled, and the condition was ``UIRunCondition/settled`` or all input had ended.
  case settled
  /// A state satisfied the predicate of ``UIRunCondition/reached(_:)``.
  case reached
  /// The program called ``UISpin/stop()`` or cancelled the task of the run.
  case stopped
  /// The last reference to the ``UISpin`` was released, or the owner of its view is gone.
  case released
  /// A signal asked the program to end; the value is its number.
  case signal(Int32)
  /// The terminal was lost.
  case hangUp
  /// No process reads the output any longer.
  case brokenPipe
  /// The output cannot be written, for example because the disk is full. The run has reported the
  /// error on standard error.
  case outputLost

  /// The exit status that a shell reports for this reason: 0, or 128 plus the number of the signal.
  ///
  /// For lost output it is 74, `EX_IOERR` in sysexits(3).
  public var status: Int32 {
    switch self {
    case .quit, .settled, .reached, .stopped, .released: 0
    case .signal(let signal): 128 + signal
    case .hangUp: 128 + Signals.hangUp
    case .brokenPipe: 128 + Signals.brokenPipe
    case .outputLost: 74
    }
  }

  /// The signal that must end the process, if any.
  var signal: Int32? {
    switch self {
    case .quit, .settled, .reached, .stopped, .released, .outputLost: nil
    case .signal(let signal): signal
    case .hangUp: Signals.hangUp
    case .brokenPipe: Signals.brokenPipe
    }
  }
}

/// The condition that ends a run, besides keys, signals and ``UISpin/stop()``.
public enum UIRunCondition<State: Sendable>: Sendable {
  /// No condition: the run ends by a key, a signal or ``UISpin/stop()``.
  ///
  /// A run that has no keys to read, or none any more, ends when the loop has settled.
  case quit
  /// The loop has settled: transition 0 is made, no event waits and no effect is alive.
  ///
  /// Waiting for keys does not keep a spin from settling, so a program that only waits for keys
  /// ends at once.
  case settled
  /// A state satisfies the predicate: the loop stops with its transition. The loop calls the
  /// predicate with every state. It must be pure.
  ///
  /// A run without keys to read also ends once it has settled. Sources do not count as work there:
  /// put work that must finish into a feedback that reacts, such as
  /// `Feedback(while: { _ in true })`.
  case reached(@Sendable (State) -> Bool)

  /// The predicate, if there is one.
  var isReached: (@Sendable (State) -> Bool)? {
    if case .reached(let isReached) = self { isReached } else { nil }
  }
}
