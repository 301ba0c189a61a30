import SpinCore

/// What the mailbox hands to the loop.
extension Model {
  // Promise 1.2: events are reduced in the order in which the mailbox accepted them.
  mutating func take(_ source: Source, _ event: Word?, at time: Duration? = nil) {
    lines.append(.taken(source, event))
    entry += 1
    // Promise 8.5: what still waits is dropped as stopped.
    if isStopped {
      if event != nil { lines.append(.dropped(.stopped)) }
      return
    }
    switch source {
    case .outside: takeOutside(event, at: time)
    case .immediate(let slot): takeImmediate(event, of: slot, at: time)
    case .work(let name): takeDelivered(event, by: name, at: time)
    case .hold(let name): endHold(name)
    case .stream(let slot, let gone):  // Promise 9.5.
      for seat in root.seats where seat.plan.slot == slot { seat.gone = gone }
    }
  }

  private mutating func takeOutside(_ event: Word?, at time: Duration?) {
    if let number = event?.echoOf { echoes[number] = nil }
    // Promise 3.4: the immediate events of the start precede every event from outside.
    if posted.contains(where: { $0.entry == 0 && !$0.isOfSubscription }) {
      lines.append(.wrong("an event from outside overtakes the immediate events of the start"))
    }
    if isRepeat(event, at: time) { return lines.append(.dropped(.repeated)) }
    reduce(event, origin: .outside)
  }

  // Promise 5.4: immediate events are facts, and in order of declaration.
  private mutating func takeImmediate(_ event: Word?, of slot: Int, at time: Duration?) {
    guard let first = posted.first else { return lines.append(.wrong("no immediate event waits")) }
    posted.removeFirst()
    var word = first.word
    if first.isOfSubscription { word.id = event?.id ?? 0 }
    if first.slot != slot || word != event {
      lines.append(.wrong("first in the mailbox is \(first.word) of \(first.slot)"))
    }
    // Promise 1.2: what an observer has emitted was accepted before, except at the start.
    if first.entry > 0 && echoes.values.contains(where: { $0 <= first.entry }) {
      lines.append(.wrong("it overtakes what an observer emitted before"))
    }
    // Promise 22.9: what belongs to a life ends with it.
    if first.life.isOver {
      reached.insert("an immediate event ends with its life")
      return lines.append(.dropped(.stale))
    }
    // They are facts, but events that come after them repeat them.
    _ = isRepeat(event, at: time, isFact: true)
    if let index = alive.firstIndex(where: { $0.name == first.run }) {
      alive[index].immediates -= 1
      endIfFinished(index)
    }
    reduce(event, origin: first.origin)
  }

  private mutating func takeDelivered(_ event: Word?, by name: RunName, at time: Duration?) {
    // Promises 6.3, 6.4: what a dead generation, or an ended life, delivers is dropped and reported.
    guard let index = alive.firstIndex(where: { $0.has(name) }) else {
      if event != nil { lines.append(.dropped(.stale)) }
      return
    }
    let run = alive[index]
    // Promise 5.3: immediate events come before anything that the work of their step delivers.
    if posted.contains(where: { $0.entry <= run.entry && !$0.isOfSubscription }) {
      lines.append(.wrong("it overtakes the immediate events of the step that started it"))
    }
    let hops = run.seat.life.hops
    if let event, event.path.prefix(hops.count) != hops[...] {
      lines.append(.wrong("it is no event of the part that its effect belongs to"))
    }
    let isRepeat = event != nil && isRepeat(event, at: time)
    // Promise 1.4: a one-shot finishes together with its event, in whose step it no longer runs.
    if let stage = run.stages.firstIndex(where: { $0.names.contains(name) }) {
      advance(index, stage, BranchEntry(name: name, event: event, isRepeat: isRepeat))
    } else if event == nil || event?.isLast == true {
      alive[index].pieces -= 1
    }
    endIfFinished(index)
    if event != nil && !isRepeat {
      return reduce(
        event, origin: Birthplace(run.seat, element: run.namedElement, isImmediate: false))
    }
    cancelLosers()
    // A last event that is dropped ends its effect all the same.
    if isRepeat { lines.append(.dropped(.repeated)) }
    beginNext(run.seat)
    startWork()
    beginPending()
  }

  private mutating func endIfFinished(_ index: Int) {
    guard alive[index].pieces == 0 && alive[index].immediates == 0 else { return }
    lines.append(.ended(alive[index].name))
    let run = alive.remove(at: index)
    if let element = run.element { run.seat.ready.append(element) }
  }

  // MARK: Repeats

  /// An event repeats the last one of its key that was reduced, if that was within the interval.
  ///
  /// The keys of a part belong to its life.
  private mutating func isRepeat(
    _ event: Word?, at time: Duration?, isFact: Bool = false
  ) -> Bool {
    guard plan.spin.hasRepeats else { return false }
    guard let event, let time, time >= now else {
      lines.append(.wrong("an event has no time, or an earlier one than the event before it"))
      return false
    }
    now = time
    lines.append(.compared(at: time))
    let keys = keys(of: event, root)
    let repeated = keys.first { life, index, key in
      life.reducedAt[index][key].map {
        time - $0 < .milliseconds(life.plan.repeats[index].interval)
      } ?? false
    }
    if let repeated, !isFact {
      if !repeated.life.hops.isEmpty { reached.insert("a part repeats an event") }
      return true
    }
    for (life, index, key) in keys { life.reducedAt[index][key] = time }
    return false
  }

  /// The keys that an event has in the whole and in the parts that it belongs to.
  private func keys(of event: Word, _ life: Life) -> [(life: Life, index: Int, key: Int)] {
    var all: [(life: Life, index: Int, key: Int)] = []
    for (index, scope) in life.plan.scopes.enumerated() {
      guard let (key, own) = scope.from(event) else { continue }
      for part in life.parts[index] where part.key == key { all += keys(of: own, part.life) }
    }
    for (index, repeats) in life.plan.repeats.enumerated() {
      if let key = repeats.key(event) { all.append((life, index, key)) }
    }
    return all
  }
}

extension Model.Run {
  /// The element that origins name.
  var namedElement: Int? { element.flatMap { $0 < 0 ? nil : $0 } }
}
