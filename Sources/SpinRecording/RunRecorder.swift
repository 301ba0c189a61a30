/// Makes the lines of a log from the facts of one run.
///
/// *Isolation*: called by the loop with the facts of its steps; those of refused events, which come from any thread,
/// are left out before.
final class RunRecorder<State: Sendable, Event: Sendable>: @unchecked Sendable {
  // Guard: the loop, which tells one fact of a step at a time.
  private let keeping: StateKeeping
  private let masking: Masking<State, Event>
  /// The time of transition 0.
  private var begin = Duration.zero
  /// The entry that was taken and is neither reduced nor dropped.
  private var taken: RunLog<State, Event>.Entry?
  /// The ordinals of the executions that are alive, or may still deliver.
  private var executions: [UInt64: Execution] = [:]
  /// The executions that are over, oldest first.
  private var over: [UInt64] = []
  /// How many executions each feedback has had, and each element of it.
  private var counts: [FeedbackOrigin: Int] = [:]
  private var holds: [FeedbackOrigin: Int] = [:]

  /// The sites that events were emitted at, in words.
  private var sites: [CodeSite: String?] = [:]

  private struct Execution {
    /// The feedback, with its element.
    let feedback: String
    let ordinal: Int
    /// The ordinals of the stages.
    var stages: [UInt64: Int] = [:]
    let isHold: Bool
  }

  /// How many executions that are over are remembered, because an event of theirs may still be taken.
  private static var overLimit: Int { 4_096 }

  init(_ keeping: StateKeeping, _ masking: Masking<State, Event>) {
    self.keeping = keeping
    self.masking = masking
  }

  /// Returns the line that a fact adds to the log; `nil` for a fact that adds none.
  func line(_ told: borrowing MonitoredFact<State, Event>) -> RunLine<State, Event>? {
    switch told.fact {
    case .taken(let entry):
      taken = made(
        sender(entry), told.event.map(masking.event), .dropped(reason: ""), told,
        waited: entry.accepted, site: entry.place.flatMap(site))
      return nil
    case .reduced:
      guard let transition = told.transition else { return nil }
      let number = transition.number
      if number == 0 { begin = told.stepTime ?? .zero }
      var entry = taken.take() ?? made(.start, nil, .begins(number: number), told)
      if number != 0 { entry.outcome = .reduced(number: number) }
      if keeping.keeps(number) { entry.state = masking.state(transition.state) }
      return .entry(entry)
    case .dropped(let reason, _):
      guard var entry = taken.take() else { return nil }
      entry.outcome = .dropped(reason: "\(reason)")
      return .entry(entry)
    case .ended(let effect, let reason): return message(.ended(reason), effect, told)
    case .alarmRang(let effect): return message(.alarm, effect, told)
    case .asked(let effect, let count): return message(.asked(taken: count), effect, told)
    case .described(let feedback, let effect): return described(feedback, effect, told)
    case .started(let effect):
      _ = execution(effect.execution, effect.feedback)
      if let stage = effect.stage { note(stage, of: effect) }
      return nil
    case .alarmSet(let effect, let alarm) where alarm.purpose == .throttle:
      hold(effect)
      return nil
    case .finished(let effect) where effect.stage == nil,
      .cancelled(let effect, _) where effect.stage == nil:
      forget(effect.execution)
      return nil
    case .refused, .published, .answered, .finished, .cancelled, .alarmSet, .suspended, .resumed,
      .stopped, .settled:
      return nil
    }
  }

  private func made(
    _ sender: RunSender, _ event: Event?, _ outcome: RunOutcome,
    _ told: borrowing MonitoredFact<State, Event>, waited accepted: Duration? = nil,
    site: String? = nil
  ) -> RunLog<State, Event>.Entry {
    let now = told.stepTime ?? begin
    return RunLog.Entry(
      sender: sender, event: event, outcome: outcome, time: now - begin,
      waited: accepted.map { max(now - $0, .zero) } ?? .zero, site: site)
  }

  private func message(
    _ message: RunMessage, _ effect: EffectFact, _ told: borrowing MonitoredFact<State, Event>
  ) -> RunLine<State, Event>? {
    .entry(made(sender(effect), nil, .message(message), told))
  }

  private func described(
    _ feedback: FeedbackOrigin, _ effect: DescribedEffect,
    _ told: borrowing MonitoredFact<State, Event>
  ) -> RunLine<State, Event>? {
    let shape = told.shape ?? ""
    switch effect {
    case .nothing: return nil
    case .events, .waits:
      return .effect(RunEffect(feedback: "\(feedback)", execution: nil, shape: shape))
    case .execution(let number, _):
      let execution = execution(number, feedback)
      return .effect(
        RunEffect(feedback: execution.feedback, execution: execution.ordinal, shape: shape))
    }
  }

  // MARK: Names

  private func sender(_ entry: EntryFact) -> RunSender {
    switch entry.origin {
    case .start, .whole: .start
    case .outside: .outside
    case .feedback(let feedback):
      entry.effect.map(sender) ?? .immediate(of: "\(feedback.asDelivered)")
    }
  }

  private func sender(_ effect: EffectFact) -> RunSender {
    let execution = execution(effect.execution, effect.feedback)
    if execution.isHold { return .throttle(of: execution.feedback, count: execution.ordinal) }
    return .effect(
      of: execution.feedback, execution: execution.ordinal,
      stage: effect.stage.map { execution.stages[$0] ?? 1 })
  }

  /// Returns what is known of an execution, whose number is the next one if nothing is.
  private func execution(_ number: UInt64, _ feedback: FeedbackOrigin) -> Execution {
    if let known = executions[number] { return known }
    let ordinal = (counts[feedback.asDelivered] ?? 0) + 1
    counts[feedback.asDelivered] = ordinal
    let execution = Execution(
      feedback: "\(feedback.asDelivered)", ordinal: ordinal, isHold: false)
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
    let ordinal = (holds[effect.feedback] ?? 0) + 1
    holds[effect.feedback] = ordinal
    executions[effect.execution] = Execution(
      feedback: "\(effect.feedback)", ordinal: ordinal, isHold: true)
    forget(effect.execution)
  }

  private func note(_ stage: UInt64, of effect: EffectFact) {
    let count = executions[effect.execution]?.stages.count ?? 0
    executions[effect.execution]?.stages[stage] = count + 1
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
  /// The feedback without whether an event of it was immediate.
  fileprivate var asDelivered: FeedbackOrigin {
    isImmediate ? FeedbackOrigin(index: index, name: name, element: element) : self
  }
}

/// What is kept instead of events and states, such as passwords.
struct Masking<State: Sendable, Event: Sendable>: Sendable {
  let event: @Sendable (Event) -> Event
  let state: @Sendable (State) -> State
}
