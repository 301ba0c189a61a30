internal import Synchronization

/// The moments at which a mailbox accepted events, for a loop that drops repeats.
///
/// ```
/// inbox   a  f  b        accepted   a b
/// queue   c  i  d  i     taken      c d     immediate   i i
/// ```
///
/// Events from outside and from effects are taken in the order in which they were accepted, and
/// immediate ones in the order of their steps, so each has a ring. Facts without an event have no time.
@usableFromInline
final class EventTimes: Sendable {
  private let scheduler: any SpinScheduler
  /// When the run was started: the time of the immediate events of transition 0, which precede all that
  /// was accepted meanwhile.
  fileprivate let start: Duration
  /// The times that came with the inbox, and those of events that the drain has taken from it already.
  @exclusivity(unchecked) fileprivate nonisolated(unsafe) var accepted = RingBuffer<Duration>()
  // Guard: the lock of the mailbox.
  /// The times that the drain has taken from there.
  @exclusivity(unchecked) fileprivate nonisolated(unsafe) var taken = RingBuffer<Duration>()
  // Guard: the owner of the drain.
  /// The times of immediate events.
  @exclusivity(unchecked) fileprivate nonisolated(unsafe) var immediate = RingBuffer<Duration>()
  // Guard: the owner of the drain.
  /// The time of the event that was taken last.
  @exclusivity(unchecked) private nonisolated(unsafe) var newest: Duration?
  // Guard: the owner of the drain.

  @usableFromInline
  init(_ scheduler: any SpinScheduler) {
    self.scheduler = scheduler
    start = scheduler.now
  }

  fileprivate var now: Duration { scheduler.now }

  /// Returns the time of an event that is taken.
  ///
  /// NB: a thread looks at the clock before it has the lock, so a later event may have an earlier time;
  /// it was accepted after the one before it all the same.
  fileprivate func advance(to time: Duration) -> Duration {
    let time = newest.map { max($0, time) } ?? time
    newest = time
    return time
  }
}

extension Mailbox {
  /// Takes an event together with its time.
  @usableFromInline @inline(never)
  func postTimed(_ tag: EntryTag, _ event: Event) -> EmitResult {
    switch enqueueTimed(Entry(tag, event)) {
    case .refused, .untimed: return refuse(tag, event, .stopped)
    case .queued: break
    case .wakes: wake()
    }
    return .accepted
  }

  /// Takes an event together with its time from the end of a body's task.
  @usableFromInline @inline(never)
  func postLastTimed(_ tag: EntryTag, _ event: Event?) -> Turn? {
    switch enqueueTimed(Entry(tag, event)) {
    case .refused, .untimed: return postLast(tag, event)
    case .queued: return nil
    case .wakes: return turn
    }
  }

  /// NB: the clock may be the user's, and is read outside of the lock.
  private func enqueueTimed(_ entry: Entry<Event>) -> Enqueued {
    guard let times else { unreachable("a mailbox without times is asked for one") }
    let now = times.now
    return shared.withLock { shared in
      let signals = word.load(ordering: .relaxed) & (Self.stopped | Self.suspended)
      if signals == Self.stopped { return .refused }
      times.accepted.append(now)
      shared.inbox.append(entry)
      return signals == Self.suspended ? raiseQuietly(Self.entries) : raise(Self.entries)
    }
  }

  /// Moves the inbox to the end of the queue, and notes the time of events that are to follow it there.
  func takeInbox(before count: Int) {
    guard let times else { unreachable("a mailbox without times is asked for one") }
    let now = times.now
    shared.withLock { shared in
      shared.inbox.move(to: &queue)
      lower(Self.entries)
      for _ in 0..<count { times.accepted.append(now) }
    }
  }

  /// Notes the time of the newest immediate events, which a step has put at the end of the queue.
  func noteTimes(ofImmediates count: Int, areFirst: Bool) {
    guard let times else { return }
    let now = areFirst ? times.start : times.now
    for _ in 0..<count { times.immediate.append(now) }
  }

  /// Takes the time of the event that was taken; each is asked for once.
  @usableFromInline
  func takeTime(isImmediate: Bool) -> Duration {
    guard let times, let time = isImmediate ? times.immediate.popFirst() : takeAccepted(times)
    else { unreachable("an event is taken that has no time") }
    return times.advance(to: time)
  }

  private func takeAccepted(_ times: EventTimes) -> Duration? {
    if times.taken.isEmpty {
      times.taken.releaseBurst()
      shared.withLock { _ in times.accepted.move(to: &times.taken) }
    }
    return times.taken.popFirst()
  }

  /// Gives the ownership of the drain back, as ``giveBack()`` does, if the mailbox keeps times.
  @usableFromInline @inline(never)
  func giveBackTimed() -> Bool {
    times != nil
      && word.compareExchange(
        expected: Self.busy | Self.timed, desired: Self.timed, successOrdering: .releasing,
        failureOrdering: .relaxed
      ).exchanged
  }
}
