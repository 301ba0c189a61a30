public import Synchronization

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
///   and, the other way round, the swap fails and the drain sees the entry.
/// - `listed` makes the word of a mailbox with a ``ListedInbox`` differ from 0 and `busy` for good:
///   such a mailbox never takes the fast path, whose cost for other mailboxes stays the same. Its
///   `entries` is raised as long as the list is not empty.
/// - `stopped` is never lowered. From then on `busy` is given back under the lock, because the
///   mailbox may have to give up the loop in the same section, see ``giveBackStopped(keepsLoop:)``.
/// - `suspended` keeps the mailbox from being idle, so that emitters append to the inbox, and keeps
///   entries from raising `busy`. The drain leaves waiting entries where they are and gives `busy`
///   back under the lock; ``resume()`` raises `requests`.
@usableFromInline
package final class Mailbox<Event: Sendable>: Sendable {
  /// A thread owns the drain, or is about to.
  @usableFromInline static var busy: UInt8 { 1 }
  /// The inbox is not empty.
  @usableFromInline static var entries: UInt8 { 2 }
  /// A request, or another reason to attend, waits for the drain.
  @usableFromInline static var requests: UInt8 { 4 }
  /// The loop has been told to stop.
  @usableFromInline static var stopped: UInt8 { 8 }
  /// The drain must take no entries; never raised together with `stopped`.
  @usableFromInline static var suspended: UInt8 { 16 }
  /// Waiting entries are in a list, see ``ListedInbox``; raised from the beginning.
  @usableFromInline static var listed: UInt8 { 32 }

  /// The content that is accessed under the lock.
  @usableFromInline
  struct Shared: ~Copyable, Sendable {
    @usableFromInline var inbox = RingBuffer<Entry<Event>>()
    // NB: the flags fill the end of the last word of the inbox.
    /// Whether all is over: the mailbox has given up the loop.
    @usableFromInline var isOver = false
    /// Whether the loop is gone, so that no entry will ever be taken.
    @usableFromInline var isGone = false
    @usableFromInline var requests: [LoopRequest] = []
    /// The tickets of awaited events, by the numbers in the events' tags.
    @usableFromInline var tickets: [UInt64: EventTicket] = [:]
    @usableFromInline var newestTicket: UInt64 = 0
    /// Called with every event that is not reduced, while the loop exists.
    @usableFromInline var onDrop: (@Sendable (DroppedEvent<Event>) -> Void)?

    @inlinable
    init(_ onDrop: (@Sendable (DroppedEvent<Event>) -> Void)?) {
      self.onDrop = onDrop
    }
  }

  // The properties that emitters write come first and those that the drain writes last, with rarely
  // written ones between them. They are then on different cache lines, which halves the time of an
  // event from outside.

  @usableFromInline let shared: Guarded<Shared>
  @usableFromInline let functions: LoopFunctions<Event>
  /// The names of the feedbacks, for origins.
  @usableFromInline let names: [String?]
  /// The list in which entries wait, instead of the inbox and the queue, if there is a bound or the
  /// loop keeps times.
  @usableFromInline let listed: ListedInbox<Event>?
  @usableFromInline let word: Atomic<UInt8>
  /// Whether the runtime was given a turn that it has not begun.
  @usableFromInline let isDue = Atomic(false)
  /// Whether the run has an `onDrop`.
  @usableFromInline let hasOnDrop: Bool
  #if DEBUG
    /// Whether the last handle was released before the loop was stopped.
    @usableFromInline let isReleased = Atomic(false)
  #endif
  /// Whether the inbox has the memory of a burst.
  @usableFromInline @safe @exclusivity(unchecked) nonisolated(unsafe) var inboxIsBurst = false
  // Guard: the owner of the drain.

  /// The loop, from ``begin(_:)`` until it has stopped, rests, and no waiter waits for its end.
  ///
  /// A counted reference, which ``begin(_:)`` and ``ask(_:of:)`` retain and the last turn gives up.
  /// ``ask(_:of:)`` sets it under the lock, when no thread owns the drain any more.
  @usableFromInline @safe @exclusivity(unchecked) nonisolated(unsafe) var loop:
    Uncounted<LoopObject>?
  // Guard: the owner of the drain.

  /// The entries that were taken from the inbox, and the immediate events.
  @usableFromInline @safe @exclusivity(unchecked) nonisolated(unsafe) var queue = RingBuffer<
    Entry<Event>
  >()
  // Guard: the owner of the drain.

  @inlinable
  init(
    _ functions: LoopFunctions<Event>, names: [String?],
    onDrop: (@Sendable (DroppedEvent<Event>) -> Void)?, listed: ListedInbox<Event>? = nil
  ) {
    self.functions = functions
    self.names = names
    hasOnDrop = onDrop != nil
    self.listed = listed
    word = Atomic(listed == nil ? Self.busy : Self.busy | Self.listed)
    shared = Guarded(Shared(onDrop))
  }
}

// MARK: - Putting something in

extension Mailbox {
  /// Takes an event, and makes its step or has the runtime make it.
  @inlinable
  func post(_ tag: EntryTag, _ event: Event) -> EmitResult {
    // Generic code uses the functions that are specialised for the types.
    _isConcrete(Event.self)
      ? postSpecialized(tag, event) : functions.post(self, tag, event)
  }

  /// Takes a fact without an event.
  @inlinable
  func post(_ tag: EntryTag) {
    functions.postFact(self, tag)
  }

  @inlinable @inline(__always)
  func postSpecialized(_ tag: EntryTag, _ event: Event) -> EmitResult {
    if takeIdle() {
      queue.append(Entry(tag, event))
      wake()
      return .accepted
    }
    return postToInbox(tag, event)
  }

  @inlinable @inline(never)
  func postToInbox(_ tag: EntryTag, _ event: Event) -> EmitResult {
    switch enqueue(Entry(tag, event)) {
    case .refused: return refuse(tag, event, .stopped)
    case .full: return refuse(tag, event, .full)
    case .queued, .waits: return .accepted
    case .wakes:
      wake()
      return .accepted
    }
  }

  @inlinable
  func postFactSpecialized(_ tag: EntryTag) {
    if enqueue(Entry(tag)) == .wakes { wake() }
  }

  /// Takes the last event or fact of a body, at the end of its task.
  ///
  /// - Returns: The turn, if the runtime must run one.
  @inlinable
  func postLast(_ tag: EntryTag, _ event: Event?) -> Turn? {
    switch enqueue(Entry(tag, event)) {
    case .refused:
      if let event { _ = refuse(tag, event, .stopped) }
      return postLast(tag.with(.bodyEnded), nil)
    case .full, .waits: unreachable("the last event of an effect finds no room")
    case .queued: return nil
    case .wakes: return turn
    }
  }

  /// Appends an entry, unless it has an event and the loop has stopped.
  @inlinable
  func enqueue(_ entry: Entry<Event>) -> Enqueued {
    if word.load(ordering: .relaxed) & Self.listed != 0 { return enqueueListed(entry) }
    return shared.withLock { shared in
      let signals = word.load(ordering: .relaxed) & (Self.stopped | Self.suspended)
      if signals & Self.stopped != 0, entry.event != nil { return .refused }
      // A fact that comes after the end is kept for a later wait for `finished`.
      if shared.isGone { return .queued }
      shared.inbox.append(entry)
      if signals & Self.suspended != 0 { return raiseQuietly(Self.entries) }
      return shared.isOver ? .queued : raise(Self.entries)
    }
  }

  /// Raises a signal and `busy`.
  ///
  /// Called under the lock.
  @inlinable
  func raise(_ signal: UInt8) -> Enqueued {
    // Neither is lowered outside of the lock while the signal is raised.
    let both = signal | Self.busy
    if word.load(ordering: .relaxed) & both == both { return .queued }
    let old = word.bitwiseOr(both, ordering: .acquiringAndReleasing).oldValue
    return old & Self.busy == 0 ? .wakes : .queued
  }
}

// MARK: - Asking for something

extension Mailbox {
  /// The identity by which the frames of a thread know the loop.
  @inlinable var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// Whether the loop has been told to stop.
  @inlinable package var isStopped: Bool { has(Self.stopped) }

  /// Whether events wait, or are being reduced.
  var isAtWork: Bool { has(Self.busy | Self.entries) }

  /// Whether one of the given signals is raised.
  @inlinable @inline(__always)
  func has(_ signal: UInt8) -> Bool {
    word.load(ordering: .acquiring) & signal != 0
  }

  /// Tells the loop to stop.
  ///
  /// No event is taken once this returns.
  @inlinable
  func stop() {
    var senders: [WaitingSender] = []
    let wakes = shared.withLock { _ in
      if word.load(ordering: .relaxed) & Self.stopped != 0 { return false }
      // The drain drops their events with the others, in order.
      if let listed { senders = listed.core.admitAll() }
      lower(Self.suspended)
      return raise(senders.isEmpty ? Self.stopped : Self.stopped | Self.entries) == .wakes
    }
    if !senders.isEmpty { tellOfStop(senders) }
    if wakes { wake() }
  }

  /// Adds a request to the drain; retains the loop again if the mailbox has given it up.
  func ask(_ request: LoopRequest, of loop: LoopObject) {
    let wakes = shared.withLock { shared in
      shared.requests.append(request)
      if shared.isOver {
        shared.isOver = false
        self.loop = Uncounted(retaining: loop)
        if !shared.inbox.isEmpty || hasListed {
          return raise(Self.entries | Self.requests) == .wakes
        }
      }
      return raise(Self.requests) == .wakes
    }
    if wakes { wake() }
  }

  /// Reports a refused event, and returns the result for its emitter.
  @inlinable
  func refuse(_ tag: EntryTag, _ event: Event, _ reason: DropReason) -> EmitResult {
    let reason = isStopped ? .stopped : reason
    // An event that `onDrop` itself emits would otherwise be reported to it without end.
    guard hasOnDrop && !ThreadFrame.isReporting(identity) else { return .dropped(reason) }
    // If `onDrop` is gone, the loop has ended in the meantime, and the event counts as stopped.
    return .dropped(report(tag, event, reason) ? reason : .stopped)
  }

  /// Reports an event that is not reduced to `onDrop`; returns `false` if `onDrop` was released.
  @usableFromInline
  @discardableResult
  func report(_ tag: EntryTag, _ event: Event, _ reason: DropReason) -> Bool {
    guard let onDrop = shared.withLock({ $0.onDrop }) else { return false }
    let dropped = DroppedEvent(event: event, reason: reason, origin: tag.origin(names))
    let report = {
      ThreadFrame.within(.report, of: self.identity, on: ThreadFrame.Thread.current) { _ in
        onDrop(dropped)
      }
    }
    // Inside a reducer, `onDrop` could not read states: it is called after the step.
    if ThreadFrame.reducingLoop != nil, ThreadFrame.defers(.call(report)) { return true }
    report()
    return true
  }
}

/// The result of adding an entry to a mailbox.
@usableFromInline
enum Enqueued: Sendable {
  /// The loop has stopped.
  case refused
  /// There is no room for it.
  case full
  /// It is not in the mailbox: its sender waits for room.
  case waits
  case queued
  /// The caller owns the drain now, and must have a turn run.
  case wakes
}
