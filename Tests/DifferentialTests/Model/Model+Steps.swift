import SpinCore

/// The steps, and the lives of parts.
extension Model {
  // Promise 7.1: every event makes a transition.
  mutating func reduce(_ event: Word?, origin: Birthplace) {
    guard let event else { return lines.append(.wrong("there is nothing to reduce")) }
    number += 1
    taken = [:]
    var next = root.state
    reduce(event, root.plan, &next, root)
    root.move(to: next, by: event)
    settleParts(root)
    if root.plan.reducer != nil { heedStop(.reducer) }
    makeTransition(event: event, origin: origin)
  }

  /// Promise 22.4: the reducers of scopes run in written order, and the own one last.
  private mutating func reduce(
    _ word: Word, _ plan: SpinPlan, _ node: inout Node, _ life: Life?
  ) {
    for (index, scope) in plan.scopes.enumerated() {
      guard let (key, own) = scope.from(word) else { continue }
      guard var part = node.part(scope.place, key) else {
        reached.insert("an event for a part that is not there")
        continue
      }
      let known = life?.parts[index].first { $0.key == key }?.life
      reduce(own, scope.spin(in: plan), &part, known)
      if let known { taken[ObjectIdentifier(known)] = own }
      node.replace(scope.place, key, with: part)
    }
    plan.reducer?.reduce(&node, word)
  }

  // MARK: Lives

  /// Finds out what has become of the parts of a life that has begun or has made a transition.
  mutating func settleParts(_ life: Life) {
    for (index, scope) in life.plan.scopes.enumerated() {
      var old = life.parts[index]
      var now: [(key: Int?, life: Life)] = []
      for part in life.state.parts(scope.place) {
        let known = old.firstIndex { other in
          other.key == part.key
            && (scope.place.isKeyed || !scope.livesByID || other.life.state.id == part.node.id)
        }
        guard let known else {
          now.append((part.key, begin(index, part, of: life, replacing: !old.isEmpty)))
          continue
        }
        let same = old.remove(at: known).life
        let own = taken[ObjectIdentifier(same)]
        // A part hears of its own events, and of steps that have changed it from above.
        if own != nil || same.state != part.node {
          if own == nil { reached.insert("a part is changed from above") }
          same.move(to: part.node, by: own)
          settleParts(same)
        }
        now.append((part.key, same))
      }
      for gone in old {
        reached.insert(
          now.contains { $0.key == gone.key } ? "a part is replaced" : "a part has gone")
        end(gone.life)
      }
      life.parts[index] = now
    }
  }

  private mutating func begin(
    _ index: Int, _ part: Node.Part, of life: Life, replacing: Bool
  ) -> Life {
    let scope = life.plan.scopes[index]
    if number > 0 { reached.insert("a part appears") }
    if scope.isRecursion { reached.insert("a part of the kind of the one that has it") }
    let isPlain =
      !scope.place.isKeyed && !scope.isRecursion
      && !scope.spin.scopes.contains(where: \.isRecursion)
    let new = Life(
      scope.spin(in: life.plan), part.node, scope, part.key, in: life, by: index,
      isReplacement: isPlain && (replacing || life.isReplacement))
    settleParts(new)
    return new
  }

  // Lives nest: an inner one ends with the outer.
  private mutating func end(_ life: Life) {
    ended.append(life)
    life.isOver = true
    for parts in life.parts { for part in parts { end(part.life) } }
  }

  // MARK: A step

  // Promise 4.1: ask all; cancel all; publish to all; call all; start all.
  mutating func makeTransition(event: Word?, origin: Birthplace) {
    lines.append(.reduced(number: number))
    let groups = groups
    for group in groups { ask(group.seats) }
    cancelLosers()
    for life in ended { for seat in life.seats { cancelAll(seat, isOver: true) } }
    for group in groups {
      let before = lines.count
      answer(group)
      for seat in group.seats { cancelUnwanted(seat) }
      // If no part was asked, the feedback says that.
      let isSilent = !lines[before...].contains(where: \.isAnswer)
      if !group.isSingle && group.plan.answers && isSilent {
        lines.append(.answered(slot: group.plan.slot, element: "", .keeps(.sameParts)))
      }
    }
    publish(event: event, origin: origin)
    for group in groups where !isStopping { describe(group.seats) }
    startWork()
    beginPending()
    root.quieten()
    ended = []
    if event?.asks == true { forgetEvent(root) }
  }

  /// Forgets the event of the step in the parts that have taken it.
  private func forgetEvent(_ life: Life) {
    life.event = nil
    for part in life.parts.joined() where taken[ObjectIdentifier(part.life)] != nil {
      forgetEvent(part.life)
    }
  }

  /// The feedbacks in written order, each for all parts in order of their collections.
  var groups: [SeatGroup] {
    groups(plan.spin, [root], Lead(way: [], life: root), isSingle: true)
  }

  /// All of them in this order.
  var seats: [Seat] { groups.flatMap(\.seats) }

  private func groups(
    _ plan: SpinPlan, _ lives: [Life], _ lead: Lead, isSingle: Bool
  ) -> [SeatGroup] {
    var all: [SeatGroup] = []
    var local = 0
    func add(_ feedbacks: [FeedbackPlan]) {
      for feedback in feedbacks {
        let seats = lives.map { $0.seats[local] }
        all.append(SeatGroup(plan: feedback, seats: seats, lead: lead, isSingle: isSingle))
        local += 1
      }
    }
    for (index, group) in plan.groups.enumerated() {
      add(group.feedbacks)
      let (scope, place) = (group.scope, group.scope.place)
      if scope.isRecursion { continue }
      let inner = lives.flatMap { $0.parts[index].flatMap(\.life.ofItsKind) }
      let isSingle =
        isSingle && !place.isKeyed && !scope.spin.scopes.contains(where: \.isRecursion)
      let next = Lead(way: lead.way + [index], life: inner.first)
      all += groups(scope.spin, inner, isSingle ? next : lead, isSingle: isSingle)
    }
    add(plan.feedbacks)
    return all
  }

  private mutating func publish(event: Word?, origin: Birthplace) {
    for observer in 0..<plan.observers {
      let sight = Sight(
        number: number, event: event, origin: origin.text, element: origin.element, state: state,
        previous: observer % 2 == 1 ? root.previous : nil)
      if observer == 0 { transitions.append(sight) }
      lines.append(.observed(by: observer, sight))
      // Without its handle, which may be dropped at any moment, it emits nothing.
      let mustEcho = plan.echoes[state.wheel.fuel] != nil && !plan.drops
      if observer == 0 && mustEcho { echoes[number] = entry }
      if observer == 0 { heedStop(.observer) }
    }
    lines.append(.published(number: number))
  }

  // MARK: Settling

  /// Promise 9.1: no effect is alive, and the mailbox is empty.
  var isSettled: Bool {
    posted.isEmpty && number <= durable && alive.allSatisfy { $0.isAtRest }
      && seats.allSatisfy { seat in
        seat.waiting.isEmpty && seat.line.isEmpty && seat.elements.allSatisfy(\.waiting.isEmpty)
      }
  }

  /// The streams that wait for a state, as all of them do that are alive when the loop is settled,
  /// with the number of the one before.
  var resting: [Int: Int] {
    let streams = alive.map(\.name.slot).filter { slot in
      root.seats.contains { $0.plan.slot == slot && $0.plan.look == .stream }
    }
    return Dictionary(uniqueKeysWithValues: streams.map { ($0, number) })
  }
}

extension Model.Run {
  /// Sources do not count, and a stream counts from when it is handed a state until it asks for the
  /// next.
  fileprivate var isAtRest: Bool {
    switch seat.plan.look {
    case .source, .following: true
    case .stream: seat.gone == seat.handed
    default: false
    }
  }
}
