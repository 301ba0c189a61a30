import SpinCore

/// What a feedback describes, begins and starts.
extension Model {
  /// Lets a feedback describe, for all parts, and then begin what has waited.
  mutating func describe(_ group: [Seat]) {
    for seat in group where !isStopping { describe(seat) }
    for seat in group { beginHolds(seat) }
    for seat in group where !isStopping { beginNext(seat) }
  }

  /// Calls the effect closure, if there is work, and lets the effect begin or wait.
  private mutating func describe(_ seat: Seat) {
    if case .elements = seat.verdict { return callElements(seat) }
    guard case .wanted = seat.verdict else { return }
    let plan = seat.plan
    if plan.look == .stream { return hand(seat) }
    if plan.look == .following {
      lines.append(.described(slot: plan.slot))
      return begin(.body(isStubborn: false), seat)
    }
    if plan.look == .forwarding { return forward(seat) }
    let isBusy = alive.contains { $0.seat === seat }
    // While one runs, the closure is not called for this state, nor later.
    if plan.effectiveStrategy == .ignoreNewState && isBusy { return }
    let effect = call(seat)
    if effect.isNothing { return }
    // The described effect waits whole until the one before it has ended.
    if plan.effectiveStrategy == .queueNewState && (isBusy || !seat.waiting.isEmpty) {
      lines.append(.waited(slot: plan.slot))
      seat.waiting.append(effect)
    } else {
      begin(effect, seat)
    }
  }

  /// Calls the effect closure for the newest state of its life, or for an element.
  mutating func call(_ seat: Seat, _ item: Item? = nil) -> EffectPlan {
    let (part, seen) = item.map { ($0.part, $0.seen) } ?? seat.choice
    lines.append(.called(slot: seat.plan.slot, seen))
    lines.append(.described(slot: seat.plan.slot))
    heedStop(.feedback)
    let effect = seat.plan.effect(part)
    let number =
      seat.plan.aspect == .attempt ? item?.attempt.number : seat.plan.look == .attempt ? part : nil
    guard let number, number > 1 else { return effect }
    if seat.plan.aspect == .attempt { reached.insert("a further attempt of an element") }
    reached.insert("a further attempt")
    return .backedOff(effect)
  }

  /// Makes an event of another loop, which gets it when the step is complete.
  private mutating func forward(_ seat: Seat) {
    let event = seat.life.event
    if let event { lines.append(.called(slot: seat.plan.slot, "\(event)")) }
    lines.append(.described(slot: seat.plan.slot))
    guard let event else { return }
    heedStop(.feedback)
    guard seat.plan.forwards(event) else { return }
    begin(.callback(atOnce: nil, atEnd: nil), seat)
    alive[alive.count - 1].forwards = Heard(
      slot: seat.plan.slot, kind: event.kind, id: event.id)
    alive[alive.count - 1].life = seat.life
  }

  /// Hands the state to a stream, whose one run begins with the first.
  private mutating func hand(_ seat: Seat) {
    lines.append(.described(slot: seat.plan.slot))
    seat.handed += 1
    if number == 0 { begin(.body(isStubborn: false), seat) }
  }

  // MARK: Beginning

  /// Lets effects begin that have waited for the one before them.
  mutating func beginNext(_ seat: Seat) {
    if seat.plan.hasElements { return beginNextElements(seat) }
    while !seat.waiting.isEmpty && !alive.contains(where: { $0.seat === seat }) {
      begin(seat.waiting.removeFirst(), seat)
    }
  }

  /// Posts the immediate events of an effect.
  mutating func begin(_ effect: EffectPlan, _ seat: Seat, element: Int? = nil) {
    let isQueued = seat.plan.effectiveStrategy == .queueNewState
    let shape = effect.shape
    let works = shape.startedWorks
    var queued: RunName?
    if !shape.works.isEmpty || isQueued {
      let name = newName(seat)
      var run = Run(
        name: name, seat: seat, pieces: works.count,
        immediates: isQueued ? shape.events.count : 0, entry: entry, element: element)
      run.works = works
      alive.append(run)
      if isQueued { queued = name }
    }
    let named = element.flatMap { $0 < 0 ? nil : $0 }
    for kind in shape.events {
      posted.append(
        Posted(
          slot: seat.plan.slot, word: seat.plan.word(kind).under(seat.life.hops), entry: entry,
          run: queued, life: seat.life, origin: Birthplace(seat, element: named, isImmediate: true))
      )
    }
    if !shape.events.isEmpty {
      lines.append(.posted(slot: seat.plan.slot, count: shape.events.count))
    }
  }

  /// Names a run, or a branch of one.
  mutating func newName(_ seat: Seat) -> RunName {
    runsSoFar += 1
    return RunName(slot: seat.plan.slot, serial: runsSoFar)
  }

  /// Starts the work that was described, in order of declaration.
  mutating func startWork() {
    for index in alive.indices
    where !alive[index].isStarted && alive[index].pieces > 0 && !alive[index].isHold {
      if isStopping { return }
      start(index)
    }
  }

  /// Starts the work of an effect.
  mutating func start(_ index: Int) {
    alive[index].isStarted = true
    alive[index].startEntry = entry
    lines.append(.started(alive[index].name))
    for work in alive[index].works {
      if work.isStaged {
        let stage = begin(work, alive[index].seat)
        alive[index].stages.append(stage)
      } else if work.isCode {
        if hold(alive[index].name) {
          reached.insert("an effect waits to be durable")
        } else if let forwarded = alive[index].forwards {
          heard.append(forwarded)
        } else {
          subscribe(alive[index])
        }
      }
    }
  }

  /// Posts the event with which the subscription of a run begins.
  mutating func subscribe(_ run: Run) {
    let seat = run.seat
    guard run.works.count == 1, case .subscription(let kind?) = run.works[0],
      !seat.plan.hasExecutor
    else { return }
    if entry > run.startEntry { reached.insert("a subscription begins behind other steps") }
    let isQueued = seat.plan.effectiveStrategy == .queueNewState
    if isQueued, let index = alive.firstIndex(where: { $0.name == run.name }) {
      alive[index].immediates += 1
    }
    posted.append(
      Posted(
        slot: seat.plan.slot, word: Word(path: seat.life.hops, kind: kind), entry: entry,
        run: isQueued ? run.name : nil, life: seat.life,
        origin: Birthplace(seat, element: run.namedElement, isImmediate: true),
        isOfSubscription: true))
    lines.append(.posted(slot: seat.plan.slot, count: 1))
  }

  /// Has code wait until the newest step is durable, if it must.
  mutating func hold(_ name: RunName) -> Bool {
    guard number > durable else { return false }
    held.append(Held(number: number, name: name))
    return true
  }
}
