/// What the drain owns: everything about a loop that only one thread at a time may touch.
@usableFromInline
struct Drain<State: Sendable, Event: Sendable>: ~Copyable {
  // Rarely used parts first, see the order in ``Loop``.
  /// The effects that wait, by feedback; empty if no feedback queues.
  @usableFromInline var waiting: [Int: Waitlist<Event>] = [:]
  @usableFromInline var notices: [Wait] = []
  /// The notices that tasks await, see ``Notice/isAwaited``.
  @usableFromInline var awaited: [Wait] = []
  @usableFromInline let feedbacks: [FeedbackInstance<State, Event>]
  /// The same, without being counted at each call; ``feedbacks`` keeps them alive.
  @usableFromInline let unowned:
    UnsafeMutableBufferPointer<Unmanaged<FeedbackInstance<State, Event>>>
  @usableFromInline var observers: ObserverList<State, Event>
  @usableFromInline let feedbacksNeedPrevious: Bool
  @usableFromInline let hasQueues: Bool
  @usableFromInline var keepsPrevious: Bool
  @usableFromInline var isStarted = false
  #if DEBUG
    @usableFromInline var runaway = RunawayMeter<Event>()
  #endif
  /// The frame of the turn that is under way.
  @usableFromInline var frame: UnsafeMutablePointer<ThreadFrame>?
  @usableFromInline var engine: Engine
  @usableFromInline var step: CurrentTransition<State, Event>
  /// The entries taken from the mailbox; they come before those still in its inbox.
  @usableFromInline var queue = EntryQueue<Event>()
  /// The feedbacks whose effect closures are to be called in this step.
  @usableFromInline var calls: FeedbackList
  /// How many immediate events this step has put at the end of the queue.
  @usableFromInline var blockCount = 0
  /// The work that this step is going to start.
  @usableFromInline var starts: [PendingExecution<Event>] = []
  /// The runs whose work has been started.
  @usableFromInline var live = SerialList<LiveExecution<Event>>()
  /// Where they deliver; made for the first of them.
  @usableFromInline var door: Door<Event>?
  /// The async bodies to give to the runtime before the next step, or when the turn is over.
  @usableFromInline var bodies = PendingBodies<Event>()

  @inlinable
  init(
    _ blueprint: Blueprint<State, Event>, state: UnsafeMutablePointer<State>,
    observers: [Observer<State, Event>]
  ) {
    let feedbacks = blueprint.feedbacks.map { $0.makeInstance() }
    var needsPrevious = false
    for feedback in feedbacks where feedback.needsPrevious { needsPrevious = true }
    self.feedbacks = feedbacks
    unowned = .allocate(capacity: feedbacks.count)
    for index in feedbacks.indices {
      unowned.initializeElement(at: index, to: .passUnretained(feedbacks[index]))
    }
    calls = FeedbackList(capacity: feedbacks.count)
    self.observers = ObserverList(observers.map { ObserverEntry($0) })
    feedbacksNeedPrevious = needsPrevious
    keepsPrevious = needsPrevious || observers.contains { $0.keepsPrevious }
    hasQueues = blueprint.feedbacks.contains { $0.traits.strategy == .queue }
    engine = Engine(
      zip(feedbacks, blueprint.feedbacks).map { ($0.kind, $1.traits.strategy) })
    step = CurrentTransition(state: state, names: blueprint.names)
  }

  @inlinable
  deinit {
    unowned.deallocate()
  }
}
