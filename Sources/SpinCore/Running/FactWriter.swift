/// Puts the facts of one run into lines, for ``Monitor/log(excluding:limit:showingStates:to:ignoring:)``.
///
/// *Isolation*: called by the loop; with ``Fact/refused(_:_:)``, by any thread.
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
    /// The feedbacks and elements whose newest wanted effect never starts.
    var skipped: Set<FeedbackOrigin> = []
    /// The values for which feedbacks and elements want effects.
    var selected: [FeedbackOrigin: String] = [:]
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

  private func isExcluded(_ feedback: FeedbackOrigin?) -> Bool {
    guard let feedback else { return false }
    return excluded.contains { feedback.isMeant(by: $0) }
  }

  /// Cuts a long text.
  private func cut(_ text: String) -> String {
    text.count > limit ? "\(text.prefix(limit))…" : text
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
    switch fact {
    case .taken(let entry):
      memory.isOpen = true
      memory.taken = words(entry, event())
      return []
    case .refused(let reason, let entry):
      return line(words(entry, event()).map { "\($0) is refused: \(reason.inWords)" })
    case .dropped(let reason, _):
      return line(memory.taken.take().map { "\($0) is dropped: \(reason.inWords)" })
        + takeHeld(number)
    case .reduced:
      let event = memory.taken.take() ?? (number == 0 ? "begins" : nil)
      let shown = event.map { event in event + (state().map { " → \(cut($0))" } ?? "") }
      return line(shown.map { "\(number) \($0)" }) + takeHeld(number)
    default: break
    }
    guard let words = words(fact, selected()), !isExcluded(fact.feedback) else { return [] }
    if memory.isOpen && holdsEnds {
      memory.held.append(words)
      return []
    }
    return line("\(number) \(words)")
  }

  private func line(_ words: String?) -> [String] { words.map { ["\(prefix)\($0)"] } ?? [] }

  /// Describes what happens apart from events.
  private func words(_ fact: Fact, _ selected: @autoclosure () -> String?) -> String? {
    switch fact {
    case .answered(let feedback, let answer): return words(answer, feedback, selected())
    case .described(let feedback, let effect): return words(effect, feedback)
    case .started(let effect): return started(effect)
    case .finished(let effect) where effect.stage == nil:
      noteEnd(effect)
      return "\(name(effect)) ends"
    case .cancelled(let effect, let reason): return cancelled(effect, reason)
    case .alarmSet(let effect, let alarm): return words(alarm, name(effect))
    case .stopped: return "stops"
    case .settled: return "settles"
    case .taken, .refused, .dropped, .reduced, .published, .finished, .alarmRang: return nil
    }
  }

  /// Takes what was held until the line of an event.
  private func takeHeld(_ number: Int) -> [String] {
    memory.isOpen = false
    defer { memory.held = [] }
    return memory.held.flatMap { line("\(number) \($0)") }
  }

  // MARK: Events

  /// The event, and where it comes from.
  private func words(_ entry: EntryFact, _ event: String?) -> String? {
    guard let event else { return nil }
    var words = cut(event)
    switch entry.origin {
    case .feedback(let feedback):
      if isExcluded(feedback) { return nil }
      words += " from \(feedback)"
      if let execution = entry.cause?.execution { words += " #\(execution)" }
      if feedback.isImmediate { return words }
    case .outside where entry.site == nil && entry.cause == nil: words += " from outside"
    case .outside, .start, .whole: break
    }
    if let site = entry.site { words += " at \(site)" }
    guard let cause = entry.cause, cause.execution == nil else { return words }
    return words + " because of \(cause)"
  }

  // MARK: Answers

  private func words(
    _ answer: FeedbackAnswer, _ feedback: FeedbackOrigin, _ selected: @autoclosure () -> String?
  ) -> String? {
    let newest = memory.newest[feedback]
    switch answer {
    case .wants:
      memory.selected[feedback] = selected()
      memory.waiting.remove(feedback)
      return nil
    case .keeps(let reason):
      if let newest, newest.isAlive {
        return "\(feedback) keeps #\(newest.execution): \(reason.rawValue)"
      }
      if memory.waiting.contains(feedback) {
        return "\(feedback) keeps waiting: \(reason.rawValue)"
      }
      if reason == .samePart {
        return "\(feedback) starts nothing: its part is absent or unchanged"
      }
      // What was skipped since is what has not changed.
      let ended = newest.flatMap { memory.skipped.contains(feedback) ? nil : $0.execution }
      let end = ended.map { ", and #\($0) has ended" } ?? ""
      return "\(feedback) starts nothing: \(reason.rawValue)\(end)"
    case .wantsNothing(let reason):
      memory.waiting.remove(feedback)
      if reason == .elementLeft || reason == .partEnded { forget(feedback) }
    case .waits(let reason):
      memory.waiting.insert(feedback)
      memory.selected[feedback] = selected()
      let value = memory.selected[feedback].map { " with \(cut($0))" } ?? ""
      return "\(feedback) waits\(value) for \(reason.rawValue)"
    case .skips(let reason):
      memory.waiting.remove(feedback)
      memory.skipped.insert(feedback)
      let value = selected().map(cut) ?? "an effect"
      return "\(feedback) skips \(value): \(reason.rawValue)"
    }
    return "\(feedback) \(answer)"
  }

  /// Forgets an element that is gone, which comes back as a new one; or all elements of a feedback.
  private func forget(_ feedback: FeedbackOrigin) {
    memory.newest[feedback] = nil
    memory.selected[feedback] = nil
    memory.skipped.remove(feedback)
    guard feedback.element == nil else { return }
    memory.newest = memory.newest.filter { $0.key.index != feedback.index }
    memory.selected = memory.selected.filter { $0.key.index != feedback.index }
    memory.waiting = memory.waiting.filter { $0.index != feedback.index }
    memory.skipped = memory.skipped.filter { $0.index != feedback.index }
  }

  private func words(_ effect: DescribedEffect, _ feedback: FeedbackOrigin) -> String? {
    memory.waiting.remove(feedback)
    switch effect {
    case .nothing: return "\(feedback) describes nothing\(value(feedback))"
    case .events:
      memory.newest[feedback] = nil
      return "\(feedback) answers at once\(value(feedback))"
    case .execution: return nil
    case .waits:
      memory.waiting.insert(feedback)
      let value = memory.selected[feedback].map(cut) ?? "an effect"
      let other = memory.newest[feedback].map { "#\($0.execution)" } ?? "the effect before it"
      return "\(feedback) queues \(value) behind \(other)"
    }
  }

  /// The value for which a feedback wants an effect, after other words.
  private func value(_ feedback: FeedbackOrigin) -> String {
    memory.selected[feedback].map { " \(cut($0))" } ?? ""
  }

  // MARK: Effects

  private func name(_ effect: EffectFact) -> String { "\(effect.feedback) #\(effect.execution)" }

  private func started(_ effect: EffectFact) -> String? {
    if let attempt = effect.attempt { return "\(name(effect)) makes attempt \(attempt)" }
    guard effect.stage == nil else { return nil }
    memory.waiting.remove(effect.feedback)
    memory.skipped.remove(effect.feedback)
    memory.newest[effect.feedback] = (effect.execution, true)
    return "\(effect.feedback) starts #\(effect.execution)\(value(effect.feedback))"
  }

  private func noteEnd(_ effect: EffectFact) {
    if memory.newest[effect.feedback]?.execution == effect.execution {
      memory.newest[effect.feedback]?.isAlive = false
    }
  }

  private func cancelled(_ effect: EffectFact, _ reason: CancelReason) -> String? {
    if effect.stage == nil { noteEnd(effect) }
    let isShown = effect.stage == nil ? reason != .inTime : reason == .raced || reason == .timedOut
    guard isShown else { return nil }
    let branch = effect.stage == nil ? "" : "a branch of "
    return "\(branch)\(name(effect)) is cancelled: \(reason)"
  }

  private func words(_ alarm: AlarmFact, _ name: String) -> String? {
    switch alarm.purpose {
    case .delay: "\(name) sleeps for \(alarm.delay)"
    case .period: "\(name) emits every \(alarm.delay)"
    case .frames: "\(name) emits with each frame"
    case .backoff: "\(name) sleeps for \(alarm.delay) before its next attempt"
    case .timeout: "\(name) must end within \(alarm.delay)"
    case .throttle: nil
    }
  }
}
