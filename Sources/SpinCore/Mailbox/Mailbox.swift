internal import Synchronization

/// The way into a loop: the entries and requests that wait for it, and the ownership of its drain.
///
/// A mailbox knows no state, so an emitter that keeps a mailbox keeps no state either. One thread
/// at a time owns the drain of the loop. It takes the ownership with the first entry of an idle
/// mailbox, makes all steps, and gives the ownership back when nothing is left to do. The protocol
/// uses the lowest bits of ``word``:
///
/// ```
///            emitter: 0 → busy, by a swap from exactly 0
///   idle ────────────────────────────────────────────────▶ busy
///     0  ◀──────────────────────────────────────────────── (entries, requests)
///            drain: busy → 0, by a swap from exactly busy
/// ```
///
/// - An emitter that finds the mailbox busy appends its entry to the inbox under the lock, and then
///   raises `entries` and `busy` in one access, still under the lock. If `busy` was not raised
///   before, the drain has rested in the meantime, and the emitter is its next owner.
/// - The drain lowers `entries` under the lock, in the section that empties the inbox; `requests`
///   likewise. It gives `busy` back only by a swap that fails if anything else is raised:
///
/// ```
/// drain                              emitter
/// busy → 0, exactly                  |
///                                    lock: append, raise: not busy before → owns the drain
/// ```
///   If the emitter is first, the swap fails and the drain sees the entry.
/// - A loop has a *home* if its runtime can tell whether the calling code runs where turns run.
/// - `inboxOnly` makes the word of a mailbox whose ``Inbox`` is a list, or whose loop has a home, differ
///   from 0 and `busy` for good: such a mailbox never takes the fast path, whose cost for other
///   mailboxes stays the same. A list has a fast path of its own, see ``takeIdlePassingList(at:)``.
/// - `stopped` is never lowered. From then on `busy` is given back under the lock, because the
///   mailbox may have to give up the loop in the same section, see ``giveBackStopped(keepsLoop:)``.
/// - `suspended` keeps the mailbox from being idle, so that emitters append to the inbox, and keeps
///   entries from raising `busy`. The drain leaves waiting entries where they are and gives `busy`
///   back under the lock. ``resume()`` raises `requests`, and a stop raises `stopped`, in the same
///   access that lowers `suspended`: a drain that sees neither may take an entry.
package final class Mailbox: Sendable {
  /// A thread owns the drain, or is about to.
  static var busy: UInt8 { 1 }
  /// The inbox is not empty.
  static var entries: UInt8 { 2 }
  /// A request, or another reason to attend, waits for the drain.
  static var requests: UInt8 { 4 }
  /// The loop has been told to stop.
  static var stopped: UInt8 { 8 }
  /// The drain must take no entries; never raised together with `stopped`.
  static var suspended: UInt8 { 16 }
  /// No entry takes the usual fast path, see ``isInboxOnly``; raised from the beginning.
  static var inboxOnly: UInt8 { 32 }

  /// The content that is accessed under the lock.
  struct Shared: ~Copyable, Sendable {
    var inbox: Inbox
    /// Whether the mailbox has given up the loop.
    var isOver = false
    /// Whether the loop is gone, so that no entry will ever be taken.
    var isGone = false
    /// Whether the loop was told to stop because its last handle was released.
    var isReleased = false
    /// Whether the gate of the loop suspends it.
    var isBehind = false
    /// How many other suspensions have not ended.
    var suspensions: UInt32 = 0
    var requests = RingBuffer<LoopRequest>()
    /// Whether the runtime has a turn that it has not begun, if the loop has a home.
    var isScheduled = false
    /// Watches whether other threads add something while one thread makes steps for long; `nil` for most
    /// loops.
    var watch: LenderWatch?
    /// Made for a run that has an `onDrop`, or for the first event that is awaited.
    var extras: Extras?

    init(_ events: TypeOps, _ list: InboxList?, _ onDrop: DropReport?) {
      inbox = Inbox(events, list)
      if let onDrop { extras = Extras(onDrop) }
    }
  }

  /// What few mailboxes need.
  final class Extras: Sendable {
    /// Called with every event that is not reduced, while the loop exists.
    @safe nonisolated(unsafe) var onDrop: DropReport?
    /// The tickets of awaited events, by the numbers in the events' tags.
    @safe @exclusivity(unchecked) nonisolated(unsafe) var tickets = SerialList<EventTicket>()
    @safe @exclusivity(unchecked) nonisolated(unsafe) var newestTicket: UInt64 = 0
    /// Why the loop was told to stop, if it has failed.
    @safe @exclusivity(unchecked) nonisolated(unsafe) var failure: (any Error)?
    // Guard: the lock of the mailbox.

    init(_ onDrop: DropReport?) {
      self.onDrop = onDrop
    }
  }

  // The properties that emitters write come first and those that the drain writes last, with rarely
  // written ones between them. They are then on different cache lines, which halves the time of an
  // event from outside.

  let shared: Guarded<Shared>
  let events: TypeOps
  /// The names of the feedbacks, for origins.
  let names: [String?]
  /// The list of the inbox, if there is a bound or the loop keeps times.
  let list: InboxList?
  let word: Atomic<UInt8>
  /// Whether a turn is due: the drain has an owner, and no thread has begun the turn.
  let isDue = Atomic(false)
  /// Whether the run has an `onDrop`.
  let hasOnDrop: Bool
  /// Whether the runtime can tell where its turns run, so that an `emit` there may make steps.
  let hasHome: Bool
  /// Whether the inbox has the memory of a burst.
  @safe nonisolated(unsafe) var inboxIsBurst = false
  // Guard: the owner of the drain.

  /// The loop, from ``begin(_:)`` until it has stopped, rests, and no waiter waits for its end.
  ///
  /// A counted reference, which ``begin(_:)`` and ``ask(_:of:)`` retain and the last turn gives up.
  /// ``ask(_:of:)`` sets it under the lock, when no thread owns the drain any more.
  @safe nonisolated(unsafe) var loop: Uncounted<TurnOwner>?
  // Guard: the owner of the drain.

  /// The entries that were taken from the inbox, and the immediate events.
  @safe @exclusivity(unchecked) nonisolated(unsafe) var queue: EntryRing
  // Guard: the owner of the drain.

  init(
    _ events: TypeOps, names: [String?], onDrop: DropReport?, list: InboxList? = nil,
    hasHome: Bool = false
  ) {
    self.events = events
    self.names = names
    queue = EntryRing(events)
    hasOnDrop = onDrop != nil
    self.list = list
    self.hasHome = hasHome
    word = Atomic(list == nil && !hasHome ? Self.busy : Self.busy | Self.inboxOnly)
    shared = Guarded(Shared(events, list, onDrop))
  }
}

// MARK: - Putting something in

extension Mailbox {
  /// Takes an event, and makes its step or has the runtime make it.
  ///
  /// - Parameters:
  ///   - tag: The tag of the entry.
  ///   - event: The event.
  ///   - hasRoom: Whether there is always room for the event.
  ///   - site: The call that emits the event.
  /// - Returns: The result for the emitter.
  func post(
    _ tag: EntryTag, taking event: EventPlace, hasRoom: Bool = false, at site: CodeSite = .unknown
  ) -> EmitResult {
    if takeIdle() || isIdleInboxOnly && takeIdlePassingList(at: site) {
      queue.append(tag, taking: event)
      wake()
      return .accepted
    }
    let enqueued = enqueue(tag, taking: event, hasRoom: hasRoom, at: site)
    return carryOut(enqueued) { refuse(tag, taking: event, $0, at: site) } ?? .accepted
  }

  /// Takes a fact or an input.
  @discardableResult
  func post(_ tag: EntryTag) -> EmitResult {
    carryOut(enqueue(tag)) { .dropped($0) } ?? .accepted
  }

  /// Starts a turn if the caller owns the drain now.
  ///
  /// - Returns: The result for the emitter, from `refuse` if the entry was refused; `nil` if the sender
  ///   waits.
  func carryOut(_ enqueued: Enqueued, refuse: (DropReason) -> EmitResult) -> EmitResult? {
    switch enqueued {
    case .refused(let reason): return refuse(reason)
    case .waits: return nil
    case .queued: break
    case .wakes: wake()
    }
    return .accepted
  }

  /// Takes the last event or fact of a body, at the end of its task.
  ///
  /// - Returns: The turn, if the runtime must run one.
  func postLast(_ tag: EntryTag, _ event: (any EventValue)?) -> Turn? {
    let result =
      event?.withPlace { event -> Enqueued in
        let result = enqueue(tag, taking: event)
        guard case .refused(let reason) = result else { return result }
        _ = refuse(tag, taking: event, reason)
        return enqueue(tag.with(.bodyEnded))
      } ?? enqueue(tag)
    switch result {
    case .refused, .waits: unreachable("the last entry of an effect finds no room")
    case .queued: return nil
    case .wakes: return dueTurn
    }
  }

  /// Appends an entry to the inbox, unless it is an event or an input and the loop has stopped, or
  /// there is no room.
  ///
  /// - Parameters:
  ///   - tag: The tag of the entry.
  ///   - event: The event, which is taken unless the entry is refused or finds no room; `nil` for a
  ///     fact, and if a sender has the event.
  ///   - hasRoom: Whether there is always room for the entry.
  ///   - sender: The sender that waits if there is no room; `nil` if none may wait.
  ///   - site: The call that emits the event.
  /// - Returns: The result of adding the entry.
  func enqueue(
    _ tag: EntryTag, taking event: EventPlace? = nil, hasRoom: Bool = false,
    from sender: WaitingSender? = nil, at site: CodeSite = .unknown
  ) -> Enqueued {
    if let list {
      return enqueue(tag, taking: event, hasRoom: hasRoom, from: sender, at: site, in: list)
    }
    return enqueue(tag, taking: event) { inbox in
      inbox.append(tag, taking: event)
      return nil
    }
  }

  private func enqueue(
    _ tag: EntryTag, taking event: EventPlace?, hasRoom: Bool, from sender: WaitingSender?,
    at site: CodeSite, in list: InboxList
  ) -> Enqueued {
    if list.hasKeys { ThreadFrame.checkMayUseLoops() }
    let entry = sender?.entry ?? list.entry(tag, event, hasRoom: hasRoom)
    var displaced: EntryList.Displaced?
    let result = enqueue(tag, taking: event) { inbox in
      inbox.add(entry, taking: event, from: sender, at: site, displacing: &displaced)
    }
    withExtendedLifetime(entry) {}  // A key must not be released under the lock.
    if let displaced { drop(displaced) }
    return result
  }

  /// Calls a closure under the lock, which adds an entry to the inbox unless that has no room, and
  /// raises the signals of the entry.
  @inline(__always)
  private func enqueue(
    _ tag: EntryTag, taking event: EventPlace?, _ add: (inout Inbox) -> Enqueued?
  ) -> Enqueued {
    var isForgotten = false
    let result = shared.withLock { shared -> Enqueued in
      let signals = word.load(ordering: .relaxed) & (Self.stopped | Self.suspended)
      if signals & Self.stopped != 0, tag.mayBeReduced { return .refused(.stopped) }
      // A fact that comes after the end is kept for a later wait for `finished`.
      if shared.isGone {
        isForgotten = true
        return .queued
      }
      if let failure = add(&shared.inbox) { return failure }
      if shared.watch?.othersHaveAdded == false { shared.watch?.noteAdder() }
      if signals & Self.suspended != 0 {
        raiseQuietly(Self.entries)
        return .queued
      }
      return !shared.isOver && raise(Self.entries) ? .wakes : .queued
    }
    if isForgotten, let event { events.destroy(event) }
    if case .refused = result, !has(Self.busy | Self.stopped | Self.suspended) { takeOver() }
    return result
  }

  /// Takes a drain that ``handOver()`` offers: this thread has found no room, and its turn makes room.
  @inline(never)
  private func takeOver() {
    let wakes = shared.withLock { _ in
      !has(Self.stopped | Self.suspended) && has(Self.entries) && raise(Self.entries)
    }
    if wakes { wake() }
  }

  /// Raises a signal and `busy`, and returns whether the caller owns the drain now.
  ///
  /// Called under the lock.
  func raise(_ signal: UInt8) -> Bool {
    // While the signal is raised, neither the signal nor `busy` is lowered outside of the lock.
    let both = signal | Self.busy
    if word.load(ordering: .relaxed) & both == both { return false }
    return becomesOwner(word.bitwiseOr(both, ordering: .acquiringAndReleasing).oldValue)
  }

  /// Raises a signal, as ``raise(_:)`` does, and lowers `suspended` in the same access.
  ///
  /// Called under the lock.
  func raiseEndingSuspension(_ signal: UInt8) -> Bool {
    var old = word.load(ordering: .relaxed)
    while true {
      let new = old & ~Self.suspended | signal | Self.busy
      let (isExchanged, seen) = word.compareExchange(
        expected: old, desired: new, ordering: .acquiringAndReleasing)
      if isExchanged { return becomesOwner(old) }
      old = seen  // A thread has taken or given back the ownership of the drain.
    }
  }

  /// Returns whether the caller, which has raised `busy`, owns the drain now.
  ///
  /// If the loop has a home, another thread may take the drain as soon as the lock is released: see
  /// ``dueTurn``.
  private func becomesOwner(_ old: UInt8) -> Bool {
    guard old & Self.busy == 0 else { return false }
    if hasHome { setDue() }
    return true
  }
}

// MARK: - Asking for something

extension Mailbox {
  /// The identity by which the frames of a thread know the loop.
  var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// Whether the loop has been told to stop.
  package var isStopped: Bool { has(Self.stopped) }

  /// Whether events wait, or are being reduced.
  var isAtWork: Bool { has(Self.busy | Self.entries) }

  /// Whether one of the given signals is raised.
  func has(_ signal: UInt8) -> Bool {
    word.load(ordering: .acquiring) & signal != 0
  }

  /// Tells the loop to stop; the first reason counts.
  ///
  /// No event is taken once this returns.
  func stop(because reason: StopReason) {
    ThreadFrame.checkMayUseLoops()
    var senders: [WaitingSender] = []
    let wakes = shared.withLock { shared in
      if word.load(ordering: .relaxed) & Self.stopped != 0 { return false }
      switch reason {
      case .stopped: break
      case .released: shared.isReleased = true
      case .failed(let error): shared.extras.made(Extras(nil)).failure = error
      }
      // The drain drops the events of the waiting senders with the others, in order.
      senders = list?.entries.admitAll() ?? []
      let signals = senders.isEmpty ? Self.stopped : Self.stopped | Self.entries
      return raiseEndingSuspension(signals)
    }
    if !senders.isEmpty { tellOfStop(senders) }
    if wakes { wake() }
  }

  /// Notes that steps of a stopped loop will not be durable; the first error counts.
  func noteFailure(_ error: any Error) {
    shared.withLock { shared in
      if shared.extras?.failure == nil { shared.extras.made(Extras(nil)).failure = error }
    }
  }

  /// Why the loop was told to stop; `nil` if it was not.
  var stopReason: StopReason? {
    shared.withLock { shared in
      if word.load(ordering: .relaxed) & Self.stopped == 0 { return nil }
      if let error = shared.extras?.failure { return .failed(error) }
      return shared.isReleased ? .released : .stopped
    }
  }

  /// Adds a request to the drain; retains the loop again if the mailbox has given it up.
  func ask(_ request: LoopRequest, of loop: TurnOwner) {
    ThreadFrame.checkMayUseLoops()
    let wakes = shared.withLock { shared in
      shared.requests.append(request)
      if shared.watch?.othersHaveAdded == false { shared.watch?.noteAdder() }
      if shared.isOver {
        shared.isOver = false
        self.loop = Uncounted(retaining: loop)
        if !shared.inbox.isEmpty { return raise(Self.entries | Self.requests) }
      }
      return raise(Self.requests)
    }
    if wakes { wake() }
  }

  /// Takes and reports a refused event, and returns the result for its emitter.
  func refuse(
    _ tag: EntryTag, taking event: EventPlace, _ reason: DropReason, at site: CodeSite = .unknown
  ) -> EmitResult {
    defer { events.destroy(event) }
    return refuse(tag, event, reason, at: site)
  }

  /// Reports a refused event, and returns the result for its emitter.
  func refuse(
    _ tag: EntryTag, _ event: EventPlace, _ reason: DropReason, at site: CodeSite = .unknown
  ) -> EmitResult {
    let reason = isStopped ? .stopped : reason
    // An event that `onDrop` itself emits would otherwise be reported to it without end.
    guard hasOnDrop && !ThreadFrame.isReporting(identity) else { return .dropped(reason) }
    // If `onDrop` is gone, the loop has ended in the meantime, and the event counts as stopped.
    return .dropped(report(tag, event, reason, refusedAt: site) ? reason : .stopped)
  }

  /// Reports a refused event that work has kept.
  func refuse(_ tag: EntryTag, _ event: any EventValue, _ reason: DropReason) -> EmitResult {
    event.withPlace { refuse(tag, taking: $0, reason) }
  }

  /// Reports an event that is not reduced to `onDrop`; returns `false` if `onDrop` was released.
  ///
  /// `site` is the call that has emitted a refused event; `nil` for an event that was taken.
  @discardableResult
  func report(
    _ tag: EntryTag, _ event: EventPlace, _ reason: DropReason, refusedAt site: CodeSite? = nil
  ) -> Bool {
    guard let onDrop = shared.withLock({ $0.extras?.onDrop }) else { return false }
    // Inside a reducer, `onDrop` could not read states: it is called after the step.
    if ThreadFrame.reducingLoop != nil {
      let box = EventBox(copying: event, events)
      let cause = ThreadFrame.Thread.current.value.cause.kept
      let report = {
        ThreadFrame.emitting(because: cause) { self.call(onDrop, box.place, reason, tag, site) }
      }
      if ThreadFrame.defers(.call(report)) { return true }
    }
    call(onDrop, event, reason, tag, site)
    return true
  }

  private func call(
    _ onDrop: DropReport, _ event: EventPlace, _ reason: DropReason, _ tag: EntryTag,
    _ site: CodeSite?
  ) {
    ThreadFrame.within(.report, of: identity, on: ThreadFrame.Thread.current) { _ in
      onDrop(event, reason, tag, site)
    }
  }
}

/// The result of adding an entry to a mailbox.
enum Enqueued: Sendable {
  /// It is not in the mailbox: the loop has stopped, or there is no room.
  case refused(DropReason)
  /// It is not in the mailbox: its sender waits for room.
  case waits
  case queued
  /// The caller owns the drain now, and must have a turn run.
  case wakes
}
