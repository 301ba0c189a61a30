/// A drain's records of the work of effects; made for the first effect that has work.
///
/// *Isolation*: belongs to the owner of the drain.
final class LoopWork {
  /// The executions that the step will start.
  @safe @exclusivity(unchecked) var starts = RingBuffer<LiveExecution>()
  /// The executions that have started and are alive; a gate may hold parts of them.
  @safe @exclusivity(unchecked) var live = SerialList<LiveExecution>()
  /// The additional state of staged executions; made for the first of them.
  @safe @exclusivity(unchecked) var staged: StagedExecutions?
  /// The alarms that executions and branches have set last, by serial.
  @safe @exclusivity(unchecked) var alarms: [UInt64: LiveAlarm] = [:]
  /// The parts whose bodies to give to the runtime, before the next step or at the end of the turn.
  @safe @exclusivity(unchecked) var bodies = OneOrMore<ExecutionPart>()
  /// The time of the step.
  @safe @exclusivity(unchecked) var stepTime = StepTime()
  #if DEBUG
    var restarts = RestartMeter()
    /// For each feedback, the last effect that its own event has cancelled, and what tells developers if it
    /// emits more.
    var losses: [Int: (serial: UInt64, tell: @Sendable () -> Void)] = [:]
  #endif
  // Guard: the owner of the drain, which has the only reference to this object.

  init() {}

  /// Finds an execution or a branch that has started and is alive.
  func find(_ tag: EntryTag) -> LiveExecution? {
    if let index = live.index(of: tag.serial) { return live[index] }
    guard let staged, let index = staged.live.index(of: tag.serial) else { return nil }
    return staged.live[index]
  }

  /// Removes an execution or a branch, if it has started and is alive, and returns it.
  func take(_ tag: EntryTag) -> LiveExecution? {
    if !alarms.isEmpty { alarms[tag.serial] = nil }
    guard let index = live.index(of: tag.serial) else { return staged?.takeLive(tag) }
    if let staged { staged.forget(tag) }
    return live.remove(at: index)
  }

  /// Whether an execution or a branch that has started and is alive satisfies a predicate.
  func contains(where predicate: (LiveExecution) -> Bool) -> Bool {
    live.contains(where: predicate) || staged?.live.contains(where: predicate) == true
  }
}
