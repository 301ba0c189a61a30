/// What only the owner of the drain may touch: everything about a loop that changes.
///
/// It knows its ``RunContext``, and never the loop: after ``rest(_:_:)`` has given the ownership back,
/// the loop may be gone.
@usableFromInline
struct Drain<State: Sendable, Event: Sendable>: ~Copyable {
  /// Who waits for the loop; made for the first of them.
  @usableFromInline var waiters: LoopWaiters?
  @usableFromInline var feedbacks: FeedbackTable<State, Event>
  @usableFromInline var observers: ObserverList<State, Event>
  @usableFromInline let feedbacksNeedPrevious: Bool
  /// Whether effects may wait for others, or belong to elements.
  @usableFromInline let hasQueues: Bool
  @usableFromInline var keepsPrevious: Bool
  /// Counts the events that the loop brings about by itself, if somebody is to be told.
  @usableFromInline let runaway: RunawayMeter<Event>?
  /// Whether others are to be served before the next entry is taken.
  @usableFromInline var mustYield = false
  /// What drops repeated events, in written order.
  @usableFromInline let repeats: [RepeatFilter<State, Event>]
  /// The frame of the turn that is under way.
  @usableFromInline var frame: Address<ThreadFrame>?
  @usableFromInline var engine: Engine
  @usableFromInline var current: CurrentTransition<State, Event>
  /// Whether transition 0 is under way, whose immediate events precede every event from outside.
  @usableFromInline var isStarting = false
  /// How many immediate events this step has put at the end of the queue.
  @usableFromInline var blockCount = 0
  /// The work that this step is going to start.
  @usableFromInline var starts: [PendingExecution<Event>] = []
  /// The executions whose work has been started.
  @usableFromInline var live = SerialList<LiveExecution<Event>>()
  /// What staged executions need besides; made for the first of them.
  @usableFromInline var staged: StagedExecutions<Event>?
  /// The async bodies to give to the runtime before the next step, or when the turn is over.
  @usableFromInline var bodies = OneOrMore<PendingBody<Event>>()

  @inlinable
  init(
    _ blueprint: Blueprint<State, Event>, _ state: StateBox<State>,
    _ options: RunOptions<State, Event>, scopes: [ScopeNode<State, Event>]
  ) {
    // NB: no property is read before all are set: this compiler would destroy those that are not.
    let table = FeedbackTable(blueprint.feedbacks, scopes: scopes)
    let list = ObserverList(options.observers)
    let meter = options.runaway.map { RunawayMeter<Event>(limit: $0.limit) }
    var records: [FeedbackRecord] = []
    var collections: [ElementRecords] = []
    records.reserveCapacity(table.count)
    var (needsPrevious, hasQueues) = (false, false)
    for index in 0..<table.count {
      let traits = blueprint.feedbacks[index].traits
      if traits.strategy == .queueNewState { hasQueues = true }
      table.with(index) { feedback in
        let collection = feedback.elements == nil ? nil : collections.count
        records.append(
          FeedbackRecord(kind: feedback.kind, strategy: traits.strategy, collection: collection))
        if collection != nil {
          let throttle = feedback.kind.countsEffects ? traits.throttle : nil
          collections.append(ElementRecords(limit: traits.limit, throttle: throttle))
          hasQueues = true
        }
        if feedback.needsPrevious { needsPrevious = true }
      }
    }
    feedbacks = table
    runaway = meter
    feedbacksNeedPrevious = needsPrevious
    self.hasQueues = hasQueues
    engine = Engine(records, collections: collections, hasRepeats: !blueprint.repeats.isEmpty)
    repeats = blueprint.repeats.map { $0.filter(scopes) }
    self.observers = list
    keepsPrevious = needsPrevious || list.keepPrevious
    current = CurrentTransition(state, names: blueprint.names)
  }
}
