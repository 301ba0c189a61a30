extension MailboxModel {
  /// What must never be seen.
  enum Violation: Hashable {
    case twoOwners, touchesDrainOfOthers, touchesLoopThatIsGone, touchesSharedWithoutLock
    case wakesWithoutLoop, lowersStopped, takesOutOfOrder, acceptsAfterStop, tellsTwice
    case reducesWhileClosed
    case isStuck, spins
    case leavesEntry, losesEvent, leavesSignal, forgetsRequest, forgetsWaiter, keepsLoop
  }

  // MARK: At each step

  mutating func fail(_ violation: Violation) {
    if self.violation == nil { self.violation = violation }
  }

  /// Touches what only the holder of the lock may touch.
  mutating func touchShared(_ process: Process) {
    if holder != process.id { fail(.touchesSharedWithoutLock) }
  }

  /// Touches what only the owner of the drain may touch in the mailbox.
  mutating func touchQueue(_ process: Process) {
    if owner != process.id { fail(.touchesDrainOfOthers) }
  }

  /// Touches what only the owner of the drain may touch in the loop.
  mutating func touchDrain(_ process: Process) {
    touchQueue(process)
    if references == 0 { fail(.touchesLoopThatIsGone) }
  }

  /// Notes that a process was told to own the drain.
  mutating func own(_ process: Process) {
    if owner != nil { fail(.twoOwners) }
    owner = process.id
    wasOpen = isOpen
  }

  /// Whether the loop may take entries and reduce them.
  private var isOpen: Bool { !isHeld && !word.contains(.stopped) }

  /// Notes that the loop was suspended, or is no longer.
  mutating func hold(_ isHeld: Bool) {
    self.isHeld = isHeld
    guard isOpen else { return }
    wasOpen = true
    heldEvents = 0
  }

  /// Notes that an event was accepted into the inbox.
  mutating func noteAppended(_ entry: Entry) {
    if isHeld, case .event(let event, _) = entry { heldEvents |= event }
  }

  /// Notes that an event is taken.
  mutating func noteTaken(_ event: UInt32) {
    // After the drain has noted the stop, it drops what it takes.
    if !engineStopped && (!wasOpen || heldEvents & event != 0) { fail(.reducesWhileClosed) }
    wasOpen = isOpen
  }

  mutating func disown(_ process: Process) {
    touchQueue(process)
    owner = nil
  }

  mutating func unlock(_ process: Process) {
    touchShared(process)
    holder = nil
  }

  mutating func retainLoop() {
    if references == 0 { fail(.touchesLoopThatIsGone) }
    references += 1
  }

  mutating func releaseLoop() {
    if references == 0 { fail(.touchesLoopThatIsGone) } else { references -= 1 }
  }

  // MARK: At the end

  /// What is wrong with a state in which no process can make a step.
  var violationAtEnd: Violation? {
    if processes.indices.contains(where: canStep) { return nil }
    if processes.contains(where: { $0.step != .done }) { return .isStuck }
    if owner != nil || word.subtracting([.stopped, .suspended]) != [] { return .leavesSignal }
    if hasLeftEntry { return .leavesEntry }
    if accepted != taken || accepted & refused != 0 { return .losesEvent }
    if !requests.isEmpty || asked != attended { return .forgetsRequest }
    return waitersAreForgotten ? .forgetsWaiter : loopIsKept ? .keepsLoop : nil
  }

  /// Facts that came after the end stay in the inbox, until the loop is gone.
  private var hasLeftEntry: Bool {
    let mayStay = isOver && !isGone
    return !queue.isEmpty || !inbox.allSatisfy { $0 == .fact && mayStay }
  }

  private var waits: UInt8 { called | awaiting }

  /// Whether somebody was not told of the end, and the drain does not know that he waits for it.
  private var waitersAreForgotten: Bool {
    let kept = engineStopped && (bodies == 0 || !inbox.isEmpty) ? 0 : waits
    return waited & ~(told | withdrawn | kept) != 0
  }

  /// Whether the mailbox has a reference to the loop that it should not have, or the reverse.
  private var loopIsKept: Bool {
    let isOver = word.contains(.stopped) && waits == 0
    let handle: UInt8 = users > 0 ? 1 : 0
    return holdsLoop == isOver || self.isOver != isOver || references != (isOver ? 0 : 1) + handle
  }
}
