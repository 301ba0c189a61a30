import SpinCore

/// The laws of what a monitor is told of any run.
struct MonitorLaws {
  private let record: Record
  private let complaints = Complaints()
  private var loop: LoopID?
  /// The feedback and the element of each execution.
  private var executions: [UInt64: FeedbackOrigin] = [:]
  /// The event that was taken and is neither reduced nor dropped.
  private var open: Word?
  private var newest = -1
  /// What has started and has not ended, and what has ended.
  private var alive: Set<EffectFact> = []
  private var over: Set<EffectFact> = []
  private var taken: [Word?] = []
  /// Whether the event that was taken last has no cause.
  private var isOrphan = false
  private var dropped = 0

  /// Returns the laws that the facts of a run break.
  static func complaints(_ record: Record) -> [String] {
    var laws = MonitorLaws(record: record)
    for told in record.facts { laws.check(told) }
    laws.expect(laws.open == nil, "event \(laws.open as Any) was taken, and nothing came of it")
    laws.expect(laws.alive.isEmpty, "these have no end: \(laws.alive)")
    laws.checkAgainstLines()
    return laws.complaints.all
  }

  private init(record: Record) {
    self.record = record
  }

  private func expect(_ condition: Bool, _ complaint: @autoclosure () -> String) {
    if !condition { complaints.all.append("a monitor was told wrongly: \(complaint())") }
  }

  private mutating func check(_ told: ToldFact) {
    switch told.fact {
    case .taken(let entry):
      expect(open == nil, "nothing came of the event before \(told.event as Any)")
      expect(told.number == newest + 1, "\(told.number as Any) follows \(newest)")
      open = told.event
      taken.append(told.event)
      isOrphan = false
      checkCause(entry, told)
      checkOrigin(entry, told)
    case .dropped(_, let entry):
      checkOrigin(entry, told)
      expect(open == told.event, "\(told.event as Any) was dropped instead of \(open as Any)")
      open = nil
      dropped += 1
    case .reduced:
      expect(!isOrphan, "\(open as Any) was reduced, and has no cause")
      expect(told.number == newest + 1, "transition \(told.number as Any) follows \(newest)")
      newest += 1
      open = nil
    case .published: expect(told.number == newest, "\(newest) was published as another one")
    case .started(let effect):
      expect(!alive.contains(effect) && !over.contains(effect), "\(effect) starts twice")
      expect(effect.transition <= newest, "\(effect) is described by a transition to come")
      if effect.stage != nil {
        expect(alive.contains { $0.isWhole(of: effect) }, "\(effect) is a stage of nothing alive")
      }
      alive.insert(effect)
      executions[effect.execution] = effect.feedback
    case .finished(let effect), .cancelled(let effect, _):
      let wasAlive = alive.remove(effect) != nil
      expect(wasAlive, "\(effect) ends, and is not alive")
      over.insert(effect)
    case .alarmSet(let effect, let alarm):
      expect(alive.contains(effect) || alarm.purpose == .throttle, "a dead \(effect) sets an alarm")
    case .refused(_, let entry):
      checkOrigin(entry, told)
      expect(told.number == nil, "a refused event has a number")
    case .ended(let effect, _), .asked(let effect, _):
      expect(alive.contains(effect), "a dead \(effect) ends a part, or asks for a state")
    case .answered, .described, .alarmRang, .suspended, .resumed, .stopped, .settled: break
    }
  }

  /// An event of an effect names the element of the effect, even if both are gone.
  private func checkOrigin(_ entry: EntryFact, _ told: ToldFact) {
    guard case .feedback(let origin) = entry.origin, !origin.isImmediate else { return }
    let known = entry.cause?.execution.flatMap { executions[$0] }
    expect(
      known == origin || entry.cause?.execution == nil && entry.cause?.loop != loop,
      "\(told.event as Any) comes from \(origin), of \(known as Any)")
  }

  /// Each event has a cause, or the call that has emitted it.
  private mutating func checkCause(_ entry: EntryFact, _ told: ToldFact) {
    guard let event = told.event else { return expect(false, "an event is missing") }
    switch entry.origin {
    case .feedback:
      isOrphan = entry.cause == nil
      guard let cause = entry.cause else { return }
      loop = loop ?? cause.loop
      expect(cause.loop == loop, "\(event) has a cause in another loop")
      expect(cause.transition <= newest, "\(event) has a cause that is to come")
    case .outside:
      let isEmitted = record.emissions[event.id] != nil && !record.fromEffects.contains(event.id)
      expect(entry.site != nil || !isEmitted, "\(event) was emitted nowhere")
      if event.echoOf != nil {
        expect(entry.cause?.transition == event.echoOf, "\(event) has \(entry.cause as Any)")
      }
    case .start, .whole: expect(false, "\(event) comes from nowhere")
    }
  }

  /// The facts are those of the record.
  private func checkAgainstLines() {
    let events = record.lines.compactMap { line in
      if case .taken(_, let event?) = line { event } else { nil }
    }
    expect(taken == events, "it has seen \(taken.count) events of \(events.count)")
    let drops = record.lines.count { if case .dropped = $0 { true } else { false } }
    expect(dropped == drops, "it has seen \(dropped) drops of \(drops)")
    let starts = record.lines.count { if case .started = $0 { true } else { false } }
    expect(over.count == starts, "it has seen \(over.count) starts of \(starts)")
  }
}

/// What is wrong; an object, so that it grows while the laws are read.
private final class Complaints {
  var all: [String] = []
}

extension EffectFact {
  /// Whether a stage belongs to it.
  fileprivate func isWhole(of stage: EffectFact) -> Bool {
    self.stage == nil && execution == stage.execution
  }
}
