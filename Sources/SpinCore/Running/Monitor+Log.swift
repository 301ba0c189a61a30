extension Monitor {
  /// Writes a line about each event, each answer of a feedback and each effect.
  ///
  /// ```
  /// 12 typed("sw") at SearchView.swift:40
  /// 12 search starts #3 "sw"
  /// 13 scrolled(80) at SearchView.swift:52
  /// 13 search keeps #3: the value is equal
  /// ```
  ///
  /// Each line begins with the name of the run, if it has one, and with the number of the transition. The
  /// number after `#` is that of an execution. An event that makes no transition has no number of its own.
  ///
  /// - Parameters:
  ///   - excluded: The names of the feedbacks to leave out, with their events and effects, as
  ///     ``FeedbackOrigin`` describes them.
  ///   - limit: The number of characters after which an event or a value is cut.
  ///   - showsStates: Whether the line of an event ends with the state after it.
  ///   - write: Called with each line, without its end; `nil` for standard error. *Isolation*: as a monitor
  ///     is called.
  ///   - isIgnored: Returns whether to leave an event out. What it leads to stays in.
  /// - Returns: A monitor, which may be that of several runs.
  public static func log(
    excluding excluded: [String] = [], limit: Int = 100,
    showingStates showsStates: Bool = false, to write: (@Sendable (String) -> Void)? = nil,
    ignoring isIgnored: @escaping @Sendable (Event) -> Bool = { _ in false }
  ) -> Monitor {
    let write = write ?? { SystemCall.printDiagnostic($0) }
    return Monitor(attaching: { run in
      let writer = FactWriter(run.loop.name, excluding: excluded, limit: limit)
      return { told in
        let event = { told.event.flatMap { isIgnored($0) ? nil : inWords($0) } }
        if case .refused(let reason, let entry) = told.fact {
          if let line = event().flatMap({ writer.refusal(reason, entry, $0) }) { write(line) }
          return
        }
        let lines = writer.lines(
          told.fact, told.number ?? 0, event: event(),
          state: showsStates ? told.transition.map { inWords($0.state) } : nil,
          selected: told.selected)
        for line in lines { write(line) }
      }
    })
  }
}
