internal import Synchronization

/// Where effects deliver: a loop, for those who do not know its state.
@usableFromInline
protocol EventSink<Event>: AnyObject, Sendable {
  associatedtype Event: Sendable

  /// Puts an entry into the mailbox and sees to it that a turn runs.
  func post(_ entry: Entry<Event>) -> Emission

  /// Puts the last entry of a body into the mailbox, from the end of the body's task.
  ///
  /// - Returns: The turn that the loop wants, if it is to be run by the runtime.
  func postLast(_ entry: Entry<Event>) -> Turn?

  /// Reports an event that was refused at the door.
  func refuse(_ event: Event, _ tag: Tag, _ reason: DropReason) -> Emission
}

/// One run of an effect, as the work that belongs to it sees it.
@usableFromInline
final class EffectRun<Event: Sendable>: Sendable {
  let sink: any EventSink<Event>
  /// The run, as the origin of delivered events.
  let tag: Tag
  /// Set when the run is cancelled, before any cancellation code runs.
  private let dead = Atomic(false)
  /// The task that runs the body, to tell a body that waits for its own loop to settle.
  private let taskID = Atomic(0)

  @usableFromInline
  init(sink: any EventSink<Event>, tag: Tag) {
    self.sink = sink
    self.tag = tag
  }

  var isDead: Bool { dead.load(ordering: .acquiring) }

  @usableFromInline
  func kill() {
    dead.store(true, ordering: .releasing)
  }

  /// The task that runs the body; 0 before it began and after it ended.
  var task: Int { taskID.load(ordering: .acquiring) }

  func enter() {
    taskID.store(currentTaskID(), ordering: .releasing)
  }

  func exit() {
    taskID.store(0, ordering: .releasing)
  }

  /// Delivers an event, unless the run is dead.
  @discardableResult
  func deliver(_ event: Event, _ kind: Tag.Kind) -> Emission {
    let tag = tag.with(kind)
    return isDead ? sink.refuse(event, tag, .stale) : sink.post(Entry(tag, event))
  }
}

/// Tells one task from another; 0 outside of tasks.
package func currentTaskID() -> Int {
  withUnsafeCurrentTask { task in task?.hashValue ?? 0 }
}

/// The emitter of one part of an effect: dropping it finishes the part.
final class RunTarget<Event: Sendable>: EmitterTarget {
  let run: EffectRun<Event>
  /// Told when the part finishes, so that its cancellation can run.
  private let registration: Registration<Event>?
  private let finished = Atomic(false)

  init(_ run: EffectRun<Event>, registration: Registration<Event>? = nil) {
    self.run = run
    self.registration = registration
  }

  deinit {
    finish()
  }

  var isFinished: Bool { finished.load(ordering: .acquiring) }

  func emit(_ event: Event) -> Emission {
    isFinished
      ? run.sink.refuse(event, run.tag, .finished)
      : run.deliver(event, .delivered)
  }

  func askedForState(taken: UInt64) {
    _ = run.sink.post(Entry(Tag(.streamAsked, slot: run.tag.slot, serial: taken)))
  }

  func finish() {
    guard !finished.exchange(true, ordering: .acquiringAndReleasing) else { return }
    registration?.noteFinished()
    if !run.isDead { _ = run.sink.post(Entry(run.tag.with(.finished))) }
  }
}
