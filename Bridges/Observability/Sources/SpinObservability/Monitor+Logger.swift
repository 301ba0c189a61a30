public import Logging
@_exported public import SpinMonitors

extension Monitor {
  /// Writes the text log of each run to a logger, with levels and metadata.
  ///
  /// The message is the line of ``/SpinCore/Monitor/log(excluding:answers:limit:showingStates:to:ignoring:)``.
  /// Its metadata are `spin.loop`, `spin.transition`, `spin.feedback` and `spin.execution`, as far as the fact that
  /// has completed the line has them. All facts are put into words, even those below the level of the logger, so leave
  /// the monitor out where nobody reads its lines.
  ///
  /// - Parameters:
  ///   - logger: The logger.
  ///   - excluded: The names of the feedbacks to leave out.
  ///   - answers: Which answers that start nothing have lines.
  ///   - limit: The number of characters after which an event or a value is cut.
  ///   - showsStates: Whether the line of an event ends with the state after it.
  ///   - level: Chooses the level of a fact. By default an event that a full mailbox has given up is
  ///     a warning, another one that was dropped or refused is information, steps and effects are for
  ///     debugging, and answers of feedbacks, alarms and the rest are traces.
  ///   - isIgnored: Returns whether to leave an event out.
  /// - Returns: A monitor, which may be that of several runs.
  public static func log(
    to logger: Logger, excluding excluded: [String] = [], answers: LoggedAnswers = .changed,
    limit: Int = 100, showingStates showsStates: Bool = false,
    level: @escaping @Sendable (Fact) -> Logger.Level = { $0.usualLevel },
    ignoring isIgnored: @escaping @Sendable (Event) -> Bool = { _ in false }
  ) -> Monitor {
    log(
      excluding: excluded, answers: answers, limit: limit, showingStates: showsStates,
      withFacts: { line, told in
        let level = level(told.fact)
        guard logger.logLevel <= level else { return }
        var metadata: Logger.Metadata = ["spin.loop": "\(told.loop)"]
        if let number = told.number { metadata["spin.transition"] = "\(number)" }
        if let feedback = told.fact.source { metadata["spin.feedback"] = "\(feedback)" }
        if let effect = told.fact.effect { metadata["spin.execution"] = "\(effect.execution)" }
        logger.log(level: level, "\(line)", metadata: metadata)
      },
      ignoring: isIgnored)
  }
}

extension Fact {
  /// The level at which a fact is logged if nothing else is said.
  public var usualLevel: Logger.Level {
    switch self {
    case .refused(.full, _), .refused(.coalesced, _), .dropped(.full, _), .dropped(.coalesced, _):
      .warning
    case .refused, .dropped: .info
    case .taken, .reduced, .started, .finished, .cancelled, .suspended, .resumed, .stopped,
      .ended(_, .failedAttempt):
      .debug
    case .published, .answered, .described, .alarmSet, .alarmRang, .ended, .asked, .settled: .trace
    // A fact of a later version of Spin.
    @unknown default: .trace
    }
  }

  /// The effect that the fact is about.
  var effect: EffectFact? {
    switch self {
    case .started(let effect), .finished(let effect), .cancelled(let effect, _),
      .alarmSet(let effect, _), .alarmRang(let effect), .ended(let effect, _),
      .asked(let effect, _):
      effect
    default: nil
    }
  }

  /// The feedback that the fact is about, or that its event came from.
  var source: FeedbackOrigin? {
    switch self {
    case .taken(let entry), .refused(_, let entry), .dropped(_, let entry):
      if case .feedback(let feedback) = entry.origin { feedback } else { nil }
    default: feedback
    }
  }
}
