import SpinCore

/// What has become of an element.
struct ElementChange {
  enum Kind { case wanted, declined, withdrawn, left }

  var id: Int
  var kind: Kind
}

/// Feedbacks for each element, and those that are throttled, which have one element, -1.
extension Model {
  /// What is remembered of an element.
  struct Element {
    var item: Item
    /// When its closure was called last.
    var latestStart: Duration?
    /// The effects that wait for the one before them.
    var waiting: [EffectPlan] = []
  }

  // MARK: Asking

  /// Compares the collection with the one before; of several elements with an id the first counts.
  mutating func elementChanges(_ slot: Int) -> Verdict {
    var items: [Item] = []
    for item in plan.feedbacks[slot].items(state) where !items.contains(where: { $0.id == item.id })
    {
      items.append(item)
    }
    let old = memories[slot].elements
    let left = old.map(\.item.id).filter { id in !items.contains { $0.id == id } }
    let changed = items.filter { item in old.contains { $0.item.id == item.id && $0.item != item } }
    let new = items.filter { item in !old.contains { $0.item.id == item.id } }
    // Those that have left are remembered until they are cancelled.
    memories[slot].elements =
      items.map { item in
        var element = old.first { $0.item.id == item.id } ?? Element(item: item)
        element.item = item
        return element
      } + old.filter { left.contains($0.item.id) }
    let changes =
      left.map { ElementChange(id: $0, kind: .left) }
      + (changed + new).map { ElementChange(id: $0.id, kind: .wanted) }
    return changes.isEmpty ? .unchanged : .elements(changes)
  }

  /// A feedback that is throttled needs to know the time, if there is something to do.
  mutating func throttled(_ verdict: Verdict, _ slot: Int) -> Verdict {
    let kind: ElementChange.Kind
    switch verdict {
    case .unchanged: return verdict
    case .elements:
      memories[slot].now = readClock(slot)
      return verdict
    case .wanted: kind = .wanted
    case .declined: kind = .declined
    case .withdrawn: kind = .withdrawn
    }
    if memories[slot].elements.isEmpty {
      memories[slot].elements = [Element(item: Item(id: -1, version: 0))]
    }
    memories[slot].now = readClock(slot)
    return .elements([ElementChange(id: -1, kind: kind)])
  }

  private mutating func readClock(_ slot: Int) -> Duration {
    guard !clock.isEmpty else {
      lines.append(.wrong("the clock was not asked"))
      return .zero
    }
    let now = clock.removeFirst()
    lines.append(.clock(slot: slot, now))
    return now
  }

  // MARK: Cancelling

  /// Cancels what is not wanted any more, and decides who is called, is held or waits.
  mutating func take(_ changes: [ElementChange], _ slot: Int) {
    for change in changes {
      switch change.kind {
      case .wanted: want(change.id, slot)
      case .declined:
        if plan.strategy(slot) == .cancelOnNewState {
          dismiss(change.id, slot)
        } else {
          cancel(slot) { $0.element == change.id && $0.isHold }
        }
      case .withdrawn: dismiss(change.id, slot)
      case .left:
        dismiss(change.id, slot)
        memories[slot].elements.removeAll { $0.item.id == change.id }
      }
    }
  }

  private mutating func want(_ id: Int, _ slot: Int) {
    let strategy = plan.strategy(slot)
    let wasAtWork = isAtWork(id, slot)
    if strategy == .ignoreNewState && wasAtWork { return }
    if strategy == .cancelOnNewState { cancel(slot) { $0.element == id && !$0.isHold } }
    // Who waits for a place keeps it, and is called with the newest element.
    if memories[slot].line.contains(id) { return }
    if let throttle = plan.feedbacks[slot].throttle,
      let latest = element(id, slot).latestStart,
      memories[slot].now < latest + .milliseconds(throttle.period)
    {
      return hold(id, slot, throttle)
    }
    cancel(slot) { $0.element == id && $0.isHold }
    if wasAtWork || hasPlace(slot) {
      memories[slot].calls.append(id)
    } else {
      memories[slot].line.append(id)
    }
  }

  private mutating func hold(_ id: Int, _ slot: Int, _ throttle: ThrottlePlan) {
    let isHeld = alive.contains { $0.name.slot == slot && $0.element == id && $0.isHold }
    if !throttle.latest || isHeld { return }
    memories[slot].runsSoFar += 1
    let name = RunName(slot: slot, serial: memories[slot].runsSoFar)
    alive.append(
      Run(name: name, pieces: 1, immediates: 0, entry: entry, element: id, isHold: true))
  }

  private mutating func dismiss(_ id: Int, _ slot: Int) {
    cancel(slot) { $0.element == id && !$0.isHold }
    cancel(slot) { $0.element == id && $0.isHold }
    memories[slot].line.removeAll { $0 == id }
    change(id, slot) { $0.waiting = [] }
  }

  private mutating func cancel(_ slot: Int, _ isUnwanted: (Run) -> Bool) {
    for run in alive where run.name.slot == slot && isUnwanted(run) && run.isStarted {
      lines.append(.cancelled(run.name))
      cancelBranches(run)
    }
    alive.removeAll { $0.name.slot == slot && isUnwanted($0) }
  }

  // MARK: Describing

  /// Calls those who have a place, and sets the alarms of those who are held.
  mutating func describeElements(_ slot: Int) {
    while !memories[slot].calls.isEmpty && !isStopping { call(memories[slot].calls[0], slot) }
    for index in alive.indices where alive[index].name.slot == slot && alive[index].isHold {
      if alive[index].isStarted || isStopping { continue }
      alive[index].isStarted = true
      lines.append(.held(alive[index].name))
    }
  }

  private mutating func call(_ id: Int, _ slot: Int) {
    let feedback = plan.feedbacks[slot]
    if feedback.throttle != nil {
      let now = readClock(slot)
      change(id, slot) { $0.latestStart = now }
    }
    lines.append(.called(slot: slot, element: id < 0 ? nil : id))
    lines.append(.described(slot: slot))
    heedStop(.feedback)
    let effect = feedback.effect(id < 0 ? part(slot) : element(id, slot).item.part)
    let isBusy = alive.contains { $0.name.slot == slot && $0.element == id && !$0.isHold }
    let mustWait = isBusy || !element(id, slot).waiting.isEmpty
    memories[slot].calls.removeAll { $0 == id }
    if effect.isNothing { return }
    if plan.strategy(slot) == .queueNewState && mustWait {
      lines.append(.waited(slot: slot))
      change(id, slot) { $0.waiting.append(effect) }
    } else {
      begin(effect, slot, element: id)
    }
  }

  /// What a throttled feedback without elements makes of the newest state.
  private func part(_ slot: Int) -> Int? {
    let feedback = plan.feedbacks[slot]
    return switch feedback.look {
    case .everyState, .sideEffect, .filtered: state.key
    case .transitions: feedback.part(state, previous: newest.previous, event: newest.event)
    case .lens, .lensAndFilter: feedback.part(state)
    case .selection, .sideEffectOnSelection, .condition: memories[slot].newestSelection
    case .pulse: state.mirror.value
    case .source, .stream, .elements: nil
    }
  }

  /// Lets effects begin that have waited for the one before them, and elements for a place.
  mutating func beginNextElements(_ slot: Int) {
    while !isStopping {
      if let id = memories[slot].ready.first {
        memories[slot].ready.removeFirst()
        guard !element(id, slot).waiting.isEmpty, !isBusy(id, slot) else { continue }
        let effect = element(id, slot).waiting[0]
        change(id, slot) { $0.waiting.removeFirst() }
        begin(effect, slot, element: id)
      } else if let id = memories[slot].line.first, atWork(slot) < limit(slot) {
        memories[slot].line.removeFirst()
        memories[slot].calls.append(id)
        call(id, slot)
      } else {
        return
      }
    }
  }

  /// The time has passed for which a start was held.
  mutating func endHold(_ name: RunName) {
    guard let index = alive.firstIndex(where: { $0.name == name }) else { return }
    guard let id = alive.remove(at: index).element else { return }
    guard isAtWork(id, name.slot) || hasPlace(name.slot) else {
      return memories[name.slot].line.append(id)
    }
    memories[name.slot].calls.append(id)
    call(id, name.slot)
    if !isStopping { beginNext(name.slot) }
    startWork()
  }

  // MARK: Counting

  private func isBusy(_ id: Int, _ slot: Int) -> Bool {
    alive.contains { $0.name.slot == slot && $0.element == id && !$0.isHold }
  }

  private func isAtWork(_ id: Int, _ slot: Int) -> Bool {
    isBusy(id, slot) || memories[slot].calls.contains(id)
      || memories[slot].elements.contains { $0.item.id == id && !$0.waiting.isEmpty }
  }

  private func atWork(_ slot: Int) -> Int {
    memories[slot].elements.count { isAtWork($0.item.id, slot) }
  }

  private func limit(_ slot: Int) -> Int { plan.feedbacks[slot].limit ?? .max }

  private func hasPlace(_ slot: Int) -> Bool {
    memories[slot].line.isEmpty && atWork(slot) < limit(slot)
  }

  private func element(_ id: Int, _ slot: Int) -> Element {
    memories[slot].elements.first { $0.item.id == id } ?? Element(item: Item(id: id, version: 0))
  }

  private mutating func change(_ id: Int, _ slot: Int, _ change: (inout Element) -> Void) {
    guard let index = memories[slot].elements.firstIndex(where: { $0.item.id == id }) else {
      return
    }
    change(&memories[slot].elements[index])
  }
}

extension Plan {
  /// Whether a feedback has elements, or counts as having one.
  func hasElements(_ slot: Int) -> Bool {
    feedbacks[slot].look == .elements || feedbacks[slot].throttle != nil
  }
}
