import SpinCore

/// What a feedback does during a life: the same as in a spin alone.
extension ScopeModel {
  // MARK: Asking

  /// Asks a feedback of a part about a step in which the part has made a transition.
  mutating func ask(_ seat: Seat, _ life: Life) {
    seat.verdict = .unchanged
    guard life.hasMoved else { return }
    let (plan, node) = (seat.plan, life.state)
    switch plan.look {
    case .filtered, .lens, .selection, .condition, .elements:
      lines.append(.asked(slot: plan.slot, node.summary))
    case .everyState, .transitions, .source: break
    }
    let part = plan.part(node)
    switch plan.look {
    case .everyState: seat.verdict = .wanted(node.key, seen: node.summary)
    case .filtered:
      seat.verdict =
        plan.passes[node.value] ? .wanted(node.key, seen: node.summary) : .declined
    case .lens: seat.verdict = .wanted(part, seen: "part \(part ?? -1)")
    case .selection, .condition:
      let value = plan.look == .condition ? part.map { _ in 0 } : part
      if value == seat.newest { return }
      seat.newest = value
      guard let value else { return seat.verdict = .withdrawn }
      seat.verdict = .wanted(value, seen: plan.look == .condition ? "true" : "value \(value)")
    case .transitions:
      let seen = Transition<Node, Word>.inFull(
        life.number, life.event, life.previous, node,
        isWhole: life.number > 0 && life.event == nil)
      let chosen = plan.part(node, previous: life.previous, event: life.event)
      seat.verdict = .wanted(chosen, seen: seen)
    case .elements: askElements(seat, node)
    case .source: if life.number == 0 { seat.verdict = .wanted(0, seen: "source") }
    }
  }

  /// Compares the collection with the one before; of several elements with an id the first counts.
  private func askElements(_ seat: Seat, _ node: Node) {
    var items: [Item] = []
    for item in seat.plan.items(node) where !items.contains(where: { $0.id == item.id }) {
      items.append(item)
    }
    let old = seat.elements
    seat.verdict = .elements
    seat.elements = items.map { item in
      guard var element = old.first(where: { $0.item.id == item.id }) else {
        let new = Seat(seat.plan)
        new.verdict = .wanted(item.part, seen: item.seen)
        return Element(item: item, seat: new)
      }
      element.seat.verdict = element.item == item ? .unchanged : .wanted(item.part, seen: item.seen)
      element.item = item
      return element
    }
    // Those that have left are remembered until they are cancelled.
    for element in old where !items.contains(where: { $0.id == element.item.id }) {
      element.seat.isOver = true
      element.seat.verdict = .withdrawn
      seat.elements.append(element)
    }
    // Those that have become others come before the new ones.
    let known = seat.elements.filter { element in old.contains { $0.item.id == element.item.id } }
    let new = seat.elements.filter { element in !old.contains { $0.item.id == element.item.id } }
    seat.calls = known + new
  }

  // MARK: Cancelling

  /// Cancels the work of a feedback that a state makes unwanted.
  mutating func cancelUnwanted(_ seat: Seat) {
    switch seat.verdict {
    case .unchanged: break
    case .withdrawn: cancelAll(seat)
    case .wanted, .declined: if seat.strategy == .cancelOnNewState { cancelAll(seat) }
    case .elements:
      for element in seat.elements { cancelUnwanted(element.seat) }
      seat.elements.removeAll { $0.seat.isOver }
      seat.calls.removeAll { $0.seat.isOver }
    }
  }

  /// Cancels whatever runs or waits.
  mutating func cancelAll(_ seat: Seat, isOver: Bool = false) {
    seat.waiting = []
    for run in alive where run.seat === seat && run.isStarted {
      lines.append(.cancelled(run.name))
      if isOver { reached.insert("an effect ends with its life") }
    }
    alive.removeAll { $0.seat === seat }
    for element in seat.elements { cancelAll(element.seat, isOver: isOver) }
  }

  // MARK: Describing

  /// Calls the effect closure, if there is work, and lets the effect begin or wait.
  mutating func describe(_ seat: Seat, _ life: Life, element: Int? = nil) {
    if case .elements = seat.verdict {
      for element in seat.calls { describe(element.seat, life, element: element.item.id) }
      return
    }
    guard case .wanted(let part, let seen) = seat.verdict else { return }
    let isBusy = alive.contains { $0.seat === seat }
    // While one runs, the closure is not called for this state, nor later.
    if seat.strategy == .ignoreNewState && isBusy { return }
    lines.append(.called(slot: seat.plan.slot, seen))
    lines.append(.described(slot: seat.plan.slot))
    let effect = seat.plan.effect(part)
    if effect.isNothing { return }
    // The described effect waits whole until the one before it has ended.
    if seat.strategy == .queueNewState && (isBusy || !seat.waiting.isEmpty) {
      lines.append(.waited(slot: seat.plan.slot))
      seat.waiting.append(effect)
      seat.place = (life, element)
    } else {
      begin(effect, seat, life, element)
    }
  }

  /// Lets effects begin that have waited for the one before them.
  mutating func beginNext(_ seat: Seat, _ life: Life) {
    beginNext(seat)
    for element in seat.elements { beginNext(element.seat) }
  }

  mutating func beginNext(_ seat: Seat) {
    while let place = seat.place, !seat.waiting.isEmpty,
      !alive.contains(where: { $0.seat === seat })
    {
      begin(seat.waiting.removeFirst(), seat, place.life, place.element)
    }
  }

  /// Posts the immediate events of an effect.
  private mutating func begin(_ effect: EffectPlan, _ seat: Seat, _ life: Life, _ element: Int?) {
    let isQueued = seat.strategy == .queueNewState
    let shape = effect.shape
    let slot = seat.plan.slot
    let origin =
      "\(slot) \(life.prefix)\(seat.plan.name)\(element.map { "[\($0)]" } ?? "")"
    var queued: RunName?
    if !shape.works.isEmpty || isQueued {
      runsSoFar += 1
      let name = RunName(slot: slot, serial: runsSoFar)
      alive.append(
        Run(
          name: name, seat: seat, pieces: shape.works.count,
          immediates: isQueued ? shape.events.count : 0, entry: entry, hops: life.hops,
          origin: origin))
      if isQueued { queued = name }
    }
    for kind in shape.events {
      let word = seat.plan.word(kind).under(life.hops)
      posted.append(Posted(slot: slot, word: word, entry: entry, run: queued, origin: origin))
    }
    if !shape.events.isEmpty { lines.append(.posted(slot: slot, count: shape.events.count)) }
  }

  /// Starts the work that was described, in order of declaration.
  mutating func startWork() {
    for index in alive.indices where !alive[index].isStarted && alive[index].pieces > 0 {
      alive[index].isStarted = true
      lines.append(.started(alive[index].name))
    }
  }
}

extension ScopeModel.Seat {
  /// Sources have no use for a strategy.
  var strategy: ExecutionStrategy {
    plan.look == .source ? .continueOnNewState : plan.strategy
  }
}

extension Item {
  fileprivate var seen: String { "item \(id) version \(version)" }
}
