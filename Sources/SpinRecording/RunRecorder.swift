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

  private struct Execution {
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
        waited: entry.accepted, site: entry.site.map { "\($0)" })
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
      if let stage = effect.stage { note(stage, of: effect) } else { _ = ordinal(of: effect) }
      return nil
    case .alarmSet(let effect, let alarm) where alarm.purpose == .throttle:
      add(effect, to: &holds, isHold: true)
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
      let ordinal = ordinal(of: number, feedback)
      return .effect(RunEffect(feedback: "\(feedback)", execution: ordinal, shape: shape))
    }
  }

  // MARK: Names

  private func sender(_ entry: EntryFact) -> RunSender {
    switch entry.origin {
    case .start, .whole: .start
    case .outside: .outside
    case .feedback(let feedback):
      entry.effect.map(sender) ?? .description(of: "\(feedback.asDelivered)")
    }
  }

  private func sender(_ effect: EffectFact) -> RunSender {
    let feedback = "\(effect.feedback)"
    let execution = executions[effect.execution]
    if execution?.isHold == true {
      return .throttle(of: feedback, count: execution?.ordinal ?? 1)
    }
    return .effect(
      of: feedback, execution: execution?.ordinal ?? ordinal(of: effect),
      stage: effect.stage.map { execution?.stages[$0] ?? 1 })
  }

  private func ordinal(of effect: EffectFact) -> Int {
    ordinal(of: effect.execution, effect.feedback)
  }

  private func ordinal(of number: UInt64, _ feedback: FeedbackOrigin) -> Int {
    if let known = executions[number] { return known.ordinal }
    let ordinal = (counts[feedback.asDelivered] ?? 0) + 1
    counts[feedback.asDelivered] = ordinal
    executions[number] = Execution(ordinal: ordinal, isHold: false)
    return ordinal
  }

  private func add(
    _ effect: EffectFact, to counts: inout [FeedbackOrigin: Int], isHold: Bool
  ) {
    let ordinal = (counts[effect.feedback] ?? 0) + 1
    counts[effect.feedback] = ordinal
    executions[effect.execution] = Execution(ordinal: ordinal, isHold: isHold)
    forget(effect.execution)
  }

  private func note(_ stage: UInt64, of effect: EffectFact) {
    _ = ordinal(of: effect)
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
