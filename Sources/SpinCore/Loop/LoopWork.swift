/// A drain's records of the work of effects; made for the first effect that has work.
///
/// *Isolation*: belongs to the owner of the drain.
@usableFromInline
final class LoopWork<Event: Sendable> {
  /// The effects whose work the step will start.
  @usableFromInline @safe @exclusivity(unchecked) var starts: [PendingExecution<Event>] = []
  /// The executions whose work has been started.
  @usableFromInline @safe @exclusivity(unchecked) var live = SerialList<LiveExecution<Event>>()
  /// The additional state of staged executions; made for the first of them.
  @usableFromInline @safe @exclusivity(unchecked) var staged: StagedExecutions<Event>?
  /// The async bodies to give to the runtime, before the next step or at the end of the turn.
  @usableFromInline @safe @exclusivity(unchecked) var bodies = OneOrMore<PendingBody<Event>>()
  #if DEBUG
    @usableFromInline @safe @exclusivity(unchecked) var restarts = RestartMeter()
  #endif
  // Guard: the owner of the drain, which has the only reference to this object.

  @inlinable
  init() {}

  /// Finds an execution or a branch whose work was started.
  @usableFromInline
  func find(_ tag: EntryTag) -> LiveExecution<Event>? {
    if let index = live.index(of: tag.serial) { return live[index] }
    guard let staged, let index = staged.live.index(of: tag.serial) else { return nil }
    return staged.live[index]
  }

  /// Removes an execution, if its work was started, and returns it.
  @inlinable
  func take(_ tag: EntryTag) -> LiveExecution<Event>? {
    guard let index = live.index(of: tag.serial) else { return staged?.takeLive(tag) }
    if let staged { staged.forget(tag) }
    return live.remove(at: index)
  }

  /// Changes the execution, or the branch, that was started last.
  @inlinable
  func updateNewest(_ isBranch: Bool, _ change: (inout LiveExecution<Event>) -> Void) {
    if isBranch { staged?.live.updateNewest(change) } else { live.updateNewest(change) }
  }

  /// Whether an execution, started or staged, satisfies a predicate.
  func contains(where predicate: (LiveExecution<Event>) -> Bool) -> Bool {
    live.contains(where: predicate) || staged?.live.contains(where: predicate) == true
  }
}

extension Drain {
  /// The records of work, made if there are none.
  @inlinable
  mutating func madeWork() -> LoopWork<Event> {
    if let work { return work }
    let made = LoopWork<Event>()
    work = made
    return made
  }

  /// Whether the step has work to start.
  @inlinable @inline(__always)
  var hasStarts: Bool {
    if let work { !work.starts.isEmpty } else { false }
  }

  /// Whether bodies wait to be given to the runtime.
  @inlinable @inline(__always)
  var hasBodies: Bool {
    if let work { !work.bodies.isEmpty } else { false }
  }
}
