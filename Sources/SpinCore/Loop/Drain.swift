/// The mutable part of a loop, which only the owner of the drain may access.
///
/// It never refers to the loop, only to the ``RunContext``: the loop, and the context with it, may be
/// gone after ``rest(_:_:)`` has given the ownership back.
struct Drain: ~Copyable {
  /// The waiters of the loop; made for the first waiter.
  var waiters: LoopWaiters?
  var feedbacks: FeedbackTable
  /// The observers; the list is made for the first observer.
  ///
  /// The drain retains the list until it is empty, the loop stops, or the loop is gone.
  ///
  /// NB: a counted reference would be counted around each call, because the compiler cannot exclude that
  /// the call replaces it.
  var observers: Uncounted<ObserverList>?
  /// The frame of the turn that is under way.
  var frame: Address<ThreadFrame>?
  /// The work of effects; made for the first effect that has work.
  var work: LoopWork?
  var current: CurrentTransition
  /// Where feedbacks put the effects that they describe.
  let sink: EffectSink
  var engine: Engine
  // NB: the small properties stand directly behind the small ones of the engine, to share words.
  let feedbacksNeedPrevious: Bool
  /// Whether effects of some feedback may wait for others, or belong to elements.
  let hasQueues: Bool
  var keepsPrevious: Bool
  /// Whether the turn must yield before the next entry is taken.
  var mustYield = false
  /// How often the loop has attended to requests when nothing else was left.
  var restedRequests: UInt8 = 0
  /// Whether transition 0 is being made, whose immediate events precede every event from outside.
  var isStarting = false
  /// How many immediate events this step has put at the end of the queue.
  var blockCount: Int32 = 0
  #if DEBUG
    /// The feedbacks whose effects a stop has kept from starting.
    var uncalled: [Int] = []
  #endif
}

extension Drain {
  /// The watcher of a feedback, if it has elements.
  func watcher(_ feedback: Int) -> ElementWatcher? {
    feedbacks.with(feedback) { $0.elements }
  }

  /// Names the element of a live execution, if it belongs to one.
  func elementName(_ execution: EntryTag) -> ElementID? {
    guard let watcher = watcher(execution.feedback) else { return nil }
    return engine.element(of: execution).flatMap { watcher.name($0) }
  }

  /// Names the element that the next entry of the mailbox comes from, if it comes from one.
  func element(of next: EntryTag) -> ElementID? {
    guard !next.isOutside, !next.hasTicket, let watcher = watcher(next.feedback) else { return nil }
    return next.kind == .immediate ? watcher.posted.first ?? nil : elementName(next)
  }

  /// Whether the step has work to start.
  var hasStarts: Bool {
    if let work { !work.starts.isEmpty } else { false }
  }

  /// Whether bodies wait to be given to the runtime.
  var hasBodies: Bool {
    if let work { !work.bodies.isEmpty } else { false }
  }
}
