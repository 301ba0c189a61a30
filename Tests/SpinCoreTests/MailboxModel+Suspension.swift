/// A loop that takes no entries: see `Mailbox.suspend`.
extension MailboxModel {
  mutating func stepSuspending(_ process: inout Process) {
    switch process.step {
    case .suspendLock: process.step = .suspendRaise
    case .suspendRaise:
      if !word.contains(.stopped) { word.insert(.suspended) }
      process.step = .unlock
    case .raiseQuietly:
      word.insert(.entries)
      process.step = .unlock
    case .resumeLock: process.step = .resumeLower
    default:
      let resumes = word.contains(.suspended)
      word.remove(.suspended)
      process.signal = .requests
      process.step = resumes && mutant != .resumesWithoutWaking ? .look : .unlock
    }
  }

  /// See `Loop.turn`.
  mutating func stepTurnOfSuspended(_ process: inout Process) {
    let isSuspended = word.contains(.suspended)
    switch process.step {
    case .lookAtSuspension: process.step = isSuspended ? .lookAtSignals : .pop
    case .lookBeforeInbox: process.step = isSuspended ? .lookAtLeft : .inboxLock
    case .lookAtLeft:
      touchDrain(process)
      process.step = queue.isEmpty ? .rest : .lookBeforeLeft
    default: process.step = isSuspended ? .rest : .lookAtQueue
    }
  }

  /// See `Mailbox.giveBackSuspended`.
  mutating func stepRestingSuspended(_ process: inout Process) {
    switch process.step {
    case .lookBeforeGivingBack:
      process.step = word.contains(.suspended) ? .suspendedLock : .lookAtQueue
    case .suspendedLock: process.step = .suspendedCheck
    case .suspendedCheck:
      process.step = .suspendedUnlock
      // NB: whoever resumes lowers `suspended` and raises `requests`, so one of the looks would do.
      let looks = mutant != .givesBackSuspendedWithoutLook
      let hasRequests = word.contains(.requests) && mutant != .givesBackSuspendedIgnoringRequests
      if looks && (!word.contains(.suspended) || hasRequests) { return }
      if word.contains(.stopped) { return }
      word.remove(.busy)
      disown(process)
    default:
      unlock(process)
      if owner == process.id { process.step = .lookAtQueue } else { process.finishCall() }
    }
  }
}
