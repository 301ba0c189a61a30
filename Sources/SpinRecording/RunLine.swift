/// A change of a log: a line of its file.
enum RunLine<State: Sendable, Event: Sendable>: Sendable {
  /// The loop has taken an entry, or has begun.
  case entry(RunLog<State, Event>.Entry)
  /// The step of the newest entry has described an effect.
  case effect(RunEffect)
  /// The run was stopped; the stop may have kept the step of the newest entry from describing more effects.
  case end(isCutOff: Bool)
}

extension RunLog {
  /// Adds a line.
  mutating func add(_ line: RunLine<State, Event>) {
    switch line {
    case .entry(let entry):
      entries.append(entry)
      if let limit, entries.count >= 2 * limit { forget(below: limit) }
    case .effect(let effect):
      if !entries.isEmpty { entries[entries.count - 1].effects.append(effect) }
    case .end(let isCutOff):
      hasEnded = true
      if isCutOff, !entries.isEmpty { entries[entries.count - 1].isCutOff = true }
    }
  }

  /// Forgets the oldest entries, up to the newest state that leaves enough of them.
  private mutating func forget(below limit: Int) {
    let last = entries.count - limit
    guard let first = entries[...last].lastIndex(where: { $0.state != nil }), first > 0,
      let number = entries[first].outcome.number
    else { return }
    entries.removeFirst(first)
    entries[0].outcome = .begins(number: number)
    entries[0].effects = []
  }
}
