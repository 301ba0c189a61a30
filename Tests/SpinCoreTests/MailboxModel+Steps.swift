/// What others do than the drain: see `Mailbox`.
extension MailboxModel {
  /// Whether a process can make a step.
  func canStep(_ index: Int) -> Bool {
    let step = processes[index].step
    return step != .done && (holder == nil || !step.locks)
  }

  /// Makes the next step of a process.
  mutating func step(_ index: Int) {
    var process = processes[index]
    if process.step.locks { holder = process.id }
    switch process.step {
    case .begin, .takeIdle, .takeSeenIdle, .appendToQueue, .readStopped, .drop:
      stepAlone(&process)
    case .postLock, .postCheck, .postAppend, .postEarlyUnlock, .stopLock, .stopCheck:
      stepPosting(&process)
    case .askLock, .askAppend, .askBringBack: stepAsking(&process)
    case .look, .raise, .raiseRest, .unlock: stepRaising(&process)
    case .wake, .lookAtQueue, .lookAtEntries, .lookBeforeEntry, .lookForNext, .pop, .take,
      .lookAtSignals:
      stepTurn(&process)
    case .inboxLock, .inboxLook, .inboxMove, .inboxLower, .inboxUnlock: stepInbox(&process)
    case .attendLock, .attendLower, .attendMove, .attendUnlock, .attendStop, .attend, .attendAgain:
      stepAttending(&process)
    case .suspendLock, .suspendRaise, .raiseQuietly, .resumeLock, .resumeLower:
      stepSuspending(&process)
    case .lookAtSuspension, .lookAtStop: stepTurnOfSuspended(&process)
    case .lookBeforeGivingBack, .suspendedLock, .suspendedCheck, .suspendedUnlock:
      stepRestingSuspended(&process)
    case .rest, .giveBack, .touchAgain: stepResting(&process)
    case .stoppedLock, .stoppedCheck, .stoppedLetGo, .stoppedStore, .stoppedUnlock, .tell:
      stepStopped(&process)
    case .release, .abandonLock, .abandon, .abandonUnlock: stepEnding(&process)
    case .offerLock, .offer, .offerUnlock, .takeBackLock, .takeBack, .takeBackUnlock:
      stepOffering(&process)
    case .done: break
    }
    processes[index] = process
  }

  // MARK: Calls without the lock

  private mutating func stepAlone(_ process: inout Process) {
    switch process.step {
    case .begin:
      touchQueue(process)
      retainLoop()
      holdsLoop = true
      process.step = .wake
    case .takeIdle: takeIdle(&process)
    case .takeSeenIdle: becomeOwner(&process)
    case .appendToQueue:
      touchQueue(process)
      queue.append(process.entry)
      process.step = .wake
    case .readStopped:
      if stopReturned && !word.contains(.stopped) { fail(.lowersStopped) }
      process.finishCall()
    default: drop(&process)
    }
  }

  private mutating func takeIdle(_ process: inout Process) {
    process.entry = .event(process.nextEvent, after: accepted)
    process.events += 1
    process.comesLate = stopReturned
    let takes =
      switch mutant {
      case .takesIdleWithoutBusy: !word.contains(.busy)
      case .passesWhileClosed where passes: word.isDisjoint(with: [.busy, .entries, .requests])
      default: word == []
      }
    if !takes {
      process.step = firstStepOfPosting
    } else if mutant == .takesIdleInTwoAccesses {
      process.step = .takeSeenIdle
    } else {
      becomeOwner(&process)
    }
  }

  private mutating func becomeOwner(_ process: inout Process) {
    word.insert(.busy)
    own(process)
    note(process)
    process.isPassing = passes
    process.step = .appendToQueue
  }

  private mutating func drop(_ process: inout Process) {
    users -= 1
    if users == 0 { process.calls.insert(contentsOf: [.stop, .letGo], at: 1) }
    process.finishCall()
  }

  /// Notes what became of an event.
  private mutating func note(_ process: Process) {
    guard case .event(let event, _) = process.entry else { return }
    if process.isRefused {
      refused |= event
    } else {
      accepted |= event
      if process.comesLate { fail(.acceptsAfterStop) }
    }
  }

  // MARK: Posting and stopping

  private var firstStepOfPosting: Step { mutant == .raisesBeforeLocking ? .look : .postLock }

  private mutating func stepPosting(_ process: inout Process) {
    switch process.step {
    case .postLock: process.step = .postCheck
    case .postCheck:
      let mayBeRefused = process.entry != .fact && mutant != .acceptsAlways
      process.isRefused = mayBeRefused && word.contains(.stopped)
      process.step = process.isRefused ? .unlock : .postAppend
    case .postAppend: append(&process)
    case .postEarlyUnlock:
      unlock(process)
      process.step = .look
    case .stopLock: process.step = .stopCheck
    default:
      process.signal = .stopped
      process.step = word.contains(.stopped) ? .unlock : .look
      process.endsSuspension = mutant != .stopsSuspended
      if process.step == .look && mutant == .stopsInTwoAccesses { word.remove(.suspended) }
    }
  }

  private mutating func append(_ process: inout Process) {
    touchShared(process)
    process.step = .unlock
    if isGone && mutant != .lateFactIsKeptForGone { return }
    if process.calls[0] == .replace { replaceWaiting() }
    inbox.append(process.entry)
    noteAppended(process.entry)
    if word.contains(.suspended) {
      process.step = .raiseQuietly
      return
    }
    if isOver && mutant != .lateFactWakes { return }
    if mutant == .raisesBeforeLocking && process.entry != .fact { return }
    process.step = mutant == .raisesAfterUnlocking ? .postEarlyUnlock : .look
  }

  private mutating func replaceWaiting() {
    for case .event(let event, _) in inbox { taken |= event }
    inbox.removeAll { $0 != .fact }
  }

  // MARK: Asking

  private mutating func stepAsking(_ process: inout Process) {
    switch process.step {
    case .askLock: process.step = .askAppend
    case .askAppend:
      touchShared(process)
      requests.append(Request(call: process.calls[0], process: process.id))
      asked += 1
      if process.calls[0] == .wait || process.calls[0] == .waitInTask { waited |= process.bit }
      process.signal = .requests
      process.step = isOver && mutant != .lateRequestLeavesLoopAway ? .askBringBack : .look
    default:
      touchShared(process)
      if owner != nil { fail(.touchesDrainOfOthers) }
      isOver = false
      holdsLoop = true
      retainLoop()
      if !inbox.isEmpty && mutant != .lateRequestForgetsEntries { process.signal.insert(.entries) }
      process.step = .look
    }
  }

  // MARK: Raising

  private mutating func stepRaising(_ process: inout Process) {
    if process.signal == [] { process.signal = .entries }
    switch process.step {
    case .look:
      let skip: Word = mutant == .skipsIfBusy ? .busy : process.signal.union(.busy)
      let skips = word.isSuperset(of: skip) && !process.endsSuspension
      process.step = skips ? stepAfterRaising(process) : .raise
      if process.step == .done { conclude(&process) }
    case .raise: raise(&process)
    case .raiseRest:
      word.formUnion(process.signal)
      process.step = .unlock
    default:
      unlock(process)
      conclude(&process)
    }
  }

  private mutating func raise(_ process: inout Process) {
    let owns = !word.contains(.busy)
    process.wakes = owns
    if process.endsSuspension {
      word.remove(.suspended)
      if process.signal == .requests { hold(false) }
    }
    switch mutant {
    case .raisesNoBusy: word.formUnion(process.signal)
    case .raisesBusyFirst: word.insert(.busy)
    case .stopsWithoutOwning where process.signal == .stopped:
      word.insert(.stopped)
      process.wakes = false
    default: word.formUnion(process.signal.union(.busy))
    }
    if process.wakes { own(process) }
    if mutant == .stopsWithoutWaking && process.signal == .stopped { process.wakes = false }
    process.step = mutant == .raisesBusyFirst ? .raiseRest : stepAfterRaising(process)
    if process.step == .done { conclude(&process) }
  }

  private func stepAfterRaising(_ process: Process) -> Step {
    guard process.signal == .entries else { return .unlock }
    switch mutant {
    case .raisesAfterUnlocking: return .done
    case .raisesBeforeLocking: return process.entry == .fact ? .unlock : .postLock
    default: return .unlock
    }
  }

  /// Leaves the call, or runs the turn in it.
  private mutating func conclude(_ process: inout Process) {
    if process.calls[0] == .stop { stopReturned = true }
    note(process)
    if process.wakes { process.step = .wake } else { process.finishCall() }
  }
}
