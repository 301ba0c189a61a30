extension MailboxModel {
  /// What a process may do.
  ///
  /// Requests need the handle, the rest only the mailbox.
  enum Call: UInt8, Sendable {
    case begin, emit, fact, stop, isStopped
    /// Emits an event that replaces those in the inbox.
    case replace
    case join, wait, waitInTask, withdraw
    case suspend, resume
    /// Drops the handle; the last one stops the loop, and then lets it go.
    case drop, letGo

    var firstStep: Step {
      switch self {
      case .begin: .begin
      case .emit, .replace: .takeIdle
      case .fact: .postLock
      case .stop: .stopLock
      case .isStopped: .readStopped
      case .join, .wait, .waitInTask, .withdraw: .askLock
      case .suspend: .suspendLock
      case .resume: .resumeLock
      case .drop: .drop
      case .letGo: .release
      }
    }
  }

  /// The access that a process makes next.
  enum Step: UInt8 {
    case begin, takeIdle, takeSeenIdle, appendToQueue, readStopped, drop
    case postLock, postCheck, postAppend, postEarlyUnlock
    case stopLock, stopCheck
    case askLock, askAppend, askBringBack
    case look, raise, raiseRest, unlock
    case wake, lookAtQueue, lookAtEntries, lookBeforeEntry, lookForNext, pop, take, lookAtSignals
    case inboxLock, inboxLook, inboxMove, inboxLower, inboxUnlock
    case attendLock, attendLower, attendMove, attendUnlock, attendStop, attend, attendAgain
    case suspendLock, suspendRaise, raiseQuietly, resumeLock, resumeLower
    case lookAtSuspension, lookAtStop
    case rest, giveBack, touchAgain
    case lookBeforeGivingBack, suspendedLock, suspendedCheck, suspendedUnlock
    case stoppedLock, stoppedCheck, stoppedLetGo, stoppedStore, stoppedUnlock, tell, release
    case abandonLock, abandon, abandonUnlock
    case offerLock, offer, offerUnlock, takeBackLock, takeBack, takeBackUnlock
    case done

    /// Whether the step waits for the lock.
    var locks: Bool {
      switch self {
      case .postLock, .stopLock, .askLock, .inboxLock, .attendLock, .stoppedLock, .abandonLock,
        .suspendLock, .resumeLock, .suspendedLock, .offerLock, .takeBackLock:
        true
      default: false
      }
    }
  }

  enum Entry: Hashable {
    /// An event, by its bit, and the events that were accepted before its call began.
    case event(UInt32, after: UInt32)
    case fact
  }

  struct Request: Hashable {
    let call: Call
    let process: UInt8
  }

  /// A thread, with what it keeps on its stack.
  struct Process: Hashable {
    let id: UInt8
    var calls: [Call]
    var step: Step
    var events: UInt8 = 0
    var entry = Entry.fact
    var requests: [Request] = []
    /// The tasks to resume when the drain is given back.
    var awaited: UInt8 = 0
    var signal: Word = []
    var wakes = false
    /// Whether the access that raises the signal lowers `suspended`.
    var endsSuspension = false
    var isRefused = false
    var keepsLoop = false
    var releases = false
    /// Whether nobody has taken the drain that was offered.
    var takesBack = false
    /// Whether the emit began when `stop` had returned.
    var comesLate = false
    /// Whether the event has passed by the list.
    var isPassing = false
    /// Where the turn goes on after it has attended to requests.
    var next = Step.done

    init(_ id: UInt8, _ calls: [Call]) {
      self.id = id
      self.calls = calls
      step = calls.first?.firstStep ?? .done
    }

    var bit: UInt8 { 1 << id }

    /// The bit of the next event: each process has four.
    var nextEvent: UInt32 { 1 << UInt32(id * 4 + events) }

    /// Forgets what no longer matters, so that states are equal that differ only in it.
    mutating func forget() {
      (entry, signal, next) = (.fact, [], .done)
      (wakes, isRefused, comesLate, keepsLoop, releases) = (false, false, false, false, false)
      (endsSuspension, isPassing) = (false, false)
    }

    mutating func finishCall() {
      calls.removeFirst()
      step = calls.first?.firstStep ?? .done
      forget()
    }
  }
}
