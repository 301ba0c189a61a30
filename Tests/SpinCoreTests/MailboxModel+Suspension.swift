/// A loop that takes no entries: see `Mailbox.suspend`.
extension MailboxModel {
  mutating func stepSuspending(_ process: inout Process) {
    switch process.step {
    case .suspendLock: process.step = .suspendRaise
    case .suspendRaise:
      if !word.contains(.stopped) {
        word.insert(.suspended)
        hold(true)
      }
      process.step = .unlock
    case .raiseQuietly:
      word.insert(.entries)
      process.step = .unlock
    case .resumeLock: process.step = .resumeLower
    default:
      let resumes = word.contains(.suspended)
      process.signal = .requests
      process.endsSuspension = true
      process.step = resumes ? .look : .unlock
      guard resumes && mutant == .resumesWithoutWaking else { return }
      word.remove(.suspended)
      hold(false)
      process.step = .unlock
    }
  }

  /// See `Loop.turn`.
  mutating func stepTurnOfSuspended(_ process: inout Process) {
    switch process.step {
    case .lookAtSuspension:
      let looksOnce = mutant == .looksOnceBeforeEntry
      process.step =
        word.contains(.suspended) ? .lookAtSignals : looksOnce ? .lookForNext : .lookAtStop
    default:
      touchDrain(process)
      process.step = word.contains(.stopped) && !engineStopped ? .lookAtQueue : .lookForNext
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
