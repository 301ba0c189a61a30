import SpinCore

/// What a selector says about a state.
enum Verdict {
  case wanted(part: Int?)
  case declined
  case unchanged
  case withdrawn
  /// What has become of elements.
  case elements([ElementChange])
}

extension Model {
  /// Asks the selector, lens and filter of a feedback; each is called once a step.
  mutating func ask(_ slot: Int, previous: Wheel?, event: Nudge?) -> Verdict {
    let verdict = askPlainly(slot, previous: previous, event: event)
    return plan.feedbacks[slot].throttle == nil ? verdict : throttled(verdict, slot)
  }

  private mutating func askPlainly(_ slot: Int, previous: Wheel?, event: Nudge?) -> Verdict {
    let feedback = plan.feedbacks[slot]
    if feedback.look.asks {
      lines.append(.asked(slot: slot))
      heedStop(.selector)
    }
    let part = feedback.part(state)
    switch feedback.look {
    case .everyState, .sideEffect:
      return .wanted(part: state.key)
    case .transitions:
      return .wanted(part: feedback.part(state, previous: previous, event: event))
    case .filtered:
      return feedback.passes[state.value] ? .wanted(part: state.key) : .declined
    case .lens:
      return .wanted(part: part)
    case .lensAndFilter:
      return feedback.passes[part ?? 0] ? .wanted(part: part) : .declined
    case .selection, .sideEffectOnSelection:
      // An equal value keeps the effect running, another one replaces it, nil cancels.
      if part == memories[slot].newestSelection { return .unchanged }
      memories[slot].newestSelection = part
      return part == nil ? .withdrawn : .wanted(part: part)
    case .condition:
      // True as long as there is a part; which one does not matter.
      let isTrue = part.map { _ in 0 }
      if isTrue == memories[slot].newestSelection { return .unchanged }
      memories[slot].newestSelection = isTrue
      return isTrue == nil ? .withdrawn : .wanted(part: isTrue)
    case .elements:
      return elementChanges(slot)
    case .pulse:
      // Each assignment counts; the first state is none, and one that comes back cancels.
      let (count, value) = (state.mirror.count, state.mirror.value)
      let last = memories[slot].newestCount ?? count
      memories[slot].newestCount = count
      if count == last { return .unchanged }
      return count > last && value != nil ? .wanted(part: value) : .withdrawn
    case .source:
      return number == 0 ? .wanted(part: 0) : .unchanged
    case .stream:
      return .wanted(part: nil)
    }
  }

  /// Cancels the work of a feedback that a state makes unwanted.
  mutating func cancelUnwanted(_ slot: Int, _ verdict: Verdict) {
    switch verdict {
    case .elements(let changes): take(changes, slot)
    case .unchanged: break
    case .withdrawn: cancelAll(slot)
    case .wanted, .declined:
      if plan.strategy(slot) == .cancelOnNewState { cancelAll(slot) }
    }
  }

  /// Cancels whatever runs or waits.
  mutating func cancelAll(_ slot: Int) {
    memories[slot].waiting = []
    for isHold in [false, true] {
      for run in alive where run.name.slot == slot && run.isStarted && run.isHold == isHold {
        lines.append(.cancelled(run.name))
        cancelBranches(run)
      }
    }
    memories[slot].line = []
    memories[slot].calls = []
    for index in memories[slot].elements.indices { memories[slot].elements[index].waiting = [] }
    alive.removeAll { $0.name.slot == slot }
  }

  /// Calls the effect closure, if there is work, and lets the effect begin or wait.
  mutating func describe(_ slot: Int, _ verdict: Verdict) {
    if case .elements = verdict { return describeElements(slot) }
    guard case .wanted(let part) = verdict else { return }
    let feedback = plan.feedbacks[slot]
    if feedback.look == .stream { return hand(slot) }
    let isBusy = alive.contains { $0.name.slot == slot }
    // While one runs, the closure is not called for this state, nor later.
    if plan.strategy(slot) == .ignoreNewState && isBusy { return }
    lines.append(.called(slot: slot))
    lines.append(.described(slot: slot))
    heedStop(.feedback)
    let effect = feedback.effect(part)
    if effect.isNothing { return }
    // The described effect waits whole until the one before it has ended.
    if plan.strategy(slot) == .queueNewState && (isBusy || !memories[slot].waiting.isEmpty) {
      lines.append(.waited(slot: slot))
      memories[slot].waiting.append(effect)
    } else {
      begin(effect, slot)
    }
  }

  /// Lets effects begin that have waited for the one before them.
  mutating func beginNext(_ slot: Int) {
    if plan.hasElements(slot) { return beginNextElements(slot) }
    while !memories[slot].waiting.isEmpty && !alive.contains(where: { $0.name.slot == slot }) {
      begin(memories[slot].waiting.removeFirst(), slot)
    }
  }

  /// Posts the immediate events of an effect.
  mutating func begin(_ effect: EffectPlan, _ slot: Int, element: Int? = nil) {
    let isQueued = plan.strategy(slot) == .queueNewState
    let shape = effect.shape
    let kinds = shape.events
    var queued: RunName?
    if !shape.works.isEmpty || isQueued {
      memories[slot].runsSoFar += 1
      let new = RunName(slot: slot, serial: memories[slot].runsSoFar)
      let immediates = isQueued ? kinds.count : 0
      var run = Run(
        name: new, pieces: shape.works.count, immediates: immediates, entry: entry,
        element: element)
      run.staged = shape.works.filter(\.isStaged)
      alive.append(run)
      if isQueued { queued = new }
    }
    for kind in kinds {
      posted.append(Posted(slot: slot, kind: kind, entry: entry, run: queued, element: element))
    }
    if !kinds.isEmpty { lines.append(.posted(slot: slot, count: kinds.count)) }
  }

  /// Starts the work that was described, in order of declaration.
  mutating func startWork() {
    for index in alive.indices
    where !alive[index].isStarted && alive[index].pieces > 0 && !alive[index].isHold {
      if isStopping { return }
      alive[index].isStarted = true
      let name = alive[index].name
      lines.append(.started(name))
      for work in alive[index].staged {
        let stage = begin(work, name.slot)
        alive[index].stages.append(stage)
      }
    }
  }

  func origin(_ slot: Int, isImmediate: Bool, element: Int?) -> Origin {
    .feedback(
      FeedbackOrigin(
        index: slot, name: "feedback \(slot)", isImmediate: isImmediate,
        element: element.flatMap { $0 < 0 ? nil : ElementID($0) }))
  }
}
