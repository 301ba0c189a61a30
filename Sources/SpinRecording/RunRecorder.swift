internal import SpinCore
internal import SpinSystem

/// Makes the lines of a log from the facts of one run.
///
/// *Isolation*: called by the loop with the facts of its steps; those of refused events come from any thread,
/// and are only counted.
// Guard: the loop, which tells one fact of a step at a time; `lost` has a lock. There is no lock for the rest,
// because masks and the ids of elements run the user's code.
final class RunRecorder<State: Sendable, Event: Sendable>: @unchecked Sendable {
  private let keeping: StateKeeping
  private let masking: Masking<State, Event>
  /// Whether the log ends before the first event that carries a `Reply`.
  private let endsAtReply: Bool
  private var isOver = false
  /// Whether the loop has noted its stop: what it takes then is dropped.
  private(set) var hasStopped = false
  /// Whether the state of the newest transition was kept.
  private var lastIsKept = false
  /// The time of transition 0.
  private var begin = Duration.zero
  /// What is known of the event that was taken and is neither reduced nor dropped.
  private var taken: Taken?
  /// The ordinals of the executions that are alive, or may still deliver.
  private var executions: [UInt64: Execution] = [:]
  /// The executions that are over, oldest first.
  private var over: [UInt64] = []
  private var names = FeedbackNames()
  /// How many executions each feedback has had, and each element of it, by their names.
  ///
  /// NB: they are kept when the element has gone, so that no two executions of a log have one name.
  private var counts: [String: Int] = [:]
  private var holds: [String: Int] = [:]
  /// The newest hold of each feedback and element, whose alarm may still ring.
  private var newestHolds: [String: UInt64] = [:]

  /// NB: without the event, which is asked for when it is reduced, so that no value of a loop's type is
  /// moved.
  private struct Taken {
    let sender: RunSender
    let time, waited: Duration
    let site: String?
    let endsPart, isForgotten: Bool
  }

  /// How many events the full mailbox has given up since the newest entry; of any thread.
  private let lost = Guarded(0)

  /// The sites that events were emitted at, in words.
  private var sites: [CodeSite: String?] = [:]

  private struct Execution {
    /// The feedback, with its element.
    let feedback: String
    let ordinal: Int
    let isHold: Bool
    /// The ordinals of the stages.
    var stages: [UInt64: Int] = [:]
    /// How many stages have started.
    var stageCount = 0
    /// The stages that are over, oldest first.
    var overStages: [UInt64] = []

    mutating func note(_ stage: UInt64) {
      stageCount += 1
      stages[stage] = stageCount
    }

    mutating func forget(_ stage: UInt64, _ limit: Int) {
      overStages.append(stage)
      guard overStages.count == 2 * limit else { return }
      for old in overStages.prefix(limit) { stages[old] = nil }
      overStages.removeFirst(limit)
    }
  }

  /// How many executions, and stages of each, that are over are remembered, because an event of theirs may still be
  /// taken.
  private static var overLimit: Int { 4_096 }

  init(
    _ keeping: StateKeeping, _ masking: Masking<State, Event>, endsAtReply: Bool = false
  ) {
    self.keeping = keeping
    self.masking = masking
    self.endsAtReply = endsAtReply
  }

  /// Notes that the mailbox has given up an event.
  ///
  /// *Isolation*: any thread may call it.
  func noteLoss(_ fact: Fact) {
    guard case .refused(let reason, _) = fact, reason == .full || reason == .coalesced else {
      return
    }
    lost.withLock { $0 += 1 }
  }

  private func takeLost() -> Int {
    lost.withLock { count in
      defer { count = 0 }
      return count
    }
  }

  /// Passes on the line that a fact adds to the log, if it adds one.
  func note(
    _ told: borrowing MonitoredFact<State, Event>, _ add: (RunLine<State, Event>) -> Void
  ) {
    if isOver { return }
    switch told.fact {
    case .taken(let entry) where endsAtReply && entry.isForgotten: isOver = true
    case .taken(let entry):
      let now = told.stepTime ?? begin
      taken = Taken(
        sender: sender(entry), time: now - begin,
        waited: entry.accepted.map { max(now - $0, .zero) } ?? .zero,
        site: entry.place.flatMap(site), endsPart: entry.endsPart,
        isForgotten: entry.isForgotten)
    case .reduced: reduced(told, add)
    case .dropped(let reason, _):
      guard let taken = taken.take() else { return }
      add(
        .entry(
          RunLog.Entry(
            sender: taken.sender, event: told.event.map(masking.event),
            outcome: .dropped(reason: "\(reason)"), time: taken.time, waited: taken.waited,
            site: taken.site, lostBefore: takeLost(), endsPart: taken.endsPart)))
    case .ended(let effect, let reason): add(message(.ended(reason), effect, told.stepTime))
    case .alarmRang(let effect):
      add(message(.alarm, effect, told.stepTime))
      endHold(effect.execution)
    case .asked(let effect, let count): add(message(.asked(taken: count), effect, told.stepTime))
    case .stopped:
      hasStopped = true
      let state = keeping.keepsLast && !lastIsKept ? told.stateAtStop : nil
      add(.end(isCutOff: told.stepIsCut, state.map(masking.state)))
    case .described(let feedback, let effect):
      if let effect = described(feedback, effect, told.shape) { add(.effect(effect)) }
    case .started(let effect):
      _ = execution(effect.execution, effect.feedback)
      if let stage = effect.stage { note(stage, of: effect) }
    case .alarmSet(let effect, let alarm): if alarm.purpose == .throttle { hold(effect) }
    case .cancelled(let effect, let reason):
      if let stage = effect.stage { return forget(stage, of: effect) }
      if reason != .stopped, let known = executions[effect.execution], !known.isHold {
        add(.cancelled(RunExecution(feedback: known.feedback, number: known.ordinal)))
      }
      forget(effect.execution)
    case .finished(let effect):
      if let stage = effect.stage { forget(stage, of: effect) } else { forget(effect.execution) }
    case .refused, .published, .answered, .suspended, .resumed, .settled: break
    }
  }

  private func reduced(
    _ told: borrowing MonitoredFact<State, Event>, _ add: (RunLine<State, Event>) -> Void
  ) {
    guard let number = told.number else { return }
    if number == 0 { begin = told.stepTime ?? .zero }
    let taken = taken.take()
    lastIsKept = keeping.keeps(number)
    let state = lastIsKept ? told.transition.map { masking.state($0.state) } : nil
    add(
      .entry(
        RunLog.Entry(
          sender: taken?.sender ?? .start, event: told.event.map(masking.event),
          outcome: number == 0 ? .begins(number: 0) : .reduced(number: number),
          time: taken?.time ?? .zero, waited: taken?.waited ?? .zero, site: taken?.site,
          lostBefore: takeLost(), endsPart: taken?.endsPart ?? false,
          isForgotten: taken?.isForgotten ?? false,
          state: state)))
  }

  private func message(
    _ message: RunMessage, _ effect: EffectFact, _ time: Duration?
  ) -> RunLine<State, Event> {
    .entry(
      RunLog.Entry(
        sender: sender(effect), event: nil, outcome: .message(message),
        time: time.map { $0 - begin } ?? .zero, waited: .zero, site: nil, lostBefore: takeLost()))
  }

  private func described(
    _ feedback: FeedbackOrigin, _ effect: DescribedEffect, _ shape: String?
  ) -> RunEffect? {
    switch effect {
    case .nothing: return nil
    case .events, .waits:
      return RunEffect(
        feedback: names.name(feedback.asDelivered), execution: nil, shape: shape ?? "")
    case .execution(let number, _):
      let execution = execution(number, feedback)
      return RunEffect(
        feedback: execution.feedback, execution: execution.ordinal, shape: shape ?? "")
    }
  }

  // MARK: Names

  private func sender(_ entry: EntryFact) -> RunSender {
    switch entry.origin {
    case .start, .whole: .start
    case .outside: .outside
    case .feedback(let feedback):
      entry.effect.map { feedback.isImmediate ? subscription($0) : sender($0) }
        ?? .immediate(of: names.name(feedback.asDelivered))
    }
  }

  private func subscription(_ effect: EffectFact) -> RunSender {
    let execution = execution(effect.execution, effect.feedback)
    return .subscription(of: execution.feedback, execution: execution.ordinal)
  }

  /// Returns the words for an execution, or for a stage of one, that has started.
  func sender(_ effect: EffectFact) -> RunSender {
    let execution = execution(effect.execution, effect.feedback)
    if execution.isHold { return .throttle(of: execution.feedback, count: execution.ordinal) }
    return .effect(
      of: execution.feedback, execution: execution.ordinal,
      stage: effect.stage.map { execution.stages[$0] ?? 1 })
  }

  /// Returns what is known of an execution; an unknown execution gets the next number.
  private func execution(_ number: UInt64, _ feedback: FeedbackOrigin) -> Execution {
    if let known = executions[number] { return known }
    let name = names.name(feedback.asDelivered)
    let ordinal = (counts[name] ?? 0) + 1
    counts[name] = ordinal
    let execution = Execution(feedback: name, ordinal: ordinal, isHold: false)
    executions[number] = execution
    return execution
  }

  private func site(_ place: CodeSite) -> String? {
    if let known = sites[place] { return known }
    let words = EmissionSite(place).map {
      EmissionSite(fileID: $0.fileID, line: $0.line).description
    }
    sites[place] = .some(words)
    return words
  }

  private func hold(_ effect: EffectFact) {
    let name = names.name(effect.feedback.asDelivered)
    let ordinal = (holds[name] ?? 0) + 1
    holds[name] = ordinal
    executions[effect.execution] = Execution(feedback: name, ordinal: ordinal, isHold: true)
    // NB: not forgotten yet, because a throttle may be long; and nothing tells that a hold is cancelled.
    if let old = newestHolds.updateValue(effect.execution, forKey: name) { forget(old) }
  }

  /// Notes that the alarm of a hold has rung.
  private func endHold(_ execution: UInt64) {
    guard let hold = executions[execution], hold.isHold else { return }
    if newestHolds[hold.feedback] == execution { newestHolds[hold.feedback] = nil }
    forget(execution)
  }

  private func note(_ stage: UInt64, of effect: EffectFact) {
    executions[effect.execution]?.note(stage)
  }

  /// Notes that a stage is over, of which an effect that tries again without end has many.
  private func forget(_ stage: UInt64, of effect: EffectFact) {
    executions[effect.execution]?.forget(stage, Self.overLimit)
  }

  /// Notes that an execution is over: it is forgotten when many others are over, too.
  private func forget(_ execution: UInt64) {
    over.append(execution)
    guard over.count == 2 * Self.overLimit else { return }
    for old in over.prefix(Self.overLimit) { executions[old] = nil }
    over.removeFirst(Self.overLimit)
  }
}

extension FeedbackOrigin {
  /// The feedback without the note that an event of it was immediate.
  fileprivate var asDelivered: FeedbackOrigin {
    isImmediate ? FeedbackOrigin(index: index, name: name, element: element) : self
  }
}

/// What is kept instead of events and states, such as passwords.
struct Masking<State: Sendable, Event: Sendable>: Sendable {
  let event: @Sendable (Event) -> Event
  let state: @Sendable (State) -> State
}
