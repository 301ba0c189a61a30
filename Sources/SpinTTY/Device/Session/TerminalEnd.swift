/// The reason why a run ended.
package enum TerminalEnd: Equatable, Sendable {
  /// A request.
  case asked
  /// The time limit of the run.
  case timeout
  /// A signal that must end the process.
  case signal(Int32)
  /// The terminal is lost.
  case hangUp
  /// The terminal accepts no more bytes.
  case brokenPipe
  /// The terminal was restored outside of the session, which must no longer use it.
  case restored

  /// The exit status that a shell shows for this end.
  package var status: Int32 {
    switch self {
    case .asked, .timeout, .restored: 0
    case .signal(let signal): 128 + signal
    case .hangUp: 129
    case .brokenPipe: 141
    }
  }

  /// Ends the process by the signal that ended the run, if a signal did.
  package func dieIfSignaled() {
    if case .signal(let signal) = self { Signals.end(by: signal) }
  }
}
