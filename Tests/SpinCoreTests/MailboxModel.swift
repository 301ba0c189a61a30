/// The ownership protocol of `Mailbox`, as a value: what its threads share, and where each is.
///
/// Every atomic access, every lock and unlock, and every plain access to what the drain or the lock
/// guards is a step of its own, so that ``MailboxExplorer`` can try every order of them.
///
/// NB: the model has to be changed with the mailbox; nothing compares the two. It leaves out:
/// - the orderings of the atomics: each access is seen by all at once;
/// - loads whose outcome no longer matters;
/// - turns that a runtime runs elsewhere: whoever wins the ownership runs the turn;
/// - what the user's closures call inside a turn;
/// - `inboxOnly`, with which the drain takes one entry of the inbox at a time, and no emitter finds the mailbox
///   idle without the lock, unless its event passes by the list;
/// - what is due at home, and who takes it: `HomeTests` have threads that meet there;
/// - the first transition, and the memory of bursts.
struct MailboxModel: Hashable {
  struct Word: OptionSet, Hashable {
    let rawValue: UInt8

    static let busy = Word(rawValue: 1)
    static let entries = Word(rawValue: 2)
    static let requests = Word(rawValue: 4)
    static let stopped = Word(rawValue: 8)
    static let suspended = Word(rawValue: 16)
  }

  let mutant: MailboxMutant?
  /// Whether an event that finds the mailbox idle passes by the list: its step is made without a look.
  let passes: Bool
  /// How often a turn may still be interrupted while something waits that others have added.
  var offers: UInt8
  var word: Word = []
  var processes: [Process]
  var violation: Violation?

  /// The process that holds the lock.
  var holder: UInt8?
  // Guard: the holder of the lock.
  var inbox: [Entry] = []
  var requests: [Request] = []
  var isOver = false
  var isGone = false

  /// The process that was told to own the drain, and has not given it back.
  var owner: UInt8?
  // Guard: the owner of the drain.
  var queue: [Entry] = []
  /// Whether the mailbox has its reference to the loop.
  var holdsLoop = true
  var engineStopped = false
  var bodies: UInt8
  /// Waiters for the end, a bit for each process: those whom the drain calls, and the tasks.
  var called: UInt8 = 0
  var awaiting: UInt8 = 0

  /// The references to the loop: the mailbox's, and the one of the handle.
  var references: UInt8
  /// How many processes share the handle.
  ///
  /// It is kept for good if none of them drops it.
  var users: UInt8

  // What has happened, to compare with what was promised: events and waiters are bits.
  var accepted: UInt32 = 0
  var refused: UInt32 = 0
  var taken: UInt32 = 0
  var asked: UInt8 = 0
  var attended: UInt8 = 0
  var waited: UInt8 = 0
  var told: UInt8 = 0
  var withdrawn: UInt8 = 0
  /// Whether a call of `stop` may have returned.
  var stopReturned = false
  /// Whether the loop was suspended and not resumed; a stop leaves it so.
  var isHeld = false
  /// Whether the loop was neither held nor stopped at some time since the turn began or took an entry.
  var wasOpen = true
  /// The events that were accepted while the loop was held.
  var heldEvents: UInt32 = 0

  init(_ scene: MailboxScene, _ mutant: MailboxMutant? = nil) {
    self.mutant = mutant
    passes = scene.passes
    bodies = scene.bodies
    offers = scene.offers
    processes = scene.programs.indices.map { Process(UInt8($0), scene.programs[$0]) }
    users = max(1, UInt8(scene.programs.count { $0.contains(.drop) }))
    references = 2
    guard let beginner = scene.programs.firstIndex(where: { $0.first == .begin }) else { return }
    (word, owner, holdsLoop, references) = (.busy, UInt8(beginner), false, 1)
  }

  /// Hashes what tells most states apart: to hash all takes longer than to make the steps.
  func hash(into hasher: inout Hasher) {
    for process in processes {
      let flags: UInt64 = (process.wakes ? 1 : 0) | (process.comesLate ? 2 : 0)
      let place: UInt64 = UInt64(process.step.rawValue) << 8 | UInt64(process.signal.rawValue)
      let calls: UInt64 = UInt64(process.events) << 8 | UInt64(process.calls.count)
      hasher.combine(flags << 32 | place << 16 | calls)
    }
    hasher.combine(UInt64(accepted) << 32 | UInt64(taken))
    hasher.combine(UInt64(refused) << 32 | UInt64(heldEvents))
    let flags: UInt64 =
      (wasOpen ? 1 : 0) | (isHeld ? 2 : 0) | (stopReturned ? 4 : 0) | (holdsLoop ? 8 : 0)
    let protocolBits: UInt64 =
      flags << 24 | UInt64(word.rawValue) << 16 | UInt64(called ^ awaiting) << 8
    let loopBits: UInt64 = UInt64(references) << 8 | UInt64(attended)
    let waiting: UInt64 =
      UInt64(requests.count) << 16 | UInt64(inbox.count) << 8 | UInt64(queue.count)
    hasher.combine(protocolBits << 16 | loopBits)
    hasher.combine(waiting)
  }
}

/// What the threads of one model do, how many effects run that will report their end, how often a turn
/// is interrupted, to be offered to another thread, and whether events pass by the list.
struct MailboxScene: CustomStringConvertible, Sendable {
  let description: String
  let bodies: UInt8
  let offers: UInt8
  let passes: Bool
  let programs: [[MailboxModel.Call]]

  init(
    _ description: String, bodies: UInt8 = 0, offers: UInt8 = 0, passes: Bool = false,
    _ programs: [MailboxModel.Call]...
  ) {
    self.description = description
    self.bodies = bodies
    self.offers = offers
    self.passes = passes
    self.programs = programs
  }
}

/// A change of the protocol that must be noticed.
///
/// NB: to raise before the append, in the same section, is no mistake: the drain takes nothing
/// until the lock is free.
enum MailboxMutant: CaseIterable, Sendable {
  // The drain rests.
  case givesBackByStore, givesBackIgnoringEntries, touchesAfterGivingBack
  // The drain rests after a stop.
  case givesBackStoppedWithoutLock, givesBackStoppedWithoutLook, givesBackStoppedAsIdle
  case letsGoDespiteWaiter, releasesBeforeGivingBack
  // An emitter finds the mailbox idle.
  case takesIdleWithoutBusy, takesIdleInTwoAccesses, passesWhileClosed
  // An emitter finds it busy.
  case acceptsAlways, raisesBeforeLocking, raisesAfterUnlocking, raisesNoBusy, raisesBusyFirst
  case skipsIfBusy
  // The drain takes what waits.
  case lowersEntriesAfterUnlocking, lowersRequestsAfterUnlocking
  // Others stop the loop, or come late.
  case stopsWithoutOwning, stopsWithoutWaking
  case lateRequestLeavesLoopAway, lateRequestForgetsEntries
  case lateFactWakes, lateFactIsKeptForGone
  // The loop is suspended.
  case resumesWithoutWaking, stopsSuspended, givesBackSuspendedWithoutLook
  case givesBackSuspendedIgnoringRequests, stopsInTwoAccesses, looksOnceBeforeEntry
  case takesNextWithoutLook
  // The drain is offered to others.
  case offersWithoutNews, leavesOffer, takesBackWithoutLook
}
