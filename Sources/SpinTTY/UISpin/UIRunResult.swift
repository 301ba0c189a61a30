internal import SpinCore

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
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum UIEndReason: Hashable, Sendable {
  /// A key that quits the program.
  case quit
  /// The loop had settled, and the condition was ``/SpinCore/RunCondition/settled`` or all input
  /// had ended.
  case settled
  /// A state satisfied the predicate of ``/SpinCore/RunCondition/reached(_:)``.
  case reached
  /// The program called ``UISpin/stop()`` or cancelled the task of the run, or the running loop
  /// that the screen showed has stopped.
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
