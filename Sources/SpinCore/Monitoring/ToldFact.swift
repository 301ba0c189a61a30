/// A fact with the places of its event and transition, which last as long as the call that tells it.
///
/// NB: an object, which the facts of a run share, so that monitors get them without a copy.
///
/// *Isolation*: belongs to whoever tells the fact.
final class ToldFact {
  let run: MonitoredRun
  /// Who knows the names and the time of the step; `nil` for facts that another thread than the loop's tells.
  ///
  /// NB: uncounted, because the monitors of the loop keep this object, and nobody else does.
  var loop: Uncounted<LoopMonitors>?
  private var content = Content.made
  private var detail = Detail.none
  /// The element of an answer.
  @safe @exclusivity(unchecked) private var element: ElementID?
  /// A fact that not each step has.
  @safe @exclusivity(unchecked) private var made = Fact.reduced
  /// The number of the transition under way; `nil` if another thread than the loop's tells the fact.
  private(set) var number: Int?
  private(set) var event: EventPlace?

  /// What has happened.
  ///
  /// NB: a ``Fact`` of what each step has is made for a monitor that asks for it.
  enum Content {
    case taken, reduced, published, settled
    case answered(feedback: Int, FeedbackAnswer)
    case made
  }

  /// What few facts have.
  ///
  /// NB: uncounted, because the loop has it for as long as the call lasts.
  enum Detail {
    case none
    /// The transition that was made or published, or the newest one when the loop stops.
    case moment(Uncounted<Moment>)
    /// Who has answered.
    case answerer(Answerer)
    /// The described effect.
    case effect(Uncounted<EffectSink>)
  }

  init(of run: MonitoredRun) {
    self.run = run
  }

  /// Lets monitors see what has happened, and keeps nothing of it.
  @inline(__always)
  func tell(
    _ content: Content, number: Int?, event: EventPlace? = nil, _ detail: Detail = .none,
    to monitors: [@Sendable (ToldFact) -> Void]
  ) {
    (self.content, self.detail) = (content, detail)
    (self.number, self.event) = (number, event)
    for monitor in monitors { monitor(self) }
  }

  /// Lets monitors see a fact, and keeps nothing of it.
  func tell(
    fact: consuming Fact, number: Int?, event: EventPlace? = nil, _ detail: Detail = .none,
    to monitors: [@Sendable (ToldFact) -> Void]
  ) {
    made = fact
    tell(.made, number: number, event: event, detail, to: monitors)
    made = .reduced
  }

  /// Lets monitors see the answer of a feedback, or of an element of it, and keeps nothing of it.
  @inline(__always)
  func tell(
    _ answer: FeedbackAnswer, of feedback: Int, _ element: ElementID?, number: Int,
    by answerer: Answerer?, to monitors: [@Sendable (ToldFact) -> Void]
  ) {
    if element != nil { self.element = element }
    tell(
      .answered(feedback: feedback, answer), number: number,
      answerer.map { .answerer($0) } ?? .none, to: monitors)
    if element != nil { self.element = nil }
  }

  // MARK: What monitors ask for

  var fact: Fact {
    switch content {
    case .reduced: return .reduced
    case .published: return .published
    case .settled: return .settled
    case .made: return made
    case .taken, .answered: break
    }
    guard let loop else { unreachable("another thread than the loop's tells of a step") }
    return loop.lend { loop in
      if case .answered(let feedback, let answer) = content {
        .answered(loop.origin(feedback, element), answer)
      } else {
        .taken(loop.takenEntry)
      }
    }
  }

  /// The transition that was made or published.
  var transition: MomentView? {
    switch content {
    case .reduced, .published: moment
    default: nil
    }
  }

  /// The newest transition, if the loop stops.
  var newestAtStop: MomentView? { if case .made = content { moment } else { nil } }

  private var moment: MomentView? {
    if case .moment(let moment) = detail { MomentView(moment: moment.object) } else { nil }
  }

  /// The described effect.
  var effect: EffectSink? { if case .effect(let sink) = detail { sink.object } else { nil } }

  var answerer: Answerer? { if case .answerer(let answerer) = detail { answerer } else { nil } }

  /// The time of the step; `nil` for a fact of no step.
  var stepTime: Duration? { number == nil ? nil : loop?.lend { $0.timeOfStep } }

  /// Whether a stop may have kept the newest step from describing effects.
  var stepIsCut: Bool { loop?.lend { $0.stepIsCut } ?? false }
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
