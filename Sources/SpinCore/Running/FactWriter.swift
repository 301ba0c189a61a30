/// Puts the facts of one run into lines, for ``Monitor/log(excluding:limit:showingStates:to:ignoring:)``.
///
/// *Isolation*: called by the loop; ``refusal(_:_:_:)`` by any thread.
package final class FactWriter: Sendable {
  private struct Memory {
    /// Whether it is not known yet what becomes of the event that was taken last.
    var isOpen = false
    /// The words about that event, if it is shown.
    var taken: String?
    /// What is said after those words.
    var held: [String] = []
    /// The newest execution of each feedback and element, and whether it is alive.
    var newest: [FeedbackOrigin: (execution: UInt64, isAlive: Bool)] = [:]
    /// The feedbacks and elements whose wanted effect has not begun.
    var waiting: Set<FeedbackOrigin> = []
    /// The values for which feedbacks want effects.
    var selected: [Int: String] = [:]
  }

  private let prefix: String
  private let excluded: [String]
  private let limit: Int
  private let holdsEnds: Bool
  @safe @exclusivity(unchecked) nonisolated(unsafe) private var memory = Memory()
  // Guard: the owner of the drain.

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - name: The name of the run.
  ///   - excluded: The names of the feedbacks to leave out.
  ///   - limit: The length at which events and values are cut.
  ///   - holdsEnds: Whether the line of an end that comes with an event waits for the line of the event.
  package init(
    _ name: String?, excluding excluded: [String], limit: Int, holdsEnds: Bool = true
  ) {
    self.holdsEnds = holdsEnds
    prefix = name.map { "\($0) " } ?? ""
    self.excluded = excluded
    self.limit = limit
  }

  private func isExcluded(_ feedback: FeedbackOrigin) -> Bool {
    excluded.contains { feedback.isMeant(by: $0) }
  }

  /// Cuts a long text.
  private func cut(_ text: String) -> String {
    text.count > limit ? "\(text.prefix(limit))…" : text
  }

  /// Returns the line of an event that was refused.
  func refusal(_ reason: DropReason, _ entry: EntryFact, _ event: String) -> String? {
    if case .feedback(let feedback) = entry.origin, isExcluded(feedback) { return nil }
    return "\(prefix)\(cut(event))\(source(entry)) is refused: \(reason.inWords)"
  }

  /// Returns the lines of a fact.
  ///
  /// - Parameters:
  ///   - fact: The fact.
  ///   - number: The number of the transition.
  ///   - event: The event, as it is printed; `nil` if there is none, or to ignore it.
  ///   - state: The state, as it is printed, if it is shown.
  ///   - selected: The selected value, as it is printed.
  /// - Returns: The lines; those of an end that comes with an event wait for the line of the event.
  package func lines(
    _ fact: Fact, _ number: Int, event: @autoclosure () -> String?,
    state: @autoclosure () -> String?,
    selected: @autoclosure () -> String?
  ) -> [String] {
    let words: String?
    switch fact {
    case .taken(let entry):
      memory.isOpen = true
      memory.taken = taken(entry, event())
      return []
    case .dropped(let reason, _):
      let line = memory.taken.take().map { "\(prefix)\($0) is dropped: \(reason.inWords)" }
      return (line.map { [$0] } ?? []) + takeHeld(number)
    case .reduced:
      let line = memory.taken.take() ?? (number == 0 ? "begins" : nil)
      let shown = line.map { line in line + (state().map { " → \(cut($0))" } ?? "") }
      return (shown.map { ["\(prefix)\(number) \($0)"] } ?? []) + takeHeld(number)
    case .answered(let feedback, let answer):
      if answer == .wants { memory.selected[feedback.index] = selected() }
      noteWaiting(answer, feedback)
      words = isExcluded(feedback) ? nil : self.words(answer, feedback)
      // An element that is gone comes back as a new one.
      if answer == .wantsNothing(.elementLeft) || answer == .wantsNothing(.partEnded) {
        memory.newest[feedback] = nil
      }
    case .described(let feedback, let effect):
      if case .events = effect { memory.newest[feedback] = nil }
      memory.waiting.remove(feedback)
      words = isExcluded(feedback) ? nil : self.words(effect, feedback)
    case .started(let effect): words = started(effect)
    case .finished(let effect): words = finished(effect)
    case .cancelled(let effect, let reason): words = cancelled(effect, reason)
    case .alarmSet(let effect, let alarm): words = self.words(alarm, effect)
    case .stopped: words = "stops"
    case .settled: words = "settles"
    case .published, .alarmRang, .refused: words = nil
    }
    guard let words else { return [] }
    if memory.isOpen && holdsEnds {
      memory.held.append(words)
      return []
    }
    return ["\(prefix)\(number) \(words)"]
  }

  /// Takes what was held until the line of an event.
  private func takeHeld(_ number: Int) -> [String] {
    memory.isOpen = false
    defer { memory.held = [] }
    return memory.held.map { "\(prefix)\(number) \($0)" }
  }

  // MARK: Events

  private func taken(_ entry: EntryFact, _ event: String?) -> String? {
    guard let event else { return nil }
    if case .feedback(let feedback) = entry.origin, isExcluded(feedback) { return nil }
    return "\(cut(event))\(source(entry))"
  }

  /// Where an event comes from, after the event.
  private func source(_ entry: EntryFact) -> String {
    var words = ""
    if case .feedback(let feedback) = entry.origin {
      words = " from \(feedback)"
      if let execution = entry.cause?.execution { words += " #\(execution)" }
    }
    if let site = entry.site { words += " at \(site)" }
    if case .outside = entry.origin, words.isEmpty, entry.cause == nil { words = " from outside" }
    guard let cause = entry.cause, cause.execution == nil else { return words }
    if case .feedback(let feedback) = entry.origin, feedback.isImmediate { return words }
    return words + " because of \(cause)"
  }

  // MARK: Answers

  private func words(_ answer: FeedbackAnswer, _ feedback: FeedbackOrigin) -> String? {
    let newest = memory.newest[feedback]
    let number = newest.map { "#\($0.execution)" } ?? "an effect"
    switch answer {
    case .wants: return nil
    case .keeps(let reason):
      if newest?.isAlive == true { return "\(feedback) keeps \(number): \(reason.inWords)" }
      if memory.waiting.contains(feedback) {
        return "\(feedback) keeps waiting: \(reason.inWords)"
      }
      if reason == .samePart {
        return "\(feedback) starts nothing: its part is absent or unchanged"
      }
      let end = newest == nil ? "" : ", and \(number) has ended"
      return "\(feedback) starts nothing: \(reason.inWords)\(end)"
    case .skips(.strategy):
      return "\(feedback) starts nothing: \(number) runs, and its strategy ignores new states"
    case .wantsNothing, .waits, .skips: return "\(feedback) \(answer)"
    }
  }

  private func noteWaiting(_ answer: FeedbackAnswer, _ feedback: FeedbackOrigin) {
    switch answer {
    case .waits: memory.waiting.insert(feedback)
    case .wants, .wantsNothing, .skips: memory.waiting.remove(feedback)
    case .keeps: break
    }
  }

  private func words(_ effect: DescribedEffect, _ feedback: FeedbackOrigin) -> String? {
    switch effect {
    case .nothing: return "\(feedback) describes nothing\(value(feedback))"
    case .events, .execution: return nil
    case .waits:
      let other =
        memory.newest[feedback].map { " of #\($0.execution)" } ?? " of the effect before it"
      let value = memory.selected[feedback.index].map { " with \(cut($0))" } ?? ""
      return "\(feedback) waits\(value) for the end\(other)"
    }
  }

  /// The value for which a feedback wants an effect, after other words.
  private func value(_ feedback: FeedbackOrigin) -> String {
    memory.selected[feedback.index].map { " \(cut($0))" } ?? ""
  }

  // MARK: Effects

  private func name(_ effect: EffectFact) -> String { "\(effect.feedback) #\(effect.execution)" }

  private func started(_ effect: EffectFact) -> String? {
    if effect.stage == nil { memory.newest[effect.feedback] = (effect.execution, true) }
    if isExcluded(effect.feedback) { return nil }
    if let attempt = effect.attempt { return "\(name(effect)) makes attempt \(attempt)" }
    if effect.stage != nil { return nil }
    return "\(effect.feedback) starts #\(effect.execution)\(value(effect.feedback))"
  }

  private func finished(_ effect: EffectFact) -> String? {
    if effect.stage != nil { return nil }
    noteEnd(effect)
    return isExcluded(effect.feedback) ? nil : "\(name(effect)) ends"
  }

  private func noteEnd(_ effect: EffectFact) {
    if memory.newest[effect.feedback]?.execution == effect.execution {
      memory.newest[effect.feedback]?.isAlive = false
    }
  }

  private func cancelled(_ effect: EffectFact, _ reason: CancelReason) -> String? {
    if effect.stage == nil { noteEnd(effect) }
    if isExcluded(effect.feedback) || reason == .inTime { return nil }
    guard effect.stage == nil || reason == .raced || reason == .timedOut else { return nil }
    let part = effect.stage == nil ? "" : "a part of "
    return "\(part)\(name(effect)) is cancelled: \(reason.inWords)"
  }

  private func words(_ alarm: AlarmFact, _ effect: EffectFact) -> String? {
    if isExcluded(effect.feedback) { return nil }
    let name = name(effect)
    return switch alarm.purpose {
    case .delay: "\(name) waits \(alarm.delay)"
    case .period: "\(name) emits every \(alarm.delay)"
    case .frames: "\(name) emits with each frame"
    case .backoff: "\(name) waits \(alarm.delay) for its next attempt"
    case .timeout: "\(name) must end within \(alarm.delay)"
    case .throttle: nil
    }
  }
}
