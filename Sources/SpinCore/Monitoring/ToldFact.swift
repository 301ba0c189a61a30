/// A fact with the places of its event and transition, which last as long as the call that tells it.
///
/// NB: an object, which the facts of a run share, so that monitors get them without a copy.
///
/// *Isolation*: belongs to whoever tells the fact.
final class ToldFact {
  let run: MonitoredRun
  /// Who knows the time of the step; `nil` for facts that another thread than the loop's tells.
  unowned var loop: LoopMonitors?
  private(set) var fact = Fact.reduced
  /// The number of the transition under way; `nil` if another thread than the loop's tells the fact.
  private(set) var number: Int?
  private(set) var event: EventPlace?
  /// The transition that was made or published.
  private(set) var view: MomentView?
  private(set) var detail = Detail.none

  /// What few facts have.
  enum Detail {
    case none
    /// The feedback that has answered, and the element that it has answered for.
    case answerer(FeedbackInstance, element: Int)
    /// The described effect.
    case effect(EffectSink)
    /// The newest transition, when the loop stops.
    case newest(MomentView)
  }

  init(of run: MonitoredRun) {
    self.run = run
  }

  /// Lets monitors see a fact, and keeps nothing of it.
  @inline(__always)
  func tell(
    _ fact: consuming Fact, number: Int?, event: EventPlace? = nil, view: MomentView? = nil,
    _ detail: consuming Detail = .none, to monitors: [@Sendable (ToldFact) -> Void]
  ) {
    self.fact = fact
    (self.number, self.event) = (number, event)
    if let view { self.view = view }
    let hasDetail = if case .none = detail { false } else { true }
    if hasDetail { self.detail = detail }
    for monitor in monitors { monitor(self) }
    self.fact = .reduced
    if view != nil { self.view = nil }
    if hasDetail { self.detail = .none }
  }

  /// The time of the step; `nil` for a fact of no step.
  var stepTime: Duration? { number == nil ? nil : loop?.timeOfStep }

  /// Whether a stop may have kept the newest step from describing effects.
  var stepIsCut: Bool { loop?.stepIsCut ?? false }
}

/// A monitor, for code that does not know its types.
struct MonitorEntry: Sendable {
  /// Whether the mailbox must note when and where events are emitted.
  var needsNotes = true
  /// Attaches the monitor to a run: returns the closure that is called with each fact.
  let attach: @Sendable (MonitoredRun) -> AttachedMonitor
}

/// A monitor of one run.
struct AttachedMonitor: Sendable {
  /// Called with each fact.
  let tell: @Sendable (ToldFact) -> Void
  /// Called whenever the loop rests with an empty mailbox, even if its effects go on.
  var rests: (@Sendable () -> Void)?
}

/// The monitors of a run, and its name.
///
/// NB: on the heap, so that options without monitors, the usual case, are copied quickly.
final class Watching: Sendable {
  let name: String?
  let monitors: [MonitorEntry]

  init(_ name: String?, _ monitors: [MonitorEntry]) {
    self.name = name
    self.monitors = monitors
  }
}
