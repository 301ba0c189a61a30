/// How a run of a ``UISpin`` ended.
public struct UIRunResult<State: Sendable>: Sendable {
  /// The last state.
  public let state: State
  /// What ended it; the first of several.
  public let reason: UIEndReason

  /// Creates a value to compare with.
  public init(state: State, reason: UIEndReason) {
    self.state = state
    self.reason = reason
  }
}

extension UIRunResult: Equatable where State: Equatable {}

/// What ended a run.
public enum UIEndReason: Hashable, Sendable {
  /// A key that quits.
  case quit
  /// The loop was settled, and ``UIRunCondition/settled`` was asked for or all input had ended.
  case settled
  /// A state that was waited for, see ``UIRunCondition/reached(_:)``.
  case reached
  /// ``UISpin/stop()``, or the cancellation of the task that ran it.
  case stopped
  /// A signal.
  case signal(Int32)
  /// The terminal is gone.
  case hangUp
  /// Nobody takes the output any more.
  case brokenPipe
  /// What was printed where there is no screen cannot be written: a full disk. It was said on standard
  /// error.
  case outputLost

  /// The status with which a program that ended so exits, as shells show it; 74, the `EX_IOERR` of
  /// sysexits(3), if output was lost.
  public var status: Int32 {
    switch self {
    case .quit, .settled, .reached, .stopped: 0
    case .signal(let signal): 128 + signal
    case .hangUp: 128 + Signals.hangUp
    case .brokenPipe: 128 + Signals.brokenPipe
    case .outputLost: 74
    }
  }

  /// The signal by which the process is to die, if any.
  var signal: Int32? {
    switch self {
    case .quit, .settled, .reached, .stopped, .outputLost: nil
    case .signal(let signal): signal
    case .hangUp: Signals.hangUp
    case .brokenPipe: Signals.brokenPipe
    }
  }
}

/// What ends a run by itself, beside keys, signals and ``UISpin/stop()``.
public enum UIRunCondition<State: Sendable>: Sendable {
  /// Nothing; without keys to read, being settled.
  case quit
  /// Being settled: transition 0 is made, no event waits and no effect is alive. A spin that waits
  /// for keys is settled.
  case settled
  /// A state: the loop stops with its transition. Called by the loop with every state; pure.
  ///
  /// Where there are no keys to read it also ends once settled, and sources do not count as work: what
  /// must come to its end belongs to a feedback that reacts, such as `Feedback(while: { _ in true })`.
  case reached(@Sendable (State) -> Bool)
}
