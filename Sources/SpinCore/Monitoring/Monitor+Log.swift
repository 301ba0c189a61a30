extension Monitor {
  /// Writes a line about each event, each answer of a feedback and each effect.
  ///
  /// ```
  /// 12 typed("sw") at SearchView.swift:40
  /// 12 search starts #3 for "sw"
  /// 13 scrolled(80) at SearchView.swift:52
  /// 13 search keeps #3: the value has not changed
  /// ```
  ///
  /// Each line begins with the name of the run, if it has one, and with the number of the transition. The
  /// number after `#` is that of an execution. An event that makes no transition has no number of its own.
  ///
  /// The answer of a feedback that starts nothing has a line if its reason differs from the one before, so an
  /// idle feedback is silent. For a line at each step, write `.log(answers: .all)`.
  ///
  /// - Parameters:
  ///   - excluded: The names of the feedbacks to leave out, with their events and effects, as
  ///     ``FeedbackOrigin`` describes them.
  ///   - answers: Which answers that start nothing have lines.
  ///   - limit: The number of characters after which an event or a value is cut.
  ///   - showsStates: Whether the line of an event ends with the state after it.
  ///   - write: Called with each line, without its end; `nil` for standard error. *Isolation*: as a monitor
  ///     is called.
  ///   - isIgnored: Returns whether to leave an event out. What it leads to stays in.
  /// - Returns: A monitor, which may be that of several runs.
  public static func log(
    excluding excluded: [String] = [], answers: LoggedAnswers = .changed, limit: Int = 100,
    showingStates showsStates: Bool = false, to write: (@Sendable (String) -> Void)? = nil,
    ignoring isIgnored: @escaping @Sendable (Event) -> Bool = { _ in false }
  ) -> Monitor {
    let write = write ?? { SystemCall.printDiagnostic($0) }
    return log(
      excluding: excluded, answers: answers, limit: limit, showingStates: showsStates,
      withFacts: { line, _ in write(line) }, ignoring: isIgnored)
  }

  /// Gives each line of the text log to a closure, together with the fact that has completed it.
  ///
  /// For logs that need more than the text, such as a level. The lines are those of
  /// ``log(excluding:answers:limit:showingStates:to:ignoring:)``; a line may be about a fact before the one
  /// that has completed it.
  ///
  /// - Parameters:
  ///   - excluded: The names of the feedbacks to leave out.
  ///   - answers: Which answers that start nothing have lines.
  ///   - limit: The number of characters after which an event or a value is cut.
  ///   - showsStates: Whether the line of an event ends with the state after it.
  ///   - write: Called with each line and a fact. *Isolation*: as a monitor is called.
  ///   - isIgnored: Returns whether to leave an event out.
  /// - Returns: A monitor, which may be that of several runs.
  public static func log(
    excluding excluded: [String] = [], answers: LoggedAnswers = .changed, limit: Int = 100,
    showingStates showsStates: Bool = false,
    withFacts write: @escaping @Sendable (String, borrowing MonitoredFact<State, Event>) -> Void,
    ignoring isIgnored: @escaping @Sendable (Event) -> Bool = { _ in false }
  ) -> Monitor {
    Monitor(attaching: { run in
      let writer = FactWriter<State, Event>(
        run.loop.name, excluding: excluded, answers: answers, limit: limit,
        showingStates: showsStates, ignoring: isIgnored)
      return { told in for line in writer.lines(told) { write(line, told) } }
    })
  }
}
