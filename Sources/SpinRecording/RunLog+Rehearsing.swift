public import SpinCore

extension RunLog {
  /// Feeds the run to a spin, which may have changed since, and returns what goes another way first.
  ///
  /// ```swift
  /// if let difference = try record.log.rehearse(spin) { print(difference) }
  /// ```
  ///
  /// The feedbacks are asked about each state, and their effect closures are called. No work is started: no
  /// async closure, no subscription, no alarm, and no closure of `Feedback.sideEffect`. The loop takes each
  /// entry of the log as if the same execution had delivered it as in the run.
  ///
  /// The rehearsal compares the sender of each entry, the event if the spin describes it, the outcome, the
  /// described effects with their shapes, and each state that the log has kept. Values are compared by `==`
  /// if they are `Equatable`, and otherwise as they are printed. A rehearsal that finds no difference says
  /// nothing about times: what has come in one order may come in another.
  ///
  /// The run begins with the first state of the log. The order of the entries shows what the mailbox's bound,
  /// suspensions and the runtime have done, so the rehearsal needs none of these.
  ///
  /// *Isolation*: the calling thread calls all closures of the spin, and returns when the log is at its end.
  ///
  /// - Parameters:
  ///   - spin: The spin.
  ///   - tolerances: Differences that are not reported.
  ///   - names: The new names of feedbacks that were renamed, by the old ones.
  /// - Returns: The first difference; `nil` if the run goes as it went.
  /// - Throws: ``RunLogError``, if two feedbacks have one name, or if the log has no beginning, has only the
  ///   events that a durable loop has kept, or has a transition without its event.
  /// - Complexity: One step of the spin for each entry.
  public func rehearse(
    _ spin: Spin<State, Event>, ignoring tolerances: RunTolerance<State, Event>...,
    renaming names: [String: String] = [:]
  ) throws(RunLogError) -> RunDifference? {
    try rehearse(spin, ignoring: tolerances, renaming: names)
  }

  package func rehearse(
    _ spin: Spin<State, Event>, ignoring tolerances: [RunTolerance<State, Event>],
    renaming names: [String: String]
  ) throws(RunLogError) -> RunDifference? {
    try RunRehearsal(renaming(names), spin, ignoring: tolerances).run()
  }

  /// Feeds the run to a spin, which may have changed since, and records what becomes of it now.
  ///
  /// It accepts wanted changes: write the result in place of the log. Entries whose sender does not exist any
  /// more are left out.
  ///
  /// - Parameters:
  ///   - spin: The spin.
  ///   - names: The new names of feedbacks that were renamed, by the old ones.
  /// - Returns: The log of the rehearsal, with the times of this one, and the types and feedbacks of the spin.
  /// - Throws: ``RunLogError``, as `rehearse` does, or if the spin answers each of its events with a new one, so
  ///   that the run would have no end.
  public func rehearsed(
    by spin: Spin<State, Event>, renaming names: [String: String] = [:]
  ) throws(RunLogError) -> RunLog {
    try rehearsed(by: spin, ignoring: [], renaming: names)
  }

  package func rehearsed(
    by spin: Spin<State, Event>, ignoring tolerances: [RunTolerance<State, Event>],
    renaming names: [String: String]
  ) throws(RunLogError) -> RunLog {
    let rehearsal = try RunRehearsal(renaming(names), spin, ignoring: tolerances)
    _ = try rehearsal.run(goingOn: true)
    return rehearsal.rehearsed
  }
}
