/// A fact with the places of its event and transition, which last as long as the call that tells it.
struct ToldFact {
  let fact: Fact
  /// The number of the transition under way; `nil` if another thread than the loop's tells the fact.
  let number: Int?
  var event: EventPlace?
  var view: MomentView?
  /// Returns the selected value.
  var value: (() -> Any?)?
}

/// A monitor, for code that does not know its types.
struct MonitorEntry: Sendable {
  /// Whether the mailbox must note when and where events are emitted.
  var needsNotes = true
  /// Attaches the monitor to a run: returns the closure that is called with each fact.
  let attach: @Sendable (LoopID, any SpinScheduler) -> @Sendable (ToldFact) -> Void
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
