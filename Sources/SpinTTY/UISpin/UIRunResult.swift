/// How a run of a ``UISpin`` ended.
public struct UIRunResult<State: Sendable>: Sendable {
  /// The last state.
  public let state: State
  /// The reason of the end; if there are several, the first.
  public let reason: UIEndReason

  /// Creates a value to compare with.
  package init(state: State, reason: UIEndReason) {
    self.state = state
    self.reason = reason
  }
}

extension UIRunResult: Equatable where State: Equatable {}

/// What ended a run.
public enum UIEndReason: Hashable, Sendable {
  /// A key that quits the program.
  case quit
  /// The loop was settled, and the condition was ``UIRunCondition/settled`` or all input had ended.
  case settled
  /// A state for which ``UIRunCondition/reached(_:)`` has waited.
  case reached
  /// ``UISpin/stop()``, or the cancellation of the task that ran it.
  case stopped
  /// A signal.
  case signal(Int32)
  /// The terminal is gone.
  case hangUp
  /// Nothing reads the output any more.
  case brokenPipe
  /// Printed lines cannot be written, as on a full disk. A line on standard error has said so.
  case outputLost

  /// The exit status for this reason, as shells show it; 74, the `EX_IOERR` of sysexits(3), if
  /// output was lost.
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

/// The condition that ends a run, besides keys, signals and ``UISpin/stop()``.
public enum UIRunCondition<State: Sendable>: Sendable {
  /// None. A run without keys to read ends when it is settled.
  case quit
  /// The loop is settled: transition 0 is made, no event waits and no effect is alive. A spin that
  /// waits for keys is settled.
  case settled
  /// A state fulfils the predicate: the loop stops with its transition. The loop calls the
  /// predicate with every state. It must be pure.
  ///
  /// A run without keys to read also ends once it is settled. Sources do not count as work there:
  /// put work that must finish into a feedback that reacts, such as `Feedback(while: { _ in true
  /// })`.
  case reached(@Sendable (State) -> Bool)

  /// The predicate, if there is one.
  var isReached: (@Sendable (State) -> Bool)? {
    if case .reached(let isReached) = self { isReached } else { nil }
  }
}
