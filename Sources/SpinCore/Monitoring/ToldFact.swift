/// A fact with the places of its event and transition, which last as long as the call that tells it.
///
/// NB: an object, which the facts of a run share, so that monitors get them without a copy.
///
/// *Isolation*: belongs to whoever tells the fact.
final class ToldFact {
  private(set) var fact = Fact.reduced
  /// The number of the transition under way; `nil` if another thread than the loop's tells the fact.
  private(set) var number: Int?
  private(set) var event: EventPlace?
  private(set) var more = More()
  /// Who knows the time of the step; `nil` for facts that another thread than the loop's tells.
  private unowned let loop: LoopMonitors?

  /// What few facts have.
  struct More {
    var view: MomentView?
    /// The newest transition, when the loop stops.
    var newest: MomentView?
    /// Returns the selected value.
    var value: (() -> Any?)?
    /// Returns what the described effect consists of.
    var shape: (() -> String)?
  }

  init(of loop: LoopMonitors? = nil) {
    self.loop = loop
  }

  /// Lets monitors see a fact, and keeps nothing of it.
  func tell(
    _ fact: Fact, number: Int?, _ event: EventPlace?, _ more: More?,
    to monitors: [@Sendable (ToldFact) -> Void]
  ) {
    (self.fact, self.number, self.event) = (fact, number, event)
    if let more { self.more = more }
    for monitor in monitors { monitor(self) }
    self.fact = .reduced
    if more != nil { self.more = More() }
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
  let attach: @Sendable (MonitoredRun) -> @Sendable (ToldFact) -> Void
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
