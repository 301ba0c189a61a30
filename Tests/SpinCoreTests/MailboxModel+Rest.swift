/// How a turn ends: see `Drain.rest` and `Mailbox.giveBackStopped`.
extension MailboxModel {
  mutating func stepResting(_ process: inout Process) {
    switch process.step {
    case .rest: rest(&process)
    case .giveBack: giveBack(&process)
    default:
      touchDrain(process)
      process.finishCall()
    }
  }

  private mutating func rest(_ process: inout Process) {
    touchDrain(process)
    guard engineStopped else {
      process.step = .giveBack
      return
    }
    if bodies == 0 {
      if called != 0 {
        tell(called)
        called = 0
        process.step = .lookAtQueue
        return
      }
      (process.awaited, awaiting) = (awaiting, 0)
    }
    process.keepsLoop = called | awaiting != 0 && mutant != .letsGoDespiteWaiter
    if mutant == .releasesBeforeGivingBack && !process.keepsLoop { releaseLoop() }
    process.step = mutant == .givesBackStoppedWithoutLock ? .stoppedCheck : .stoppedLock
  }

  private mutating func giveBack(_ process: inout Process) {
    let rests: Bool
    switch mutant {
    case .givesBackByStore:
      rests = true
      word = []
    case .givesBackIgnoringEntries:
      rests = word.subtracting(.entries) == .busy
      if rests { word.remove(.busy) }
    default:
      rests = word == .busy
      if rests { word = [] }
    }
    guard rests else {
      process.step = .lookBeforeGivingBack
      return
    }
    disown(process)
    if mutant == .touchesAfterGivingBack {
      process.step = .touchAgain
    } else {
      process.finishCall()
    }
  }

  // MARK: Resting after a stop

  mutating func stepStopped(_ process: inout Process) {
    switch process.step {
    case .stoppedLock: process.step = .stoppedCheck
    case .stoppedCheck:
      let rests = word == [.busy, .stopped] || mutant == .givesBackStoppedWithoutLook
      process.step = rests ? .stoppedLetGo : .stoppedUnlock
    case .stoppedLetGo:
      touchShared(process)
      touchDrain(process)
      isOver = !process.keepsLoop && holdsLoop
      process.releases = isOver
      if isOver { holdsLoop = false }
      process.step = .stoppedStore
    case .stoppedStore:
      word = mutant == .givesBackStoppedAsIdle ? [] : .stopped
      disown(process)
      process.step = .stoppedUnlock
    case .stoppedUnlock: unlockStopped(&process)
    default:
      tell(process.awaited)
      process.awaited = 0
      leaveTurn(&process)
    }
  }

  private mutating func unlockStopped(_ process: inout Process) {
    unlock(process)
    if owner == process.id {
      touchDrain(process)
      awaiting |= process.awaited
      process.awaited = 0
      process.step = .lookAtQueue
    } else if process.awaited != 0 {
      process.step = .tell
    } else {
      leaveTurn(&process)
    }
  }

  private mutating func leaveTurn(_ process: inout Process) {
    if process.releases && mutant != .releasesBeforeGivingBack {
      process.step = .release
    } else {
      process.finishCall()
    }
  }

  private mutating func tell(_ waiters: UInt8) {
    if told & waiters != 0 { fail(.tellsTwice) }
    told |= waiters
  }

  // MARK: The end of the loop

  mutating func stepEnding(_ process: inout Process) {
    switch process.step {
    case .release:
      releaseLoop()
      if references == 0 { process.step = .abandonLock } else { process.finishCall() }
    case .abandonLock: process.step = .abandon
    case .abandon:
      touchShared(process)
      isGone = true
      inbox = []
      process.step = .abandonUnlock
    default:
      unlock(process)
      process.finishCall()
    }
  }
}
