/// What only the owner of the drain may touch: everything about a loop that changes.
///
/// It knows its ``RunContext``, and never the loop: after ``rest(_:_:)`` has given the ownership back,
/// the loop may be gone.
@usableFromInline
struct Drain<State: Sendable, Event: Sendable>: ~Copyable {
  @usableFromInline var waiters = LoopWaiters()
  @usableFromInline let feedbacks: [FeedbackInstance<State, Event>]
  /// The same, without being counted at each call; ``feedbacks`` keeps them alive.
  @usableFromInline let unowned:
    UnsafeMutableBufferPointer<
      Unmanaged<FeedbackInstance<State, Event>>
    >
  @usableFromInline var observers: ObserverList<State, Event>
  @usableFromInline let feedbacksNeedPrevious: Bool
  @usableFromInline let hasQueues: Bool
  @usableFromInline var keepsPrevious: Bool
  #if DEBUG
    @usableFromInline var runaway = RunawayMeter<Event>()
  #endif
  /// The frame of the turn that is under way.
  @usableFromInline var frame: UnsafeMutablePointer<ThreadFrame>?
  @usableFromInline var engine: Engine
  @usableFromInline var current: CurrentTransition<State, Event>
  /// The feedbacks whose effect closures are to be called in this step.
  @usableFromInline var calls: FeedbackList
  /// How many immediate events this step has put at the end of the queue.
  @usableFromInline var blockCount = 0
  /// The work that this step is going to start.
  @usableFromInline var starts: [PendingExecution<Event>] = []
  /// The executions whose work has been started.
  @usableFromInline var live = SerialList<LiveExecution<Event>>()
  /// The async bodies to give to the runtime before the next step, or when the turn is over.
  @usableFromInline var bodies = OneOrMore<PendingBody<Event>>()

  @inlinable
  init(_ blueprint: Blueprint<State, Event>, observers: [Observer<State, Event>]) {
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
    current = CurrentTransition(blueprint.initialBox, names: blueprint.names)
  }

  @inlinable
  deinit {
    unowned.deallocate()
  }
}
