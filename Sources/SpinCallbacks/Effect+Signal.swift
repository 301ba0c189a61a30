public import SpinCore

extension Effect {
  /// Yields an event each time the process receives a signal, until the effect is cancelled.
  ///
  /// ```swift
  /// let service = Spin<Service, Event>(initialState: Service()) {
  ///   Feedback.source { .signal(SIGTERM, .terminate) }
  ///   Reducer { service, event in service.reduce(event) }
  /// }
  /// ```
  ///
  /// While an effect of any loop listens to a signal, its events replace the signal's action. When
  /// the last of these effects has ended, the signal has its previous action again: the default
  /// action, a handler, or none. A running `UISpin` also receives its signals, regardless of the
  /// order in which the two began: SIGTERM ends it even if an effect listens. A process that
  /// ignored the signal before, for example because it was started by `nohup`, receives it
  /// meanwhile and ignores it afterwards. If other code installs a handler meanwhile, that handler
  /// stays and the effects receive nothing. A signal that arrives while the last effect is ending
  /// is not lost: it triggers the previous action.
  ///
  /// All listening effects receive a signal. Signals with the same number that arrive together may
  /// be received once, because the system does not count them. A child process that is started
  /// while an effect listens gets the default action for the signal, even if this process ignored
  /// it before.
  ///
  /// *Isolation*: the event is emitted on a separate queue of the effect; a loop on the caller's
  /// thread makes its steps there.
  ///
  /// *Cancellation*: after cancellation, the effect no longer listens to the signal.
  ///
  /// - Parameters:
  ///   - signal: The number of the signal, such as `SIGTERM`, `SIGHUP` or `SIGUSR1`.
  ///   - event: The event.
  /// - Returns: An effect that never finishes by itself. Use it in a source, or in a feedback with
  ///   a condition.
  /// - Precondition: The signal can be handled, and does not report a fault from which the program
  ///   cannot continue (`SIGSEGV`, `SIGBUS`, `SIGFPE`, `SIGILL`, `SIGTRAP`).
  public static func signal(_ signal: Int32, _ event: Event) -> Effect {
    require(
      SignalTable.canBeHeard(signal),
      "No loop can listen to signal \(signal): either the system does not let programs handle it, "
        + "or it reports a fault after which the program cannot continue.")
    return .callback { emit in
      let number = ProcessSignals.shared.listen(to: signal) { emit.emitLast(event) }
      return Cancellation { ProcessSignals.shared.end(number, of: signal) }
    }
  }
}
