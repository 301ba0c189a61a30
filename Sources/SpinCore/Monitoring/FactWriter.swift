/// Puts the facts of one run into lines, for
/// ``Monitor/log(excluding:answers:limit:showingStates:to:ignoring:)``.
///
/// *Isolation*: called by the loop; with ``Fact/refused(_:_:)``, by any thread.
package final class FactWriter<State: Sendable, Event: Sendable>: Sendable {
  /// What a feedback, or an element of it, wants and does.
  private struct Work {
    /// The newest execution.
    var execution: UInt64?
    var isAlive = false
    /// Whether the wanted effect has not begun.
    var isWaiting = false
    /// Whether it has been described, and waits behind another one.
    var isQueued = false
    /// Whether the newest wanted effect never starts.
    var isSkipped = false
    /// The value for which the effect is wanted.
    var value: String?
  }

  private struct Memory {
    /// Whether it is not known yet what becomes of the event that was taken last.
    var isOpen = false
    /// The words about that event, if it is shown.
    var taken: String?
    /// What is said after those words.
    var held: [String] = []
    var works: [FeedbackOrigin: Work] = [:]
    /// The number of works after which those that are over are forgotten.
    var workLimit = Memory.leastLimit
    static var leastLimit: Int { 10_000 }
    /// The calls that have emitted events, in words; some have none.
    var sites: [CodeSite: String?] = [:]
    var news: AnswerNews
  }

  private let prefix: String
  private let excluded: [String]
  private let limit: Int
  private let showsStates: Bool
  private let holdsEnds: Bool
  private let isIgnored: @Sendable (Event) -> Bool
  @safe @exclusivity(unchecked) nonisolated(unsafe) private var memory: Memory
  // Guard: the owner of the drain.

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - name: The name of the run.
  ///   - excluded: The names of the feedbacks to leave out.
  ///   - answers: Which answers that start nothing have lines.
  ///   - limit: The length at which events and values are cut.
  ///   - showsStates: Whether the line of an event ends with the state after it.
  ///   - holdsEnds: Whether the line about an effect that an event ends waits for the line of the event.
  ///   - isIgnored: Returns whether to leave an event out.
  package init(
    _ name: String? = nil, excluding excluded: [String] = [], answers: LoggedAnswers, limit: Int,
    showingStates showsStates: Bool = false, holdsEnds: Bool = true,
    ignoring isIgnored: @escaping @Sendable (Event) -> Bool = { _ in false }
  ) {
    prefix = name.map { "\($0) " } ?? ""
    self.excluded = excluded
    memory = Memory(news: AnswerNews(answers))
    self.limit = limit
    self.showsStates = showsStates
    self.holdsEnds = holdsEnds
    self.isIgnored = isIgnored
  }

  private func isExcluded(_ feedback: FeedbackOrigin?) -> Bool {
    feedback.map { feedback in excluded.contains { feedback.isMeant(by: $0) } } ?? false
  }

  private func cut(_ text: String) -> String { text.cut(to: limit) }

  /// Returns the lines of a fact.
  ///
  /// An event may end effects. The lines about these effects wait for the line of the event.
  package func lines(_ told: borrowing MonitoredFact<State, Event>) -> [String] {
    let number = told.number ?? 0
    switch told.fact {
    case .taken(let entry):
      memory.isOpen = true
      // Not within a step, in which all elements are wanted before the first of them starts.
      if memory.works.count > memory.workLimit { forgetEnded() }
      memory.taken = words(entry, told.event, at: siteInWords(entry.place))
      return []
    case .refused(let reason, let entry):
      // Any thread tells of it, so it has no share in the memory.
      let words = words(entry, told.event, at: entry.site.map { "\($0)" })
      return line(words.map { "\($0) is refused: \(reason.inWords)" })
    case .dropped(let reason, _):
      return line(memory.taken.take().map { "\($0) is dropped: \(reason.inWords)" })
        + takeHeld(number)
    case .reduced:
      let event = memory.taken.take() ?? (number == 0 ? "begins" : nil)
      let state = showsStates ? told.transition.map { " → \(cut(inWords($0.state)))" } : nil
      return line(event.map { "\(number) \($0)\(state ?? "")" }) + takeHeld(number)
    default: break
    }
    guard let words = words(told), !isExcluded(told.fact.feedback) else { return [] }
    if memory.isOpen && holdsEnds {
      memory.held.append(words)
      return []
    }
    return line("\(number) \(words)")
  }

  private func line(_ words: String?) -> [String] { words.map { ["\(prefix)\($0)"] } ?? [] }

  /// Returns the lines that waited for the line of their event, and forgets them.
  private func takeHeld(_ number: Int) -> [String] {
    memory.isOpen = false
    defer { memory.held = [] }
    return memory.held.flatMap { line("\(number) \($0)") }
  }

  /// Describes what happens apart from events.
  private func words(_ told: borrowing MonitoredFact<State, Event>) -> String? {
    switch told.fact {
    case .answered(let feedback, let answer):
      return words(answer, feedback, told).map { "\(feedback) \($0)" }
    case .described(let feedback, let effect):
      return words(effect, feedback).map { "\(feedback) \($0)" }
    case .started(let effect): return started(effect)
    case .finished(let effect) where effect.stage == nil: return ended(effect, "ends")
    case .cancelled(let effect, let reason): return cancelled(effect, reason)
    case .alarmSet(let effect, let alarm): return alarm.inWords.map { "\(name(effect)) \($0)" }
    case .ended(let effect, .failedAttempt):
      return "\(name(effect)) fails in attempt \(effect.attempt ?? 1)"
    case .ended(let effect, .part):
      return "\(name(effect)) ends one of its parts"
    case .suspended: return "is suspended: all events wait until it is resumed"
    case .resumed: return "is resumed"
    case .stopped(.stopped): return "stops"
    case .stopped(let reason): return "stops, because \(reason)"
    case .settled: return "settles"
    case .taken, .refused, .dropped, .reduced, .published, .finished, .alarmRang, .ended, .asked:
      return nil
    }
  }

  // MARK: Events

  /// The event, and where it comes from.
  private func words(_ entry: EntryFact, _ event: Event?, at site: String?) -> String? {
    guard let event, !isIgnored(event) else { return nil }
    var words = cut(inWords(event))
    switch entry.origin {
    case .feedback(let feedback):
      if isExcluded(feedback) { return nil }
      words += " from \(feedback)"
      if let execution = entry.cause?.execution { words += " #\(execution)" }
      if feedback.isImmediate { return words }
    case .outside where site == nil && entry.cause == nil: words += " from outside"
    case .outside, .start, .whole: break
    }
    if let site { words += " at \(site)" }
    guard let cause = entry.cause, cause.execution == nil else { return words }
    return words + " because of \(cause)"
  }

  /// The call that has emitted an event, in words that are made once for each call of the program.
  private func siteInWords(_ site: CodeSite?) -> String? {
    guard let site else { return nil }
    if let known = memory.sites[site] { return known }
    let words = EmissionSite(site).map { "\($0)" }
    memory.sites[site] = .some(words)
    return words
  }

  // MARK: Answers

  private func words(
    _ answer: FeedbackAnswer, _ feedback: FeedbackOrigin,
    _ told: borrowing MonitoredFact<State, Event>
  ) -> String? {
    switch answer {
    case .wants, .waits:
      let old = memory.works[feedback] ?? Work()
      memory.works[feedback] = Work(
        execution: old.execution, isAlive: old.isAlive, isWaiting: old.isWaiting,
        value: told.selected)
    case .skips: memory.works[feedback, default: Work()].isSkipped = true
    case .keeps, .wantsNothing: break
    }
    let work = memory.works[feedback] ?? Work()
    var isWaiting = false
    // NB: a write costs more than all the rest of an answer, and most answers change nothing.
    defer { if isWaiting != work.isWaiting { memory.works[feedback]?.isWaiting = isWaiting } }
    switch answer {
    case .wants: return nil
    case .waits(let reason):
      isWaiting = true
      memory.news.forget(feedback)
      if memory.news.told == .none { return nil }
      return "waits\(work.value.map { " with \(cut($0))" } ?? "") for \(reason.rawValue)"
    case .skips(let reason):
      let value = told.selected.map(cut)
      guard memory.news.mustSay(answer, for: value, of: feedback) else { return nil }
      return "skips \(value ?? "an effect"): \(reason.rawValue)"
    case .wantsNothing(let reason):
      let isNews = memory.news.mustSay(answer, of: feedback)
      if reason == .elementLeft || reason == .partEnded { forget(feedback) }
      guard isNews else { return nil }
      // Nothing waits behind an effect that has ended.
      let isLost = work.isWaiting && (work.isAlive || !work.isQueued)
      let lost = work.value.map(cut) ?? "what has waited"
      return "\(answer)\(isLost ? ", so \(lost) never starts" : "")"
    case .keeps(let reason):
      isWaiting = work.isWaiting
      guard memory.news.mustSay(answer, of: feedback) else { return nil }
      if let execution = work.execution, work.isAlive {
        return "keeps #\(execution): \(reason.rawValue)"
      }
      if work.isWaiting { return "keeps waiting: \(reason.rawValue)" }
      // The strategy skipped this value, and the value has not changed since then.
      let end =
        work.isSkipped
        ? " since it was skipped" : work.execution.map { " since #\($0), which has ended" } ?? ""
      return "starts nothing: \(reason.rawValue)\(end)"
    }
  }

  /// Forgets an element that is gone, or all elements of a feedback.
  ///
  /// An element that comes back counts as a new one.
  private func forget(_ feedback: FeedbackOrigin) {
    memory.works[feedback] = nil
    memory.news.forget(feedback)
    guard feedback.element == nil else { return }
    memory.works = memory.works.filter { $0.key.index != feedback.index }
    memory.news.forgetAll(of: feedback.index)
  }

  private func words(_ effect: DescribedEffect, _ feedback: FeedbackOrigin) -> String? {
    let work = memory.works[feedback]
    memory.works[feedback]?.isWaiting = effect == .waits
    memory.works[feedback]?.isQueued = effect == .waits
    if effect == .nothing {
      let value = value(feedback)
      guard memory.news.mustSay(nil, for: value, of: feedback) else { return nil }
      return "was called\(value), and returned no effect"
    }
    memory.news.forget(feedback)
    switch effect {
    case .nothing, .execution: return nil
    case .events:
      memory.works[feedback]?.execution = nil
      return "emits at once\(value(feedback))"
    case .waits:
      let other = work?.execution.map { "#\($0)" } ?? "the effect before it"
      return "queues \(work?.value.map(cut) ?? "an effect") behind \(other)"
    }
  }

  /// The value for which a feedback wants an effect, behind the word “for”; empty if there is no value.
  private func value(_ feedback: FeedbackOrigin) -> String {
    memory.works[feedback]?.value.map { " for \(cut($0))" } ?? ""
  }

  // MARK: Effects

  private func name(_ effect: EffectFact) -> String { "\(effect.feedback) #\(effect.execution)" }

  private func started(_ effect: EffectFact) -> String? {
    if let attempt = effect.attempt { return "\(name(effect)) makes attempt \(attempt)" }
    guard effect.stage == nil else { return nil }
    let value = memory.works[effect.feedback]?.value
    memory.works[effect.feedback] = Work(execution: effect.execution, isAlive: true, value: value)
    return "\(effect.feedback) starts #\(effect.execution)\(self.value(effect.feedback))"
  }

  /// Forgets the effects that are over.
  ///
  /// NB: nothing tells that the element of a source or a stream is gone.
  private func forgetEnded() {
    memory.works = memory.works.filter { $0.value.isAlive || $0.value.isWaiting }
    memory.workLimit = max(Memory.leastLimit, 2 * memory.works.count)
  }

  private func ended(_ effect: EffectFact, _ how: String) -> String {
    if memory.works[effect.feedback]?.execution == effect.execution {
      memory.works[effect.feedback]?.isAlive = false
    }
    return "\(name(effect)) \(how)"
  }

  private func cancelled(_ effect: EffectFact, _ reason: CancelReason) -> String? {
    if effect.stage == nil {
      let words = ended(effect, "is \(reason.asEnd)")
      return reason == .inTime ? nil : words
    }
    guard reason == .raced || reason == .timedOut else { return nil }
    return "a branch of \(name(effect)) is \(reason.asEnd)"
  }
}

extension AlarmFact {
  /// What the effect does with the alarm; `nil` if another fact says it.
  fileprivate var inWords: String? {
    switch purpose {
    case .delay: "sleeps for \(delay)"
    case .period: "emits every \(delay)"
    case .frames: "emits with each frame"
    case .backoff: "sleeps for \(delay) before its next attempt"
    case .timeout: "must end within \(delay)"
    case .throttle: nil
    }
  }
}
