/// The monitors of a run, in order of registration.
///
/// *Isolation*: the owner of the drain tells them all facts but ``Fact/refused(_:_:)``, which the thread
/// tells that gives up the event.
final class MonitorAudience: Sendable {
  let loop: LoopID
  let names: [String?]
  private let scheduler: any SpinScheduler
  private let monitors: [@Sendable (ToldFact) -> Void]

  init(_ settings: RunSettings, _ blueprint: Blueprint, _ scheduler: any SpinScheduler) {
    let loop = LoopID(settings.watching?.name, of: blueprint.reducer.types)
    self.loop = loop
    names = blueprint.names
    self.scheduler = scheduler
    monitors = settings.watching?.monitors.map { $0(loop, scheduler) } ?? []
  }

  var isEmpty: Bool { monitors.isEmpty }

  func tell(_ fact: ToldFact) {
    for monitor in monitors { monitor(fact) }
  }

  /// Returns a report of dropped events that also tells the monitors of those that are refused; the drain
  /// tells them of the others.
  func report(and onDrop: DropReport?) -> DropReport {
    { [self] event, reason, tag, site in
      if let site { tellRefused(event, tag, reason, site) }
      onDrop?(event, reason, tag, site)
    }
  }

  private func tellRefused(
    _ event: EventPlace, _ tag: EntryTag, _ reason: DropReason, _ site: CodeSite
  ) {
    let kept = ThreadFrame.Thread.current.value.cause
    let origin = tag.isOutside ? nil : kept?.effect.map { Origin.feedback($0.feedback) }
    let entry = EntryFact(
      origin: origin ?? tag.origin(names), accepted: nil, waiting: nil, site: EmissionSite(site),
      cause: kept?.cause)
    tell(ToldFact(fact: .refused(reason, entry), number: nil, event: event))
  }
}

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

/// Attaches a monitor to a loop: returns the closure that is called with each fact.
typealias MonitorEntry =
  @Sendable (LoopID, any SpinScheduler) -> @Sendable (ToldFact) -> Void

/// The monitors of a run and its name, for code that does not know the types.
struct MonitorSettings {
  let name: String?
  let monitors: [MonitorEntry]
  /// Whether the mailbox must note when and where events are emitted.
  let needNotes: Bool
}
