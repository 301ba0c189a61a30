public import Synchronization

/// One run of an effect, as the work that belongs to it sees it.
@usableFromInline
final class EffectRun<Event: Sendable>: Sendable {
  @usableFromInline let door: Door<Event>
  /// The run, as the origin of delivered events.
  @usableFromInline let tag: Tag
  /// Where bodies run, if the feedback says so.
  @usableFromInline let executor: (any TaskExecutor)?
  /// Set when the run is cancelled, before any cancellation code runs.
  @usableFromInline let dead = Atomic(false)
  /// The task that runs the body, to tell a body that waits for its own loop to settle.
  @usableFromInline let taskID = Atomic(0)
  @usableFromInline let held = Mutex(Held())

  @inlinable
  init(_ door: Door<Event>, tag: Tag, executor: (any TaskExecutor)?) {
    self.door = door
    self.tag = tag
    self.executor = executor
  }

  // MARK: Cancelling

  @inlinable var isDead: Bool { dead.load(ordering: .acquiring) }

  /// Whether user code may still begin. After stop it may not, even before the loop takes notice.
  @inlinable var mayBegin: Bool { !isDead && !door.mustStop }

  /// Makes everything stale that the run delivers from now on.
  @inlinable
  func kill() {
    dead.store(true, ordering: .releasing)
  }

  /// Keeps what cancels a part of the work, or cancels it if the run was cancelled meanwhile.
  @inlinable
  func hold(_ cancellation: Cancellation) {
    let isLate = held.withLock { held in
      if held.isCancelled { return true }
      if held.first == nil { held.first = cancellation } else { held.more.append(cancellation) }
      return false
    }
    if isLate { cancellation.cancel() }
  }

  /// Cancels the work, once.
  @usableFromInline
  func cancel() {
    let (first, more) = held.withLock { held in
      held.isCancelled = true
      return (held.first.take(), held.more.takeAll())
    }
    first?.cancel()
    for cancellation in more { cancellation.cancel() }
  }

  // MARK: Delivering

  /// Delivers an event, unless the run is dead.
  @inlinable
  @discardableResult
  func deliver(_ event: Event, _ kind: Tag.Kind) -> Emission {
    let tag = tag.with(kind)
    return isDead ? door.refuse(tag, event, .stale) : door.post(tag, event)
  }

  /// Says, from the end of a body's task, that the body has returned; returns the turn that the
  /// runtime is to run.
  @inlinable
  func end(_ kind: Tag.Kind, _ event: Event? = nil) -> Turn? {
    guard let turn = door.postLast(tag.with(kind), event) else { return nil }
    guard executor != nil else { return turn }
    door.schedule(turn)  // The user's executor is no place for the loop's closures.
    return nil
  }

  // MARK: Bodies

  /// Runs a body that yields at most one event.
  @inlinable
  nonisolated(nonsending) func once(_ body: @Sendable () async -> Event?) async -> Turn? {
    guard mayBegin else { return end(.bodyEnded) }
    taskID.store(currentTaskID(), ordering: .releasing)
    let event = await body()
    taskID.store(0, ordering: .releasing)
    return end(event == nil ? .bodyEndedFinished : .bodyEndedDelivering, event)
  }

  /// Runs a body that emits.
  @inlinable
  nonisolated(nonsending) func emitting(_ body: @Sendable (Emitter<Event>) async -> Void) async -> Turn? {
    guard mayBegin else { return end(.bodyEnded) }
    taskID.store(currentTaskID(), ordering: .releasing)
    await body(Emitter(target: RunTarget(self)))
    taskID.store(0, ordering: .releasing)
    return end(.bodyEnded)
  }

  /// The task that runs the body; 0 before it began and after it ended.
  var task: Int { taskID.load(ordering: .acquiring) }
}

/// What cancels the work of a run; more than one for a merged effect.
@usableFromInline
struct Held: Sendable {
  @usableFromInline var isCancelled = false
  @usableFromInline var first: Cancellation?
  @usableFromInline var more: [Cancellation] = []

  @inlinable
  init() {}
}

/// Tells one task from another; 0 outside of tasks.
@usableFromInline
package func currentTaskID() -> Int {
  withUnsafeCurrentTask { task in task?.hashValue ?? 0 }
}
