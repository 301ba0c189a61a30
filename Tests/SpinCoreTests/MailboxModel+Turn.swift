/// A turn: see `Loop.turn` and `Drain.attend`.
extension MailboxModel {
  mutating func stepTurn(_ process: inout Process) {
    switch process.step {
    case .wake:
      touchDrain(process)
      if !holdsLoop { fail(.wakesWithoutLoop) }
      process.step = process.isPassing ? .pop : .lookAtQueue
      process.forget()
    case .lookAtQueue:
      touchDrain(process)
      process.step = queue.isEmpty ? .lookAtEntries : .lookBeforeEntry
      if offers > 0 && hasNews { interrupt(&process) }
    case .lookAtEntries:
      let hasNext = word.isDisjoint(with: .suspended) && word.contains(.entries)
      process.step = hasNext ? .lookBeforeEntry : .lookAtSignals
    case .lookBeforeEntry:
      let attends = !word.isDisjoint(with: [.stopped, .requests, .suspended])
      process.next = attends ? .lookAtSuspension : .done
      process.step = attends ? .attendLock : .lookForNext
    case .lookForNext:
      touchQueue(process)
      process.step = queue.isEmpty ? .inboxLock : .pop
    case .pop:
      touchQueue(process)
      process.entry = queue.removeFirst()
      process.step = .take
    case .take: take(&process)
    default:
      touchDrain(process)
      process.next = mustAttend ? .lookAtQueue : .done
      process.step = mustAttend ? .attendLock : .rest
    }
  }

  /// NB: the two looks of `Drain.mustAttend` count as one, because `stopped` is never lowered, and the
  /// drain alone lowers `requests`.
  private var mustAttend: Bool {
    word.contains(.requests) || word.contains(.stopped) && !engineStopped
  }

  /// Reduces or drops an event; notes a fact.
  private mutating func take(_ process: inout Process) {
    touchDrain(process)
    process.step = .lookAtQueue
    guard case .event(let event, let earlier) = process.entry else {
      bodies -= 1
      return
    }
    process.forget()
    if (earlier & ~taken) | (event & taken) != 0 { fail(.takesOutOfOrder) }
    taken |= event
    noteTaken(event)
  }

  // MARK: The inbox

  mutating func stepInbox(_ process: inout Process) {
    let late = mutant == .lowersEntriesAfterUnlocking
    switch process.step {
    case .inboxLock: process.step = mutant == .takesNextWithoutLook ? .inboxMove : .inboxLook
    case .inboxLook:
      let isClosed = word.contains(.suspended) || word.contains(.stopped) && !engineStopped
      process.step = isClosed ? .inboxUnlock : .inboxMove
    case .inboxMove:
      touchShared(process)
      touchDrain(process)
      queue += inbox
      inbox = []
      process.step = late ? .inboxUnlock : .inboxLower
    case .inboxLower:
      word.remove(.entries)
      process.step = late ? .pop : .inboxUnlock
    default:
      unlock(process)
      process.step = queue.isEmpty ? .lookAtQueue : late ? .inboxLower : .pop
    }
  }

  // MARK: Requests and the stop

  mutating func stepAttending(_ process: inout Process) {
    let late = mutant == .lowersRequestsAfterUnlocking
    switch process.step {
    case .attendLock: process.step = late ? .attendMove : .attendLower
    case .attendLower:
      word.remove(.requests)
      process.step = late ? .attendStop : .attendMove
    case .attendMove:
      touchShared(process)
      (process.requests, requests) = (requests, [])
      process.step = .attendUnlock
    case .attendUnlock:
      unlock(process)
      process.step = late ? .attendLower : .attendStop
    case .attendStop: attendStop(&process)
    case .attend: attend(&process)
    default:
      process.step = mustAttend ? .attendLock : process.next
      if process.step != .attendLock { process.next = .done }
    }
  }

  private mutating func attendStop(_ process: inout Process) {
    touchDrain(process)
    if word.contains(.stopped) { engineStopped = true }
    process.step = process.requests.isEmpty ? .attendAgain : .attend
  }

  private mutating func attend(_ process: inout Process) {
    touchDrain(process)
    for request in process.requests {
      let waiter: UInt8 = 1 << request.process
      attended += 1
      switch request.call {
      case .wait: called |= waiter
      case .waitInTask: awaiting |= waiter
      case .withdraw: withdraw(waiter)
      default: break
      }
    }
    process.requests = []
    process.step = .attendAgain
  }

  private mutating func withdraw(_ waiter: UInt8) {
    called &= ~waiter
    awaiting &= ~waiter
    withdrawn |= waiter
  }
}
