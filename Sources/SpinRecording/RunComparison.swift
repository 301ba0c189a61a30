internal import SpinCore

/// Compares an entry of a log with the entry that its rehearsal has made, and puts the difference into words.
struct RunComparison<State: Sendable, Event: Sendable> {
  typealias Entry = RunLog<State, Event>.Entry

  let tolerances: RunTolerances<State, Event>
  /// The names of the feedbacks, in the log and now.
  let oldNames, newNames: [String]

  enum Side { case old, new }

  /// Which of two immediate events is left out, because it is one of an ignored effect, and the other is of
  /// another feedback; `nil` if none is.
  func leftOut(_ old: Entry, or new: Int) -> Side? {
    guard let oldName = old.sender.feedback, newNames.indices.contains(new) else { return nil }
    let ignoresNew = tolerances.ignoresEffects(of: newNames[new])
    guard ignoresNew || tolerances.ignoresEffects(of: oldName),
      FeedbackName(newNames[new]).base != FeedbackName(oldName).base
    else { return nil }
    return ignoresNew ? .new : .old
  }

  /// Whether the effects of a feedback are ignored that the log does not know.
  func isIgnoredAndNew(_ new: Int) -> Bool {
    guard newNames.indices.contains(new), tolerances.ignoresEffects(of: newNames[new]) else {
      return false
    }
    let base = FeedbackName(newNames[new]).base
    return !oldNames.contains { FeedbackName($0).base == base }
  }

  /// Returns the first difference of two entries.
  ///
  /// - Parameters:
  ///   - old: The entry of the log.
  ///   - new: The entry of the rehearsal; `nil` if the loop has nothing to take.
  ///   - described: The event that the spin has described for the entry; `nil` if work has delivered it.
  ///   - place: The place of the entry in the log.
  ///   - number: The number of the newest transition before it.
  ///   - since: The number of the newest transition whose state was compared.
  ///   - isEnd: Whether the log ends with the step.
  /// - Returns: The difference, or `nil`.
  func difference(
    _ old: Entry, _ new: Entry?, described: Event?, place: Int, number: Int, since: Int,
    isEnd: Bool
  ) -> RunDifference? {
    let report = { (kind: RunDifference.Kind, feedback: String?, reason: String, words: String) in
      RunDifference(
        kind, feedback.map { FeedbackName($0).base }, entry: place, number: number, reason: reason,
        words)
    }
    guard let new else {
      if tolerances.ignoresEffects(of: old.sender.feedback) { return nil }
      return report(
        .sender, old.sender.feedback, "missing",
        "After transition \(number), \(old.sender) does not exist any more, and the log goes on with "
          + "\(old.phrase(inWords)).")
    }
    guard
      old.sender == new.sender
        || [old, new].allSatisfy({ tolerances.ignoresEffects(of: $0.sender.feedback) })
    else {
      return report(
        .sender, old.sender.feedback, "order \(FeedbackName(new.sender.feedback ?? "").base)",
        "After transition \(number), the log goes on with \(old.phrase(inWords)), and the spin now "
          + "with \(new.phrase(inWords)).")
    }
    if old.sender == new.sender, let event = old.event, let other = described,
      !tolerances.ignoresPayloads(of: old.sender.feedback) && !areEqual(event, other)
        || caseName(event) != caseName(other)
    {
      return report(
        .event, old.sender.feedback, "\(caseName(event)) \(caseName(other))",
        "After transition \(number), the next event of \(old.sender) was \(inWords(event)), and is "
          + "\(inWords(other)).\(RunHints.event(event, other))")
    }
    if old.outcome != new.outcome {
      return report(
        .outcome, old.sender.feedback, "\(old.outcome.kind) \(new.outcome.kind)",
        "After transition \(number), \(old.event.map(inWords) ?? "a message") from \(old.sender) was "
          + "\(old.outcome.inWords), and is \(new.outcome.inWords).")
    }
    if let state = old.state, let other = new.state, !tolerances.ignoresStates {
      let other = tolerances.adjusted(other, to: state)
      if !areEqual(state, other) {
        return report(
          .state, nil, "\(old.event.map(caseName) ?? "") \(RunHints.firstPart(state, other))",
          "The state after \(old.phrase(inWords)) is another one\(sinceWords(since, number)):"
            + stateLines(state, other))
      }
    }
    let effects = effects(old, new, isEnd: isEnd) ?? cancellations(old, new, isEnd: isEnd)
    return effects.map { report(.effects, $0.feedback, $0.reason, $0.words) }
  }

  // MARK: States

  private func sinceWords(_ since: Int, _ number: Int) -> String {
    since >= number - 1
      ? ""
      : ", or one before it: the newest that is known to be equal is that of transition \(since)"
  }

  private func stateLines(_ old: State, _ new: State) -> String {
    let lines = LineDiff(expectedValue: old, actualValue: new).lines
    return lines.isEmpty
      ? " both print the same, and == says that they differ."
      : RunHints.state(old, new) + RunHints.inLines(lines)
  }

  // MARK: Effects

  private func effects(
    _ old: Entry, _ new: Entry, isEnd: Bool
  ) -> (feedback: String?, reason: String, words: String)? {
    let was = old.effects.filter { !tolerances.ignoresEffects(of: $0.feedback) }
    let now = new.effects.filter { !tolerances.ignoresEffects(of: $0.feedback) }
    if was == now || (old.isCutOff || isEnd) && now.starts(with: was) { return nil }
    let missing = was.filter { !now.contains($0) }
    let added = now.filter { !was.contains($0) }
    let after = old.afterWords
    // An effect of the same feedback and execution that consists of something else.
    for effect in missing {
      let same = added.first { $0.feedback == effect.feedback && $0.execution == effect.execution }
      guard let same else { continue }
      return (
        effect.feedback, "shape",
        "\(after), \(effect.name) consists of something else: it was \(effect.shape), and is "
          + "\(same.shape).\(RunHints.shape(effect.shape, same.shape))"
      )
    }
    // An effect that waited and starts at once now, or the other way round.
    for effect in missing {
      let same = added.first {
        $0.feedback == effect.feedback && $0.shape == effect.shape
          && ($0.execution == nil) != (effect.execution == nil)
      }
      guard let same else { continue }
      let (whole, words) =
        same.execution == nil
        ? (effect, "started at once, and now waits for the effect before it")
        : (same, "waited for the effect before it, and now starts at once")
      return (
        effect.feedback, same.execution == nil ? "waits" : "starts",
        "\(after), \(whole) \(words): its feedback may have another strategy."
      )
    }
    if missing.isEmpty && added.isEmpty {
      return (
        was.first?.feedback, "order",
        "\(after), the same effects are described in another order: \(words(was)) before, and "
          + "\(words(now)) now. \(RunHints.order)"
      )
    }
    var sentences: [String] = []
    if !missing.isEmpty {
      let these = missing.count == 1 ? "this effect is" : "these effects are"
      sentences.append("\(after), \(these) not described any more: \(words(missing)).")
    }
    if !added.isEmpty {
      let these = added.count == 1 ? "this effect is" : "these effects are"
      sentences.append(
        sentences.isEmpty
          ? "\(after), \(these) new: \(words(added))." : "New: \(words(added)).")
    }
    if let hint = nameHint(missing, added) { sentences.append(hint) }
    return (
      (missing.first ?? added.first)?.feedback,
      "\(missing.map { FeedbackName($0.feedback).base }) \(added.map { FeedbackName($0.feedback).base })",
      sentences.joined(separator: " ")
    )
  }

  /// Compares what the steps have cancelled, as when a feedback has another strategy.
  private func cancellations(
    _ old: Entry, _ new: Entry, isEnd: Bool
  ) -> (feedback: String?, reason: String, words: String)? {
    if old.isCutOff || isEnd { return nil }
    let was = old.cancelled.filter { !tolerances.ignoresEffects(of: $0.feedback) }
    let now = new.cancelled.filter { !tolerances.ignoresEffects(of: $0.feedback) }
    if let kept = was.first(where: { !now.contains($0) }) {
      return (
        kept.feedback, "goes on",
        "\(old.afterWords), \(kept) was cancelled, and now goes on: its feedback may have another strategy."
      )
    }
    if let ended = now.first(where: { !was.contains($0) }) {
      return (
        ended.feedback, "cancelled",
        "\(old.afterWords), \(ended) went on, and is cancelled now: its feedback may have another strategy."
      )
    }
    return nil
  }

  private func words(_ effects: [RunEffect]) -> String {
    effects.map(\.description).joined(separator: ", ")
  }

  /// Says that a feedback may have another name now.
  private func nameHint(_ missing: [RunEffect], _ added: [RunEffect]) -> String? {
    guard let old = missing.first.map({ FeedbackName($0.feedback).base }),
      let new = added.first.map({ FeedbackName($0.feedback).base }), old != new
    else { return nil }
    let isUnnamed = old.hasPrefix("feedback ") || new.hasPrefix("feedback ")
    if isUnnamed {
      return
        "\(old) of the log looks like \(new): a feedback without a name is known by its place, which "
        + "another feedback before it changes. Name it by named(_:), and pass renaming: "
        + "[\"\(old)\": \"\(new)\"] for this log."
    }
    guard !newNames.contains(old), !oldNames.contains(new) else { return nil }
    return "If \(old) is called \(new) now, pass renaming: [\"\(old)\": \"\(new)\"]."
  }
}

// MARK: Words

extension RunLog.Entry {
  fileprivate var afterWords: String {
    if case .begins = outcome { return "At the beginning" }
    return "After \(phrase(inWords))"
  }
}

extension RunOutcome {
  /// The outcome without its number.
  fileprivate var kind: String {
    switch self {
    case .begins: "begin"
    case .reduced: "reduced"
    case .dropped(let reason): reason
    case .message(let message): "\(message)"
    }
  }

  fileprivate var inWords: String {
    switch self {
    case .begins: "the beginning"
    case .reduced: "reduced"
    case .dropped("stale"): "dropped, because the effect that emitted it was cancelled"
    case .dropped("repeated"): "dropped, because it repeats a recent event"
    case .dropped(let reason): "dropped (\(reason))"
    case .message(let message): "“\(message.inWords)”"
    }
  }
}

extension RunEffect {
  /// The feedback and the execution.
  fileprivate var name: String { "\(feedback)\(execution.map { " #\($0)" } ?? "")" }
}
