/// What is left of a composite effect.
indirect enum Stage {
  /// It begins when the step is complete.
  case pending(EffectShape)
  /// A piece of work that says by itself when it has ended.
  case branch(RunName)
  /// Events that are delivered one after another.
  case events(RunName, [Int])
  /// An alarm, and what begins then.
  case delay(RunName, EffectShape)
  case timeout(Stage, RunName)
  case race([Stage])
  case all([Stage])
  case chain(Stage, then: [EffectShape])
  /// A body that is called for the time of this number, if it was called yet.
  case attempt(RunName?, number: Int, failures: Int, attempts: Int)
  /// The alarm before its next call, if it was set yet.
  case backoff(RunName?, next: Int, failures: Int, attempts: Int)

  /// The names of what runs, in the order in which it was written.
  var names: [RunName] {
    switch self {
    case .pending: []
    case .branch(let name), .events(let name, _), .delay(let name, _): [name]
    case .attempt(let name, _, _, _), .backoff(let name, _, _, _): name.map { [$0] } ?? []
    case .timeout(let inner, let timer): inner.names + [timer]
    case .race(let parts), .all(let parts): parts.flatMap(\.names)
    case .chain(let part, _): part.names
    }
  }
}

extension WorkShape {
  /// Whether it has several steps.
  var isStaged: Bool {
    switch self {
    case .plain, .timer, .callback, .subscription: false
    case .delay, .timeout, .race, .chain, .retry: true
    }
  }
}

extension WorkShape {
  /// Whether it is code of the user, and neither an alarm nor of several steps.
  var isCode: Bool {
    switch self {
    case .plain, .callback, .subscription: true
    case .timer, .delay, .timeout, .race, .chain, .retry: false
    }
  }
}

extension Model.Run {
  /// Whether a name is that of the run or of one of its branches.
  func has(_ name: RunName) -> Bool {
    self.name == name || stages.contains { $0.names.contains(name) }
  }
}

/// An entry of a branch.
struct BranchEntry {
  let name: RunName
  let event: Word?
  /// Whether the event is dropped as a repeat: then it wins no race.
  var isRepeat = false
}

extension Model {
  // MARK: Beginning

  /// Begins a described effect, or what is due of one: its events are delivered, not immediate.
  mutating func begin(_ shape: EffectShape, _ seat: Seat) -> Stage? {
    var parts: [Stage] = []
    if !shape.events.isEmpty { parts.append(.events(branch(seat), shape.events)) }
    for work in shape.works { parts.append(begin(work, seat)) }
    return parts.count > 1 ? .all(parts) : parts.first
  }

  mutating func begin(_ work: WorkShape, _ seat: Seat) -> Stage {
    switch work {
    case .plain, .callback, .subscription: return .branch(branchWithCode(seat))
    case .timer: return .branch(branch(seat))
    case .delay(let shape): return .delay(branch(seat), shape)
    case .timeout(let works):
      let inner = beginAll(works, seat)
      return .timeout(inner, branch(seat))
    case .race(let parts):
      var stages: [Stage] = []
      for works in parts { stages.append(beginAll(works, seat)) }
      return .race(stages)
    case .chain(let first, let hasEvents, let rest):
      // The events before it are reduced when what is posted behind them is taken.
      var parts: [Stage] = hasEvents ? [.branch(branch(seat))] : []
      for work in first { parts.append(begin(work, seat)) }
      return .chain(parts.count > 1 ? .all(parts) : parts[0], then: rest)
    case .retry(let failures, let attempts):
      return attempt(1, failures, attempts, seat)
    }
  }

  private mutating func attempt(
    _ number: Int, _ failures: Int, _ attempts: Int, _ seat: Seat
  ) -> Stage {
    .attempt(branchWithCode(seat), number: number, failures: failures, attempts: attempts)
  }

  private mutating func beginAll(_ works: [WorkShape], _ seat: Seat) -> Stage {
    var parts: [Stage] = []
    for work in works { parts.append(begin(work, seat)) }
    return parts.count > 1 ? .all(parts) : parts[0]
  }

  /// Names a branch that begins.
  private mutating func branch(_ seat: Seat) -> RunName {
    let name = newName(seat)
    begun[name] = entry
    lines.append(.started(name))
    return name
  }

  /// Names a branch that begins, and whose code waits until the newest step is durable, if it must.
  private mutating func branchWithCode(_ seat: Seat) -> RunName {
    let name = branch(seat)
    if hold(name) { reached.insert("a stage waits to be durable") }
    return name
  }

  /// Begins what has become due in a step, now that it is complete.
  mutating func beginPending() {
    if isStopping { return }
    for index in alive.indices {
      let seat = alive[index].seat
      for number in alive[index].stages.indices {
        alive[index].stages[number] = beginPending(alive[index].stages[number], seat)
      }
    }
  }

  private mutating func beginPending(_ stage: Stage, _ seat: Seat) -> Stage {
    switch stage {
    case .pending(let shape): return begin(shape, seat) ?? stage
    case .backoff(nil, let next, let failures, let attempts):
      return .backoff(branch(seat), next: next, failures: failures, attempts: attempts)
    case .attempt(nil, let number, let failures, let attempts):
      return attempt(number, failures, attempts, seat)
    case .timeout(let inner, let timer): return .timeout(beginPending(inner, seat), timer)
    case .race(let parts): return .race(parts.map { beginPending($0, seat) })
    case .all(let parts): return .all(parts.map { beginPending($0, seat) })
    case .chain(let part, let rest): return .chain(beginPending(part, seat), then: rest)
    case .branch, .events, .delay, .backoff, .attempt: return stage
    }
  }

  // MARK: Being durable

  /// Lets the work of the steps up to a transition start, in the order in which it came.
  mutating func open(upTo number: Int) {
    lines.append(.opened(upTo: number))
    entry += 1
    durable = number
    while let first = held.first, first.number <= number {
      held.removeFirst()
      let run = alive.first { $0.isStarted && $0.name == first.name }
      guard run != nil || begun[first.name] != nil else {
        reached.insert("what waits to be durable is cancelled")
        continue
      }
      lines.append(.released(first.name))
      if let run { subscribe(run) }
      if let forwarded = run?.forwards {
        heard.append(forwarded)
        letGo.append(first.name)
      }
    }
  }

  // MARK: Going on

  /// Takes an entry of a branch.
  mutating func advance(_ index: Int, _ stage: Int, _ taken: BranchEntry) {
    let decided =
      taken.event == nil || taken.isRepeat
      ? alive[index].stages[stage] : decide(alive[index].stages[stage], taken)
    let rest = advance(decided, taken, alive[index].seat)
    if let rest {
      alive[index].stages[stage] = rest
    } else {
      alive[index].stages.remove(at: stage)
      alive[index].pieces -= 1
    }
  }

  /// Returns what is left of a stage; nothing if it has ended.
  private mutating func advance(_ stage: Stage, _ taken: BranchEntry, _ seat: Seat) -> Stage? {
    guard stage.names.contains(taken.name) else { return stage }
    switch stage {
    case .pending: return stage
    case .branch(let name):
      if taken.event == nil || taken.event?.isLast == true { return ended(name) }
      return stage
    case .events(let name, let kinds):
      let word = seat.plan.word(kinds[0]).under(seat.life.hops)
      if taken.event != word { lines.append(.wrong("\(kinds) are delivered")) }
      return kinds.count == 1 ? ended(name) : .events(name, Array(kinds.dropFirst()))
    case .delay(let name, let shape):
      reached.insert("delay passed")
      _ = ended(name)
      return shape.isNothing ? nil : .pending(shape)
    case .timeout(let inner, let timer): return advanceTimeout(inner, timer, taken, seat)
    case .race(let parts): return advanceRace(parts, taken, seat)
    case .all(let parts):
      let rest = parts.compactMap { advance($0, taken, seat) }
      return rest.isEmpty ? nil : .all(rest)
    case .chain(let part, let rest):
      if let part = advance(part, taken, seat) { return .chain(part, then: rest) }
      guard let next = rest.first else { return nil }
      reached.insert("next part begun")
      return .chain(.pending(next), then: Array(rest.dropFirst()))
    case .attempt(let name?, let number, let failures, let attempts):
      _ = ended(name)
      // A failure is an entry without an event, except the last one, which is mapped.
      guard taken.event == nil, number <= failures, number < attempts else {
        reached.insert(number <= failures ? "last error mapped" : "attempt \(min(number, 2)) ended")
        return nil
      }
      reached.insert("attempt failed")
      return .backoff(nil, next: number + 1, failures: failures, attempts: attempts)
    case .backoff(let name?, let next, let failures, let attempts):
      _ = ended(name)
      return .attempt(nil, number: next, failures: failures, attempts: attempts)
    case .attempt(nil, _, _, _), .backoff(nil, _, _, _): return stage
    }
  }

  private mutating func advanceTimeout(
    _ inner: Stage, _ timer: RunName, _ taken: BranchEntry, _ seat: Seat
  ) -> Stage? {
    if taken.name == timer {
      reached.insert("timed out")
      // The time is up even if the event is dropped as a repeat.
      if taken.isRepeat { losers += inner.names }
      return ended(timer)
    }
    if let inner = advance(inner, taken, seat) { return .timeout(inner, timer) }
    reached.insert("ended in time")
    losers.append(timer)
    return nil
  }

  /// Returns what an event leaves of a stage, from the inside to the outside.
  private mutating func decide(_ stage: Stage, _ taken: BranchEntry) -> Stage {
    guard stage.names.contains(taken.name) else { return stage }
    switch stage {
    case .timeout(let inner, let timer):
      if taken.name != timer { return .timeout(decide(inner, taken), timer) }
      losers += inner.names
      return stage
    case .race(let parts):
      let winner = parts.filter { $0.names.contains(taken.name) }.map { decide($0, taken) }
      for part in parts where !part.names.contains(taken.name) { losers += part.names }
      if parts.count > 1 { reached.insert("race won") }
      return .race(winner)
    case .all(let parts): return .all(parts.map { decide($0, taken) })
    case .chain(let part, let rest): return .chain(decide(part, taken), then: rest)
    case .pending, .branch, .events, .delay, .attempt, .backoff: return stage
    }
  }

  private mutating func advanceRace(_ parts: [Stage], _ taken: BranchEntry, _ seat: Seat) -> Stage?
  {
    let rest = parts.compactMap { advance($0, taken, seat) }
    return rest.isEmpty ? nil : .race(rest)
  }

  private mutating func ended(_ name: RunName) -> Stage? {
    lines.append(.ended(name))
    begun[name] = nil
    return nil
  }

  // MARK: Ending

  /// Cancels what an entry has decided against.
  mutating func cancelLosers() {
    for name in losers { cancelBranch(name) }
    losers = []
  }

  /// Cancels the branches of an effect.
  mutating func cancelBranches(_ run: Run) {
    for name in run.stages.flatMap(\.names) { cancelBranch(name) }
  }

  private mutating func cancelBranch(_ name: RunName) {
    if begun.removeValue(forKey: name) != nil { lines.append(.cancelled(name)) }
  }
}
