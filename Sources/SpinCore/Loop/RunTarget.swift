public import Synchronization

/// The emitter of one part of an effect: dropping it finishes the part.
@usableFromInline
final class RunTarget<Event: Sendable>: EmitterTarget {
  @usableFromInline let run: EffectRun<Event>
  /// Told when the part finishes, so that its cancellation can run.
  @usableFromInline let registration: Registration<Event>?
  @usableFromInline let finished = Atomic(false)

  @inlinable
  init(_ run: EffectRun<Event>, registration: Registration<Event>? = nil) {
    self.run = run
    self.registration = registration
  }

  @usableFromInline
  deinit {
    finish()
  }

  @inlinable
  func emit(_ event: Event) -> Emission {
    if finished.load(ordering: .acquiring) { return run.door.refuse(run.tag, event, .finished) }
    return run.deliver(event, .delivered)
  }

  @usableFromInline
  func askedForState(taken: UInt64) {
    run.door.post(Tag(.streamAsked, slot: run.tag.slot, serial: taken))
  }

  @usableFromInline
  func finish() {
    guard !finished.exchange(true, ordering: .acquiringAndReleasing) else { return }
    registration?.noteFinished()
    if !run.isDead { run.door.post(run.tag.with(.finished)) }
  }
}
