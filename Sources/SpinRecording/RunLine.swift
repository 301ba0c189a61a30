/// A change of a log: a line of its file.
enum RunLine<State: Sendable, Event: Sendable>: Sendable {
  /// The loop has taken an entry, or has begun.
  case entry(RunLog<State, Event>.Entry)
  /// The step of the newest entry has described an effect.
  case effect(RunEffect)
  /// The step of the newest entry has cancelled an execution.
  case cancelled(RunExecution)
  /// The run was stopped, in this state, if the recording keeps the last state.
  ///
  /// `isCutOff` says whether the stop may have kept the newest step from describing more effects.
  case end(isCutOff: Bool, State?)
}

extension RunLog {
  /// Adds a line; returns the entries that are forgotten or replaced because of it.
  ///
  /// NB: without their type, whose metadata would be looked up for each line.
  @discardableResult
  mutating func add(_ line: RunLine<State, Event>) -> (any Sendable)? {
    switch line {
    case .entry(let entry):
      entries.append(entry)
      if let limit, entries.count - limit >= limit { return forget(below: limit) }
    case .effect(let effect):
      if !entries.isEmpty { entries[entries.count - 1].effects.append(effect) }
    case .cancelled(let execution):
      if !entries.isEmpty { entries[entries.count - 1].cancelled.append(execution) }
    case .end(let isCutOff, let state):
      hasEnded = true
      if isCutOff, !entries.isEmpty { entries[entries.count - 1].isCutOff = true }
      if let state, let last = entries.lastIndex(where: { $0.outcome.isTransition }) {
        let old = entries[last]
        entries[last].state = state
        endKeepsState = true
        return old
      }
    }
    return nil
  }

  /// Forgets the oldest entries, up to the newest state that leaves enough of them, and returns them.
  ///
  /// If there was no such state when the log had twice as many entries, only an entry that has become old
  /// enough since can have one. So a log with few states does not search all entries for each new one.
  private mutating func forget(below limit: Int) -> (any Sendable)? {
    let last = entries.count - limit
    let old = last == limit ? entries[...last] : entries[last...last]
    guard let first = old.lastIndex(where: { $0.state != nil }), first > 0,
      let number = entries[first].outcome.number
    else { return nil }
    let forgotten = Array(entries[..<first])
    entries.removeFirst(first)
    entries[0].outcome = .begins(number: number)
    (entries[0].effects, entries[0].cancelled) = ([], [])
    return forgotten
  }
}
