import SpinCore

/// Feedbacks for each element, and those that are throttled, which have one element, -1.
extension Model {
  // MARK: Asking

  /// Compares the collection with the one before.
  mutating func elementChanges(_ seat: Seat) -> Seat.Verdict {
    let items = seat.plan.elements(seat.life.state.wheel)
    let old = seat.elements
    let left = old.map(\.item.id).filter { id in !items.contains { $0.id == id } }
    let (known, new) = (
      items.filter { item in old.contains { $0.item.id == item.id } },
      items.filter { item in !old.contains { $0.item.id == item.id } }
    )
    let changes = (known + new).compactMap { item in
      change(from: old.first { $0.item.id == item.id }?.item, to: item, seat.plan.aspect) {
        seat.plan.selection($0)
      }
    }
    remember(items, old, left, seat)
    // The next attempt of an element keeps its place, so others that want one come later.
    let others = changes.drop { $0.kind != .wanted }
    let ordered =
      changes.prefix { $0.kind != .wanted } + others.filter { $0.kind == .retried }
      + others.filter { $0.kind != .retried }
    if seat.life.hops.isEmpty && others.contains(where: { $0.kind == .retried }) {
      reached.insert("a retry goes first")
    }
    let all = left.map { ElementChange(id: $0, kind: .left) } + ordered
    return all.isEmpty ? .unchanged : .elements(all)
  }

  /// What the change of an element means: the element decides, or a value of it, or a running attempt.
  private func change(
    from old: Item?, to new: Item, _ aspect: Aspect, _ selection: (Item) -> Int?
  ) -> ElementChange? {
    func decides(_ item: Item) -> [Int]? {
      switch aspect {
      case .whole: [item.id, item.version]
      case .selection: selection(item).map { [$0] }
      case .attempt: item.attempt.number.map { [Int(item.attempt.serial), $0] }
      }
    }
    let (before, now) = (old.flatMap(decides), decides(new))
    if old == nil && now == nil { return ElementChange(id: new.id, kind: .absent) }
    if before == now { return nil }
    guard let now else { return ElementChange(id: new.id, kind: .withdrawn) }
    let isRetry = aspect == .attempt && before?.first == now.first
    return ElementChange(id: new.id, kind: isRetry ? .retried : .wanted)
  }

  /// Those that have left are remembered until they are cancelled.
  private func remember(_ items: [Item], _ old: [Seat.Element], _ left: [Int], _ seat: Seat) {
    seat.elements =
      items.map { item in
        var element = old.first { $0.item.id == item.id } ?? Seat.Element(item: item)
        element.item = item
        return element
      } + old.filter { left.contains($0.item.id) }
  }

  // MARK: Cancelling

  /// Cancels what is not wanted any more, and decides who is called, is held or waits.
  mutating func take(_ changes: [ElementChange], _ seat: Seat) {
    for change in changes {
      // Of an element that nothing was told of, nobody is told that it leaves.
      let isTold = change.kind != .left || seat.element(change.id).hadValue
      if change.kind != .left { seat.change(change.id) { $0.hadValue = true } }
      var answer: FeedbackAnswer
      switch change.kind {
      case .wanted: answer = want(change.id, seat)
      case .retried: answer = want(change.id, seat, isRetried: true)
      case .declined:
        answer = .wantsNothing(.filteredOut)
        if seat.plan.effectiveStrategy == .cancelOnNewState {
          dismiss(change.id, seat)
        } else {
          cancel(seat) { $0.element == change.id && $0.isHold }
        }
      case .withdrawn:
        answer = .wantsNothing(seat.noValue)
        dismiss(change.id, seat)
      case .absent: answer = .wantsNothing(seat.noValue)
      case .left:
        answer = .wantsNothing(.elementLeft)
        dismiss(change.id, seat)
        seat.elements.removeAll { $0.item.id == change.id }
      }
      if isTold && seat.plan.answers { tell(seat, answer, element: change.id) }
    }
  }

  private mutating func want(
    _ id: Int, _ seat: Seat, isRetried: Bool = false
  ) -> FeedbackAnswer {
    let strategy = seat.plan.effectiveStrategy
    let wasAtWork = isAtWork(id, seat)
    let isHeld = alive.contains { $0.seat === seat && $0.element == id && $0.isHold }
    if strategy == .ignoreNewState && wasAtWork {
      return isHeld ? .waits(.period) : .skips(.strategy)
    }
    if strategy == .cancelOnNewState { cancel(seat) { $0.element == id && !$0.isHold } }
    // Who waits for a place keeps it, and is called with the newest element.
    if seat.line.contains(id) { return .waits(.place) }
    if let throttle = seat.plan.throttle, let latest = seat.element(id).latestStart,
      seat.now < latest + .milliseconds(throttle.period)
    {
      hold(id, seat, throttle)
      return throttle.latest ? .waits(.period) : .skips(.period)
    }
    cancel(seat) { $0.element == id && $0.isHold }
    // The next attempt takes the place of the one before, even if others wait.
    if seat.life.hops.isEmpty && isRetried && !wasAtWork && !seat.line.isEmpty
      && atWork(seat) < seat.limit
    {
      reached.insert("a retry keeps its place")
    }
    if wasAtWork || hasPlace(seat) || isRetried && atWork(seat) < seat.limit {
      seat.calls.append(id)
      return .wants
    }
    seat.line.append(id)
    if !seat.life.hops.isEmpty { reached.insert("an element of a part waits for a place") }
    return .waits(.place)
  }

  private mutating func hold(_ id: Int, _ seat: Seat, _ throttle: ThrottlePlan) {
    let isHeld = alive.contains { $0.seat === seat && $0.element == id && $0.isHold }
    if !throttle.latest || isHeld { return }
    alive.append(
      Run(
        name: newName(seat), seat: seat, pieces: 1, immediates: 0, entry: entry, element: id,
        isHold: true))
  }

  private mutating func dismiss(_ id: Int, _ seat: Seat) {
    cancel(seat) { $0.element == id && !$0.isHold }
    cancel(seat) { $0.element == id && $0.isHold }
    seat.line.removeAll { $0 == id }
    seat.change(id) { $0.waiting = [] }
  }

  private mutating func cancel(_ seat: Seat, _ isUnwanted: (Run) -> Bool) {
    for run in alive where run.seat === seat && isUnwanted(run) && run.isStarted {
      lines.append(.cancelled(run.name))
      cancelBranches(run)
    }
    alive.removeAll { $0.seat === seat && isUnwanted($0) }
  }

  // MARK: Describing

  /// Calls those who have a place.
  mutating func callElements(_ seat: Seat) {
    while !seat.calls.isEmpty && !isStopping { call(seat.calls[0], seat) }
  }

  /// Sets the alarms of those who are held.
  mutating func beginHolds(_ seat: Seat) {
    for index in alive.indices where alive[index].seat === seat && alive[index].isHold {
      if alive[index].isStarted || isStopping { continue }
      alive[index].isStarted = true
      alive[index].startEntry = entry
      lines.append(.held(alive[index].name))
      if !seat.life.hops.isEmpty { reached.insert("a part is held") }
    }
  }

  private mutating func call(_ id: Int, _ seat: Seat) {
    if seat.plan.throttle != nil {
      let now = readClock(seat.plan.slot, isAsking: false)
      seat.change(id) { $0.latestStart = now }
    }
    let effect = call(seat, id < 0 ? nil : seat.element(id).item)
    let mustWait = isBusy(id, seat) || !seat.element(id).waiting.isEmpty
    seat.calls.removeAll { $0 == id }
    if effect.isNothing { return }
    if seat.plan.effectiveStrategy == .queueNewState && mustWait {
      lines.append(.waited(slot: seat.plan.slot))
      seat.change(id) { $0.waiting.append(effect) }
    } else {
      begin(effect, seat, element: id)
    }
  }

  /// Lets effects begin that have waited for the one before them, and elements for a place.
  mutating func beginNextElements(_ seat: Seat) {
    while !isStopping {
      if let id = seat.ready.first {
        seat.ready.removeFirst()
        guard !seat.element(id).waiting.isEmpty, !isBusy(id, seat) else { continue }
        let effect = seat.element(id).waiting[0]
        seat.change(id) { $0.waiting.removeFirst() }
        begin(effect, seat, element: id)
      } else if let id = seat.line.first, atWork(seat) < seat.limit {
        seat.line.removeFirst()
        seat.calls.append(id)
        call(id, seat)
      } else {
        return
      }
    }
  }

  /// The time has passed for which a start was held.
  mutating func endHold(_ name: RunName) {
    guard let index = alive.firstIndex(where: { $0.name == name }) else { return }
    let run = alive.remove(at: index)
    guard let id = run.element else { return }
    guard isAtWork(id, run.seat) || hasPlace(run.seat) else { return run.seat.line.append(id) }
    if !run.seat.life.hops.isEmpty { reached.insert("a part that was held starts") }
    run.seat.calls.append(id)
    call(id, run.seat)
    if !isStopping { beginNext(run.seat) }
    startWork()
  }

  // MARK: Counting

  private func isBusy(_ id: Int, _ seat: Seat) -> Bool {
    alive.contains { $0.seat === seat && $0.element == id && !$0.isHold }
  }

  private func isAtWork(_ id: Int, _ seat: Seat) -> Bool {
    isBusy(id, seat) || seat.calls.contains(id)
      || seat.elements.contains { $0.item.id == id && !$0.waiting.isEmpty }
  }

  private func atWork(_ seat: Seat) -> Int {
    seat.elements.count { isAtWork($0.item.id, seat) }
  }

  private func hasPlace(_ seat: Seat) -> Bool {
    seat.line.isEmpty && atWork(seat) < seat.limit
  }
}

extension Seat {
  fileprivate var limit: Int { plan.limit ?? .max }

  fileprivate func element(_ id: Int) -> Element {
    elements.first { $0.item.id == id } ?? Element(item: Item(id: id, version: 0))
  }

  fileprivate func change(_ id: Int, _ change: (inout Element) -> Void) {
    guard let index = elements.firstIndex(where: { $0.item.id == id }) else { return }
    change(&elements[index])
  }
}
