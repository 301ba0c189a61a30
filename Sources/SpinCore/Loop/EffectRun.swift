public import Synchronization

/// Where effects deliver: a loop, for those who do not know its state.
@usableFromInline
struct Door<Event: Sendable>: Sendable {
  /// Puts an event, or a fact without one, into the mailbox and sees to it that a turn runs.
  @usableFromInline let post: @Sendable (Tag, Event?) -> Emission
  /// The same from the end of a body's task; returns the turn if the runtime is to run one.
  @usableFromInline let postLast: @Sendable (Tag, Event?) -> Turn?
  /// Reports an event that is refused.
  @usableFromInline let refuse: @Sendable (Tag, Event, DropReason) -> Emission

  @inlinable
  init(
    post: @escaping @Sendable (Tag, Event?) -> Emission,
    postLast: @escaping @Sendable (Tag, Event?) -> Turn?,
    refuse: @escaping @Sendable (Tag, Event, DropReason) -> Emission
  ) {
    self.post = post
    self.postLast = postLast
    self.refuse = refuse
  }
}

/// One run of an effect, as the work that belongs to it sees it.
@usableFromInline
final class EffectRun<Event: Sendable>: Sendable {
  @usableFromInline let door: Door<Event>
  /// The run, as the origin of delivered events.
  @usableFromInline let tag: Tag
  /// Set when the run is cancelled, before any cancellation code runs.
  @usableFromInline let dead = Atomic(false)
  /// The task that runs the body, to tell a body that waits for its own loop to settle.
  @usableFromInline let taskID = Atomic(0)

  @inlinable
  init(_ door: Door<Event>, tag: Tag) {
    self.door = door
    self.tag = tag
  }

  @inlinable var isDead: Bool { dead.load(ordering: .acquiring) }

  @inlinable
  func kill() {
    dead.store(true, ordering: .releasing)
  }

  /// The task that runs the body; 0 before it began and after it ended.
  var task: Int { taskID.load(ordering: .acquiring) }

  @inlinable
  func enter() {
    taskID.store(currentTaskID(), ordering: .releasing)
  }

  @inlinable
  func exit() {
    taskID.store(0, ordering: .releasing)
  }

  /// Delivers an event, unless the run is dead.
  @inlinable
  @discardableResult
  func deliver(_ event: Event, _ kind: Tag.Kind) -> Emission {
    let tag = tag.with(kind)
    return isDead ? door.refuse(tag, event, .stale) : door.post(tag, event)
  }
}

/// Tells one task from another; 0 outside of tasks.
@usableFromInline
package func currentTaskID() -> Int {
  withUnsafeCurrentTask { task in task?.hashValue ?? 0 }
}

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

  @inlinable var isFinished: Bool { finished.load(ordering: .acquiring) }

  @inlinable
  func emit(_ event: Event) -> Emission {
    isFinished
      ? run.door.refuse(run.tag, event, .finished)
      : run.deliver(event, .delivered)
  }

  @usableFromInline
  func askedForState(taken: UInt64) {
    _ = run.door.post(Tag(.streamAsked, slot: run.tag.slot, serial: taken), nil)
  }

  @usableFromInline
  func finish() {
    guard !finished.exchange(true, ordering: .acquiringAndReleasing) else { return }
    registration?.noteFinished()
    if !run.isDead { _ = run.door.post(run.tag.with(.finished), nil) }
  }
}
