/// Sees everything that happens in a loop, and changes nothing.
///
/// ```swift
/// let counter = Monitor<Search, Event> { told in
///   if case .started(let effect) = told.fact { print("\(effect.feedback) starts") }
/// }
/// let running = search.start(on: .async, options: RunOptions(monitors: [.log(), counter]))
/// ```
///
/// A monitor is for people who look for a reason, and for tools that they use: it is told each event that
/// is taken, each answer of a feedback, and each effect that starts, waits or ends. For acting on
/// transitions, use an ``Observer``; for acting on losses, ``RunOptions/onDrop``. Neither of them costs
/// anything at other times.
///
/// *Isolation*: the loop calls it with one fact at a time, and never under a lock. Only
/// ``Fact/refused(_:_:)`` comes from the thread that gives up the event.
///
/// *Ordering*: the facts of a step come in the order in which they happen. Monitors are called in order of
/// registration: before the observers with ``Fact/reduced``, after them with ``Fact/published``.
///
/// *Reentrancy*: the closure may emit, which enqueues, may read the state of the loop, and may stop the loop.
/// It must not block. If it emits an event while it is told of a refused one, and this event is refused as
/// well, no monitor is told of this event.
///
/// - Complexity: In a run without monitors, each fact costs a test. With a monitor, the mailbox notes when
///   and where each event was emitted, and costs as much as a bounded one: see ``MailboxBound``.
public struct Monitor<State: Sendable, Event: Sendable>: Sendable {
  /// The monitor for code that does not know the types.
  private(set) var entry: MonitorEntry

  init(_ entry: MonitorEntry) {
    self.entry = entry
  }

  /// Creates a monitor from a closure.
  ///
  /// - Parameter tell: Called with each fact of each run that has the monitor.
  public init(_ tell: @escaping @Sendable (borrowing MonitoredFact<State, Event>) -> Void) {
    self.init(attaching: { _ in tell })
  }

  /// Makes a monitor that need not know when and where events were emitted.
  ///
  /// The events then take their usual way.
  package static func withoutSites(
    _ tell: @escaping @Sendable (borrowing MonitoredFact<State, Event>) -> Void
  ) -> Monitor {
    var monitor = Monitor(tell)
    monitor.entry.needsNotes = false
    return monitor
  }

  /// Creates a monitor that is told of each run that has it.
  ///
  /// - Parameter begin: Called when a run is started, by the thread that starts it, before transition 0. It
  ///   returns the closure that is called with the facts of this run.
  public init(
    attaching begin:
      @escaping @Sendable (MonitoredRun) ->
      @Sendable (borrowing MonitoredFact<State, Event>) ->
      Void
  ) {
    entry = MonitorEntry { run in
      let tell = begin(run)
      return AttachedMonitor(tell: { tell(MonitoredFact($0)) })
    }
  }

  /// Creates a monitor that is also told whenever the loop rests with an empty mailbox, even if effects go on.
  ///
  /// - Parameter begin: Called when a run starts. It returns two closures: the loop calls `tell` with each fact, and
  ///   `rests` when it rests.
  package init(
    attachingWithRests begin:
      @escaping @Sendable (MonitoredRun) -> (
        tell: @Sendable (borrowing MonitoredFact<State, Event>) -> Void,
        rests: @Sendable () -> Void
      )
  ) {
    entry = MonitorEntry { run in
      let (tell, rests) = begin(run)
      return AttachedMonitor(tell: { tell(MonitoredFact($0)) }, rests: rests)
    }
  }
}

/// A run that has a ``Monitor``.
public struct MonitoredRun: Sendable {
  /// Tells the run from others.
  public let loop: LoopID

  /// The clock of the run.
  public let scheduler: any SpinScheduler

  /// The feedbacks of the spin, in order of declaration.
  public let feedbacks: [FeedbackOrigin]

  /// The seed of the run's random numbers: ``RunOptions/seed``, or the one that the run has drawn.
  public let seed: UInt64
}

/// What a ``Monitor`` is told: a ``Fact``, and what belongs to it that has the types of the loop.
///
/// It lasts as long as the call, so it cannot be copied; the values that its properties return can be kept.
public struct MonitoredFact<State: Sendable, Event: Sendable>: ~Copyable {
  /// The fact, which the loop keeps alive for as long as the call lasts.
  private let told: Uncounted<ToldFact>

  @inline(__always)
  fileprivate init(_ told: ToldFact) {
    self.told = Uncounted(told)
  }

  /// The run.
  public var loop: LoopID { told.lend { $0.run.loop } }

  /// What has happened.
  public var fact: Fact { told.lend { $0.fact } }

  /// The number of the transition that is under way or was made last.
  ///
  /// For an event that was taken, it is the number of the transition that the event makes unless it is
  /// dropped. It is `nil` for ``Fact/refused(_:_:)``, which belongs to no step.
  public var number: Int? { told.lend { $0.number } }

  /// The time by the loop's scheduler, which is read when this property is.
  public var time: Duration { told.lend { $0.run.scheduler.now } }

  /// The time of the step, by the loop's scheduler; `nil` for ``Fact/refused(_:_:)``, which belongs to no
  /// step.
  ///
  /// The clock is read once a step, when the time is first needed. Throttled feedbacks use the same time.
  public var stepTime: Duration? { told.lend { $0.stepTime } }

  /// The newest state, if the loop stops; `nil` for other facts, and if the loop has made no transition.
  package var stateAtStop: State? {
    told.lend { $0.newestAtStop.map { Transition<State, Event>($0).state } }
  }

  /// Whether the newest step may have described too few effects, because the loop was told to stop meanwhile.
  package var stepIsCut: Bool { told.lend { $0.stepIsCut } }

  /// The event of ``Fact/taken(_:)``, ``Fact/dropped(_:_:)`` and ``Fact/refused(_:_:)``, and that of the
  /// transition of ``Fact/reduced`` and ``Fact/published``.
  ///
  /// It is `nil` for other facts, and for those of transition 0.
  public var event: Event? {
    told.lend { $0.event?.address(of: Event.self).value } ?? transition?.event
  }

  /// The transition of ``Fact/reduced`` and ``Fact/published``, without its previous state.
  public var transition: Transition<State, Event>? {
    told.lend { $0.transition.map { Transition($0) } }
  }

  /// What the effect of ``Fact/described(_:_:)`` consists of, in words such as `after 0.3 seconds {body}`.
  ///
  /// It has the stages of the effect and the times in them, and neither events nor what closures do. The
  /// words may change with a version of the library.
  public var shape: String? {
    told.lend { $0.effect?.shape }
  }

  /// The value that the feedback of ``Fact/answered(_:_:)`` has selected, if it selects one, as it is
  /// printed.
  public var selected: String? {
    told.lend { told in
      told.answerer.flatMap { $0.feedback.object.selected($0.element).map { inWords($0) } }
    }
  }
}
