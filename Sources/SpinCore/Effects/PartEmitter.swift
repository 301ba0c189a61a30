public import Synchronization

/// The emitter of one part of an effect: dropping it finishes the part.
///
/// A part with a body is not over before that has returned, so that it can be cancelled until then:
///
/// ```
/// open ──finish──▶ finished ──body returns──▶ over
///   └──body returns──▶ returned ──finish──▶ over
/// ```
@usableFromInline
final class PartEmitter<Event: Sendable>: EmitterTarget {
  @usableFromInline let run: ExecutionPart<Event>
  /// Told when the part finishes, so that its cancellation can run.
  @usableFromInline let registration: CallbackRegistration<Event>?
  /// What holds of ``isFinished`` and ``hasBody``.
  @usableFromInline let phase: Atomic<UInt8>

  /// Nothing is emitted any more.
  @inlinable static var isFinished: UInt8 { 1 }
  /// There is a body, and it has not returned.
  @inlinable static var hasBody: UInt8 { 2 }

  /// Makes the target of a body.
  @inlinable
  init(_ run: ExecutionPart<Event>) {
    self.run = run
    registration = nil
    phase = Atomic(Self.hasBody)
  }

  /// Makes the target of a registration.
  @inlinable
  init(_ run: ExecutionPart<Event>, registration: CallbackRegistration<Event>) {
    self.run = run
    self.registration = registration
    phase = Atomic(0)
  }

  @usableFromInline
  deinit {
    finish()
  }

  @inlinable
  func emit(_ event: Event) -> Emission {
    if phase.load(ordering: .acquiring) & Self.isFinished != 0 {
      return run.door.refuse(run.tag, event, .finished)
    }
    return run.deliver(event, .delivered)
  }

  @usableFromInline
  func askedForState(taken: UInt64) {
    run.door.post(EntryTag(.streamAsked, feedback: run.tag.feedback, serial: taken))
  }

  @usableFromInline
  func finish() {
    let old = phase.bitwiseOr(Self.isFinished, ordering: .acquiringAndReleasing).oldValue
    guard old & Self.isFinished == 0 else { return }
    registration?.noteFinished()
    if old & Self.hasBody == 0, !run.isDead { run.door.post(run.tag.with(.finished)) }
  }

  /// Notes that the body has returned.
  ///
  /// - Returns: Whether the part is over with it.
  @inlinable
  func bodyReturned() -> Bool {
    let old = phase.bitwiseAnd(~Self.hasBody, ordering: .acquiringAndReleasing).oldValue
    return old & Self.isFinished != 0
  }
}
