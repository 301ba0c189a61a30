internal import Synchronization

/// A callback effect: registered at most once, and cancelled exactly once if it was registered.
///
/// ```
/// pending ──register──▶ registered ──cancel──▶ done     runs the cancellation
///    └──────cancel────────────────────────────▶ done     is never registered
/// ```
/// Registering and cancelling may race when the feedback has an executor: a cancellation that comes
/// while the registration runs is carried out by the one who registers.
@usableFromInline
final class Registration<Event: Sendable>: Sendable {
  private enum Phase {
    case pending
    case registering
    case registered(Cancellation)
    case done
  }

  /// The part of the run that it is.
  @usableFromInline let run: EffectRun<Event>
  private let register: @Sendable (Emitter<Event>) -> Cancellation
  private let phase = Guarded(Phase.pending)
  private let finished = Atomic(false)

  @usableFromInline
  init(
    _ run: EffectRun<Event>, _ register: @escaping @Sendable (Emitter<Event>) -> Cancellation
  ) {
    self.run = run
    self.register = register
  }

  /// Whether the last copy of the emitter is gone.
  var isFinished: Bool { finished.load(ordering: .acquiring) }

  func noteFinished() {
    finished.store(true, ordering: .releasing)
  }

  /// Calls the user's registration, unless it was cancelled before.
  @usableFromInline
  func begin() {
    let mayBegin = phase.withLock { phase in
      guard case .pending = phase, run.mayBegin else { return false }
      phase = .registering
      return true
    }
    guard mayBegin else { return }
    let cancellation = register(Emitter(target: RunTarget(run, registration: self)))
    let wasCancelled = phase.withLock { phase in
      guard case .registering = phase else { return true }
      phase = .registered(cancellation)
      return false
    }
    if wasCancelled { cancellation.cancel() }
  }

  /// Ends the registration; returns the cancellation that is now to run.
  func end() -> Cancellation? {
    phase.withLock { phase in
      defer { phase = .done }
      if case .registered(let cancellation) = phase { return cancellation }
      return nil
    }
  }
}
