/// A callback effect: registered at most once, and cancelled exactly once if it was registered.
///
/// ```
/// pending ──register──▶ registering ──▶ registered ──cancel──▶ done     runs the cancellation
///    └──────cancel───────────────────────────────────────────▶ done     is never registered
/// ```
/// Registering and cancelling may race if the feedback has an executor: the registering thread
/// carries out a cancellation that comes in the meantime.
///
/// The user's closure is released once it was called or can no longer be called: it may hold an
/// object that keeps the emitter, which keeps the registration.
final class CallbackRegistration: Sendable {
  /// The part of the execution that the callback carries out.
  let part: ExecutionPart
  @safe nonisolated(unsafe) var register: (@Sendable (PartEmitter) -> Cancellation)?
  // Guard: touched once, by the thread that takes the phase away from `pending`.
  let phase = Guarded(RegistrationPhase.pending)
  /// The list of finished callbacks, if the execution has several parts.
  let siblings: FinishedRegistrations?

  init(
    _ part: ExecutionPart, among siblings: FinishedRegistrations?,
    _ register: @escaping @Sendable (PartEmitter) -> Cancellation
  ) {
    self.part = part
    self.siblings = siblings
    self.register = register
  }

  /// Whether it was cancelled, or will never be registered.
  var hasEnded: Bool {
    phase.withLock { if case .done = $0 { true } else { false } }
  }

  /// Calls the user's registration, unless it was cancelled before.
  func begin() {
    let mayBegin = phase.withLock { phase in
      guard case .pending = phase, part.mayBegin else { return false }
      phase = .registering
      return true
    }
    guard mayBegin, let register = register.take() else { return }
    let cancellation = register(PartEmitter(part, registration: self))
    let wasCancelled = phase.withLock { phase in
      guard case .registering = phase else { return true }
      phase = .registered(cancellation)
      return false
    }
    if wasCancelled { cancellation.cancel() }
  }

  /// Ends the registration, and returns the cancellation that the caller must run.
  func end() -> Cancellation? {
    // The old phase may hold the user's closure, which must not be released under the lock.
    let old = phase.withLock { phase in
      defer { phase = .done }
      return phase
    }
    switch old {
    case .pending: register = nil
    case .registering, .done: break
    case .registered(let cancellation): return cancellation
    }
    return nil
  }
}

/// The phases of a callback effect.
enum RegistrationPhase: Sendable {
  case pending
  case registering
  case registered(Cancellation)
  case done
}
