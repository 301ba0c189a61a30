import SpinCore

/// What a feedback says about a state, and cancels because of it.
extension Model {
  /// Asks a feedback, for all parts that have made a transition.
  mutating func ask(_ group: [Seat]) {
    for seat in group { seat.verdict = seat.life.hasMoved ? ask(seat) : .unchanged }
    guard let plan = group.first?.plan, plan.throttle != nil,
      group.contains(where: \.hasNews)
    else { return }
    // One that is throttled needs to know the time, if there is something to do.
    let now = readClock(plan.slot, isAsking: true)
    for seat in group { seat.throttle(at: now) }
  }

  /// Asks the selector, lens and filter of a feedback; each is called once a step.
  private mutating func ask(_ seat: Seat) -> Seat.Verdict {
    let (plan, wheel) = (seat.plan, seat.life.state.wheel)
    if plan.look.asks {
      lines.append(.asked(slot: plan.slot, seat.life.state.summary))
      heedStop(.selector)
    }
    let part = plan.part(wheel)
    switch plan.look {
    case .everyState, .sideEffect, .transitions, .lens, .stream, .forwarding: return .wanted
    case .filtered: return plan.passes[wheel.value] ? .wanted : .declined
    case .lensAndFilter: return plan.passes[part ?? 0] ? .wanted : .declined
    case .selection, .sideEffectOnSelection, .condition:
      // An equal value keeps the effect running, another one replaces it, nil cancels. A condition is
      // true as long as there is a part; which one does not matter.
      let selection = plan.look == .condition ? part.map { _ in 0 } : part
      if selection == seat.newestSelection { return .unchanged }
      seat.newestSelection = selection
      return selection == nil ? .withdrawn : .wanted
    case .elements: return elementChanges(seat)
    case .pulse, .sideEffectOnPulse:
      // Each assignment counts; the first state is none, and one that comes back cancels.
      let (count, value) = (wheel.mirror.count, wheel.mirror.value)
      let last = seat.newestCount ?? count
      seat.newestCount = count
      if count == last { return .unchanged }
      return count > last && value != nil ? .wanted : .withdrawn
    case .attempt:
      // Another attempt replaces the one before, and one that has ended cancels.
      let call = wheel.attempt.number.map { [wheel.attempt.serial, UInt64($0)] }
      if call == seat.newestAttempt { return .unchanged }
      seat.newestAttempt = call
      return call == nil ? .withdrawn : .wanted
    case .source, .following: return seat.life.number == 0 ? .wanted : .unchanged
    }
  }

  mutating func readClock(_ slot: Int, isAsking: Bool) -> Duration {
    let index = clock.firstIndex { $0.slot == slot && $0.isAsking == isAsking }
    guard let index else {
      lines.append(.wrong("the clock was not asked"))
      return .zero
    }
    let now = clock.remove(at: index).now
    lines.append(.clock(slot: slot, now))
    return now
  }

  // MARK: Cancelling

  /// Cancels the work of a feedback that a state makes unwanted.
  mutating func cancelUnwanted(_ seat: Seat) {
    switch seat.verdict {
    case .elements(let changes): take(changes, seat)
    case .unchanged: break
    case .withdrawn: cancelAll(seat)
    case .wanted, .declined:
      if seat.plan.effectiveStrategy == .cancelOnNewState { cancelAll(seat) }
    }
  }

  /// Cancels whatever runs or waits.
  mutating func cancelAll(_ seat: Seat, isOver: Bool = false) {
    // Promise 23.6: the end of a part withdraws nothing that it forwards.
    if isOver && seat.plan.look == .forwarding { return }
    seat.waiting = []
    for isHold in [false, true] {
      for run in alive where run.seat === seat && run.isStarted && run.isHold == isHold {
        lines.append(.cancelled(run.name))
        cancelBranches(run)
        if isOver { reached.insert("\(isHold ? "a hold" : "an effect") ends with its life") }
      }
    }
    seat.line = []
    seat.calls = []
    for index in seat.elements.indices { seat.elements[index].waiting = [] }
    alive.removeAll { $0.seat === seat }
  }
}

extension Seat {
  /// Why it wants nothing if nothing is selected.
  var noValue: NothingReason { plan.look == .condition ? .isFalse : .noValue }

  /// The ids on the way to its part, and to an element of it.
  func ids(of element: Int?) -> [[String]] {
    life.ids + (element.flatMap { $0 < 0 ? nil : [["\($0)"]] } ?? [])
  }

  fileprivate var hasNews: Bool {
    switch verdict {
    case .unchanged: false
    case .elements(let changes): changes.contains { $0.kind != .absent }
    case .wanted, .declined, .withdrawn: true
    }
  }

  /// Makes of what a throttled feedback says about a state what it says of its one element, -1.
  fileprivate func throttle(at now: Duration) {
    self.now = now
    let kind: ElementChange.Kind
    switch verdict {
    case .unchanged, .elements: return
    case .wanted: kind = .wanted
    case .declined: kind = .declined
    case .withdrawn: kind = .withdrawn
    }
    if elements.isEmpty { elements = [Element(item: Item(id: -1, version: 0))] }
    verdict = .elements([ElementChange(id: -1, kind: kind)])
  }

  /// What an effect closure makes of the newest state of the life, and what it sees.
  var choice: (part: Int?, seen: String) {
    let wheel = life.state.wheel
    switch plan.look {
    case .everyState, .sideEffect, .filtered: return (wheel.key, life.state.summary)
    case .transitions:
      let previous = plan.keepsPrevious ? life.previous : nil
      let seen = Seen.step(
        life.number, life.event, previous, life.state, isWhole: life.isFromAbove)
      return (plan.part(wheel, previous: previous?.wheel, event: life.event), seen)
    case .lens, .lensAndFilter: return (plan.part(wheel), Seen.part(plan.part(wheel)))
    case .selection, .sideEffectOnSelection: return (newestSelection, Seen.part(newestSelection))
    case .condition: return (0, "true")
    case .pulse, .sideEffectOnPulse: return (wheel.mirror.value, Seen.part(wheel.mirror.value))
    case .attempt:
      let number = newestAttempt.map { Int($0[1]) }
      return (number, Seen.part(number))
    case .source: return (0, "source")
    case .stream, .elements, .following, .forwarding: return (nil, "")
    }
  }
}
