public import SpinCore

extension Effect {
  /// Yields an event each time the process gets a signal, until it is cancelled.
  ///
  /// ```swift
  /// let service = Spin<Service, Event>(initialState: Service()) {
  ///   Feedback.source { .signal(SIGTERM, .terminate) }
  ///   Reducer { service, event in service.reduce(event) }
  /// }
  /// ```
  ///
  /// While any effect of any loop listens to a signal, it yields their events in place of its
  /// action. When the last of them has ended, the signal has the action again that it had before:
  /// the default one, that of a handler, or none. A `UISpin` that runs hears the signals that
  /// concern it as well, whichever of both began first: a SIGTERM ends it, even if an effect
  /// listens. A process that had ignored the signal, such as one started by `nohup`, hears it
  /// meanwhile, and ignores it afterwards. A handler that somebody else installs meanwhile stays,
  /// and the effects hear nothing. A signal that arrives while the last effect ends is not lost: it
  /// takes the action that it had before.
  ///
  /// All effects that listen hear a signal. Signals of one number that arrive at once may be heard
  /// once, because the system keeps no more of them. A process that is started meanwhile does not
  /// ignore the signal, even if this one did.
  ///
  /// *Isolation*: the event is emitted on a queue of the effect's own; on the caller's thread its steps
  /// are made there.
  ///
  /// *Cancellation*: when the effect is cancelled the signal is listened to no more.
  ///
  /// - Parameters:
  ///   - signal: The number of the signal, such as `SIGTERM`, `SIGHUP` or `SIGUSR1`.
  ///   - event: The event.
  /// - Returns: An effect that never finishes by itself: give it to a source, or to a feedback on a
  ///   condition.
  /// - Precondition: The signal can be handled, and is not one of those that tell a fault of the
  ///   program (`SIGSEGV`, `SIGBUS`, `SIGFPE`, `SIGILL`, `SIGTRAP`): there the program cannot go
  ///   on.
  public static func signal(_ signal: Int32, _ event: Event) -> Effect {
    require(
      ProcessSignals.canBeHeard(signal),
      "No loop can listen to the signal \(signal): the system handles it itself, or it tells a fault "
        + "after which the program cannot go on.")
    return .callback { emit in
      let number = ProcessSignals.shared.listen(to: signal) { emit.emitLast(event) }
      return Cancellation { ProcessSignals.shared.end(number, of: signal) }
    }
  }
}
