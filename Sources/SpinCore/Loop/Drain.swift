/// What the drain owns: everything about a loop that only one thread at a time may touch.
@usableFromInline
struct Drain<State: Sendable, Event: Sendable>: ~Copyable {
  // Rarely written parts first, see the order in ``Loop``.
  /// The effects that wait, by feedback; empty if no feedback queues.
  @usableFromInline var waiting: [Int: Waitlist<Event>] = [:]
  @usableFromInline var notices: [Notice] = []
  @usableFromInline let watchers: [Watcher<State, Event>]
  /// The same, without being counted at each call; ``watchers`` keeps them alive.
  @usableFromInline let unowned: UnsafeMutableBufferPointer<Unmanaged<Watcher<State, Event>>>
  @usableFromInline var observers: ObserverList<State, Event>
  @usableFromInline let watchersNeedPrevious: Bool
  @usableFromInline let hasQueues: Bool
  @usableFromInline var keepsPrevious: Bool
  @usableFromInline var isStarted = false
  @usableFromInline var engine: Engine
  @usableFromInline var step: Step<State, Event>
  /// The entries taken from the mailbox; they come before those still in its inbox.
  @usableFromInline var queue = EventQueue<Event>()
  /// The feedbacks whose effect closures are to be called in this step.
  @usableFromInline var calls: SlotList
  /// How many immediate events this step has put at the end of the queue.
  @usableFromInline var blockCount = 0
  /// The work that this step is going to start.
  @usableFromInline var starts: [Launch<Event>] = []
  /// The runs whose work has been started.
  @usableFromInline var live: [LiveRun<Event>] = []
  /// The async bodies to give to the runtime before the next step, or when the turn is over.
  @usableFromInline var bodies = PendingBodies<Event>()
  /// Whether steps were made since the last drained notice.
  @usableFromInline var hasStepped = false

  @inlinable
  init(
    _ blueprint: Blueprint<State, Event>, state: UnsafeMutablePointer<State>,
    observers: [Observer<State, Event>]
  ) {
    let watchers = blueprint.feedbacks.map { $0.makeWatcher() }
    var needsPrevious = false
    for watcher in watchers where watcher.needsPrevious { needsPrevious = true }
    self.watchers = watchers
    unowned = .allocate(capacity: watchers.count)
    for index in watchers.indices {
      unowned.initializeElement(at: index, to: .passUnretained(watchers[index]))
    }
    calls = SlotList(capacity: watchers.count)
    self.observers = ObserverList(observers.map { Registrant($0) })
    watchersNeedPrevious = needsPrevious
    keepsPrevious = needsPrevious || observers.contains { $0.keepsPrevious }
    hasQueues = blueprint.feedbacks.contains { $0.traits.strategy == .queue }
    engine = Engine(
      zip(watchers, blueprint.feedbacks).map { ($0.kind, $1.traits.strategy) })
    step = Step(state: state, names: blueprint.names)
  }

  @inlinable
  deinit {
    unowned.deallocate()
  }
}

/// Effects that wait, first in, first out.
@usableFromInline
struct Waitlist<Event: Sendable>: Sendable {
  @usableFromInline var effects: [Effect<Event>] = []
  @usableFromInline var head = 0

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ effect: Effect<Event>) {
    effects.append(effect)
  }

  @usableFromInline
  mutating func popFirst() -> Effect<Event>? {
    guard head < effects.count else { return nil }
    let first = effects[head]
    effects[head] = .none
    head += 1
    if head * 2 > effects.count {
      effects.removeFirst(head)
      head = 0
    }
    return first
  }
}

/// Work that is described and not started.
@usableFromInline
struct Launch<Event: Sendable>: Sendable {
  @usableFromInline let slot: Int
  @usableFromInline let serial: UInt64
  @usableFromInline let effect: Effect<Event>

  @inlinable
  init(slot: Int, serial: UInt64, effect: Effect<Event>) {
    self.slot = slot
    self.serial = serial
    self.effect = effect
  }
}

// MARK: - Steps

extension Drain {
  /// Makes transition 0.
  @inlinable
  mutating func start(_ loop: Loop<State, Event>) {
    isStarted = true
    engine.started()
    loop.probe?(.reduced(number: 0))
    respond(loop)
  }

  /// Takes one entry of the mailbox.
  @inlinable
  mutating func take(_ entry: consuming Entry<Event>, _ loop: Loop<State, Event>) {
    let tag = entry.tag
    loop.probe?(.taken(tag, entry.event))
    guard let event = entry.event else { return takeFact(tag, loop) }
    if tag.kind == .bodyEndedDelivering { engine.bodyEnded() }
    switch engine.eventTaken(tag) {
    case .reduce:
      reduce(event, tag, loop)
    case .reduceAndRetire:
      retire(tag, loop)
      reduce(event, tag, loop)
    case .drop(let reason):
      loop.probe?(.dropped(tag, reason))
      loop.report(event, tag, reason)
    }
  }

  /// Reduces an event and lets everybody respond to the new state.
  @inlinable
  mutating func reduce(_ event: Event, _ tag: Tag, _ loop: Loop<State, Event>) {
    step.number = engine.nextNumber &- 1
    if keepsPrevious { step.keepPrevious() }
    loop.reduce(event)
    step.event = event
    step.tag = tag
    loop.probe?(.reduced(number: step.number))
    respond(loop)
  }

  /// Asks, cancels, publishes, describes and starts, in this order.
  @inlinable
  mutating func respond(_ loop: Loop<State, Event>) {
    hasStepped = true
    askAll()
    if !engine.doomed.isEmpty { cancelDoomed(loop) }
    if !observers.isEmpty { publish(loop) }
    if hasQueues {
      describeAllAndQueued(loop)
    } else if !calls.isEmpty {
      describeAll(loop)
    }
    if blockCount > 0 { joinBlock(loop) }
    if !starts.isEmpty { startAll(loop) }
  }

  @inlinable
  mutating func askAll() {
    for slot in watchers.indices {
      let answer = unowned[slot]._withUnsafeGuaranteedRef { $0.answer(&step.state.pointee) }
      if engine.feedbackAnswered(slot, answer) { calls.append(slot) }
      if hasQueues && answer == .withdrawn { waiting[slot] = nil }
    }
  }

  @inlinable
  mutating func publish(_ loop: Loop<State, Event>) {
    observers.tell(&step)
    loop.probe?(.published(number: step.number))
  }

  // MARK: Describing

  /// Calls the wanted effect closures, until the loop is stopped.
  @inlinable
  mutating func describeAll(_ loop: Loop<State, Event>) {
    for index in 0..<calls.count {
      if loop.mustStop { break }
      describe(calls[index], loop)
    }
    calls.removeAll()
  }

  /// The same, and takes up what has waited, one feedback after another.
  @usableFromInline
  mutating func describeAllAndQueued(_ loop: Loop<State, Event>) {
    var next = 0
    for slot in watchers.indices {
      if loop.mustStop { break }
      if next < calls.count && calls[next] == slot {
        next += 1
        describe(slot, loop)
      }
      takeWaiting(slot, loop)
    }
    calls.removeAll()
  }

  @inlinable
  mutating func describe(_ slot: Int, _ loop: Loop<State, Event>) {
    let effect = unowned[slot]._withUnsafeGuaranteedRef { $0.describe(&step) }
    loop.probe?(.described(slot: slot))
    if case .none = effect.content {
      if engine.slots[slot].kind == .stream { engine.streamHanded(slot) }
    } else if case .event(let event) = effect.content, !hasQueues {
      _ = engine.effectDescribed(slot, immediates: 1, parts: 0)
      append(event, Tag(.immediate, slot: slot), loop)
      loop.probe?(.posted(slot: slot, count: 1))
    } else {
      let disposition = engine.effectDescribed(
        slot, immediates: effect.eventCount, parts: effect.workCount)
      dispose(effect, slot, disposition, loop)
    }
  }

  /// Lets the effects that have waited for their turn start, as far as they may.
  @usableFromInline
  mutating func takeWaiting(_ slot: Int, _ loop: Loop<State, Event>) {
    while engine.slots[slot].isReady {
      guard let effect = waiting[slot]?.popFirst() else {
        unreachable("the engine counts more waiting effects than there are")
      }
      let disposition = engine.waitingEffectTaken(
        slot, immediates: effect.eventCount, parts: effect.workCount)
      dispose(effect, slot, disposition, loop)
    }
  }

  /// Carries out the engine's order about an effect, up to the start of its work.
  @inlinable
  mutating func dispose(
    _ effect: Effect<Event>, _ slot: Int, _ disposition: Engine.Disposition,
    _ loop: Loop<State, Event>
  ) {
    switch disposition {
    case .ignore:
      break
    case .post:
      append(effect, Tag(.immediate, slot: slot), loop)
    case .start(let serial):
      let isQueued = engine.slots[slot].queues
      append(effect, Tag(.immediate, slot: slot, serial: isQueued ? serial : 0), loop)
      if effect.workCount > 0 {
        starts.append(Launch(slot: slot, serial: serial, effect: effect))
      }
      if engine.slots[slot].kind == .stream { engine.streamHanded(slot) }
    case .wait:
      waiting[slot, default: Waitlist()].append(effect)
      loop.probe?(.waited(slot: slot))
    }
  }

  // MARK: The block of immediate events

  @inlinable
  mutating func append(_ event: Event, _ tag: Tag, _ loop: Loop<State, Event>) {
    queue.append(Entry(tag, event))
    blockCount &+= 1
  }

  @inlinable
  mutating func append(_ effect: Effect<Event>, _ tag: Tag, _ loop: Loop<State, Event>) {
    switch effect.content {
    case .none, .work: break
    case .event(let event): append(event, tag, loop)
    case .composite(let events, _): for event in events { append(event, tag, loop) }
    }
    if effect.eventCount > 0 { loop.probe?(.posted(slot: tag.slot, count: effect.eventCount)) }
  }

  /// Makes the immediate events of this step the newest entries of the mailbox.
  ///
  /// They stand at the end of the drain's queue already. What others have put into the inbox
  /// meanwhile was accepted before and must come first, except at the start, where immediate
  /// events precede every event from outside. What arrives after the look at the signals is
  /// concurrent with this, and comes later.
  @inlinable
  mutating func joinBlock(_ loop: Loop<State, Event>) {
    if step.number > 0 && loop.has(Mailbox<State, Event>.hasEntries) { joinBehindInbox(loop) }
    blockCount = 0
  }

  @usableFromInline
  mutating func joinBehindInbox(_ loop: Loop<State, Event>) {
    var block = EventQueue<Event>()
    for _ in 0..<blockCount {
      if let entry = queue.popLast() { block.append(entry) }
    }
    loop.takeInbox(&queue)
    while let entry = block.popLast() { queue.append(entry) }
  }
}
