internal import Synchronization

/// A callback effect: registered at most once, and cancelled exactly once if it was registered.
///
/// ```
/// pending ──register──▶ registered ──cancel──▶ done     runs the cancellation
///    └──────cancel────────────────────────────▶ done     is never registered
/// ```
/// Registering and cancelling may race when the feedback has an executor: a cancellation that comes
/// while the registration runs is carried out by the one who registers.
///
/// The user's closure is let go once it was called, or will not be any more: it may hold what keeps the
/// emitter, which keeps the registration.
@usableFromInline
final class CallbackRegistration<Event: Sendable>: Sendable {
  private enum Phase {
    case pending(@Sendable (Emitter<Event>) -> Cancellation)
    case registering
    case registered(Cancellation)
    case done
  }

  /// The part of the run that it is.
  @usableFromInline let run: ExecutionPart<Event>
  private let phase: Guarded<Phase>
  private let finished = Atomic(false)

  @usableFromInline
  init(
    _ run: ExecutionPart<Event>, _ register: @escaping @Sendable (Emitter<Event>) -> Cancellation
  ) {
    self.run = run
    phase = Guarded(.pending(register))
  }

  /// Whether the last copy of the emitter is gone.
  var isFinished: Bool { finished.load(ordering: .acquiring) }

  func noteFinished() {
    finished.store(true, ordering: .releasing)
  }

  /// Calls the user's registration, unless it was cancelled before.
  @usableFromInline
  func begin() {
    let register = phase.withLock { phase -> (@Sendable (Emitter<Event>) -> Cancellation)? in
      guard case .pending(let register) = phase, run.mayBegin else { return nil }
      phase = .registering
      return register
    }
    guard let register else { return }
    let cancellation = register(Emitter(target: PartEmitter(run, registration: self)))
    let wasCancelled = phase.withLock { phase in
      guard case .registering = phase else { return true }
      phase = .registered(cancellation)
      return false
    }
    if wasCancelled { cancellation.cancel() }
  }

  /// Ends the registration; returns the cancellation that is now to run.
  func end() -> Cancellation? {
    // What is taken from the phase must not go under the lock: it is the user's.
    let old = phase.withLock { phase in
      defer { phase = .done }
      return phase
    }
    if case .registered(let cancellation) = old { return cancellation }
    return nil
  }
}
