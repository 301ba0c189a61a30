/// What the drain owns: everything about a loop that only one thread at a time may touch.
@usableFromInline
struct Drain<State: Sendable, Event: Sendable>: ~Copyable {
  // Rarely used parts first, see the order in ``Loop``.
  /// The effects that wait, by feedback; empty if no feedback queues.
  @usableFromInline var waiting: [Int: Waitlist<Event>] = [:]
  @usableFromInline var notices: [Wait] = []
  /// The notices that tasks await, see ``Notice/isAwaited``.
  @usableFromInline var awaited: [Wait] = []
  @usableFromInline let watchers: [Watcher<State, Event>]
  /// The same, without being counted at each call; ``watchers`` keeps them alive.
  @usableFromInline let unowned: UnsafeMutableBufferPointer<Unmanaged<Watcher<State, Event>>>
  @usableFromInline var observers: ObserverList<State, Event>
  @usableFromInline let watchersNeedPrevious: Bool
  @usableFromInline let hasQueues: Bool
  @usableFromInline var keepsPrevious: Bool
  @usableFromInline var isStarted = false
  #if DEBUG
    @usableFromInline var runaway = RunawayMeter<Event>()
  #endif
  /// The frame of the turn that is under way.
  @usableFromInline var frame: UnsafeMutablePointer<ThreadFrame>?
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
  @usableFromInline var live = SerialList<LiveRun<Event>>()
  /// Where they deliver; made for the first of them.
  @usableFromInline var door: Door<Event>?
  /// The async bodies to give to the runtime before the next step, or when the turn is over.
  @usableFromInline var bodies = PendingBodies<Event>()

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
