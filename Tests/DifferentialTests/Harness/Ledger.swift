import SpinCore

/// What the books say in the end: nothing lost, nothing invented, nothing done twice.
struct Ledger {
  private let record: Record
  private let transitions: [Sight]
  private let plan: Plan
  private var complaints: [String] = []

  /// Audits a record.
  ///
  /// - Parameters:
  ///   - record: What was written down.
  ///   - model: The model that has replayed it.
  /// - Returns: What is wrong.
  static func audit(_ record: Record, _ model: Model) -> [String] {
    var ledger = Ledger(record: record, transitions: model.transitions, plan: model.plan)
    ledger.auditEvents()
    ledger.auditLatecomers()
    ledger.auditStreams()
    ledger.auditOutcomes()
    ledger.auditSuspension()
    // What a step had not forwarded when the loop was stopped is not forwarded later.
    let senders = model.seats.count { $0.plan.look == .forwarding }
    ledger.expect(
      record.heard == model.heard
        || record.lines.contains(.stopped) && model.heard.starts(with: record.heard)
          && model.heard.count - record.heard.count <= senders,
      "the other loop was told \(record.heard), and not \(model.heard)")
    ledger.expect(
      record.registrations.allSatisfy { $0 == 1 },
      "cancellations ran \(record.registrations) times, and each runs once")
    // Promise 6.2: the generation is dead before any cancellation code runs.
    ledger.expect(
      record.lastWords.allSatisfy { !$0.isAccepted },
      "a registration that was cancelled, or had finished, could still emit")
    ledger.expect(
      record.state == nil || record.state == model.state,
      "the state in the end is \(model.state), not \(record.state as Any)")
    return ledger.complaints
  }

  private mutating func expect(_ condition: Bool, _ complaint: @autoclosure () -> String) {
    if !condition { complaints.append(complaint()) }
  }

  private mutating func auditEvents() {
    var taken: [Int: Int] = [:]
    var droppedInside: [Int: DropReason] = [:]
    var anonymousDrops = 0
    var last: Word?
    for line in record.lines {
      if case .compared(let time) = line, let id = last?.id, let moment = record.moments[id] {
        expect(moment.contains(time), "event \(id) was accepted \(moment), and not at \(time)")
      }
      if case .taken(_, let event) = line {
        last = event
        if let event, event.id > 0 { taken[event.id, default: 0] += 1 }
      }
      if case .dropped(let reason) = line, let last {
        if last.id > 0 { droppedInside[last.id] = reason }
        if last.id == 0 { anonymousDrops += 1 }
      }
    }
    let told = Dictionary(
      grouping: record.drops.filter { $0.event.id > 0 }, by: \.event.id
    ).mapValues { $0.map(\.reason) }
    for (id, emission) in record.emissions {
      switch emission {
      case .accepted:
        expect(taken[id] == 1, "event \(id) was accepted, and taken \(taken[id] ?? 0) times")
        expect(
          told[id] == droppedInside[id].map { [$0] },
          "onDrop was told \(told[id] ?? []) of the accepted event \(id)")
      case .dropped(let reason):
        expect(taken[id] == nil, "event \(id) was refused and taken")
        expect(
          told[id] == [reason] || told[id] == nil && mayBeUntold(id, reason),
          "onDrop was told \(told[id] ?? []) of the refused event \(id)")
      }
    }
    auditReports()
    for id in record.returned {
      let fates = (taken[id] ?? 0) + (taken[id] == nil ? told[id]?.count ?? 0 : 0)
      expect(
        fates == 1 || fates == 0 && isHandleDropped && !plan.hasParts,
        "the event \(id), which a body handed over, was taken or refused \(fates) times")
      if taken[id] != nil {
        expect(
          told[id] == droppedInside[id].map { [$0] },
          "onDrop was told \(told[id] ?? []) of the returned event \(id)")
      }
    }
    let known = Set(record.emissions.keys).union(record.returned)
    expect(known.isSuperset(of: taken.keys), "events were taken that nobody emitted")
    expect(known.isSuperset(of: told.keys), "events were dropped that nobody emitted")
    expect(
      record.drops.count { $0.event.id == 0 } == anonymousDrops,
      "every immediate event that is dropped is reported once")
  }

  /// Whatever is dropped inside is reported, the events of timers and of descriptions, too.
  private mutating func auditReports() {
    var reported = record.drops
    var last: Word?
    for line in record.lines {
      if case .taken(_, let word) = line { last = word }
      guard case .dropped(let reason) = line, let word = last else { continue }
      let index = reported.firstIndex { $0.event == word && $0.reason == reason }
      expect(index != nil, "no report says that \(word) was dropped")
      if let index { reported.remove(at: index) }
    }
  }

  private var isHandleDropped: Bool { record.state == nil }

  /// An effect that outlives its loop only gets the answer that the loop has stopped.
  private func mayBeUntold(_ id: Int, _ reason: DropReason) -> Bool {
    isHandleDropped && reason == .stopped && record.fromEffects.contains(id)
  }

  private mutating func auditStreams() {
    for (slot, states) in record.streamed {
      let numbers = states.map(\.number)
      expect(
        numbers.allSatisfy(transitions.indices.contains)
          && states == numbers.map { transitions[$0].state },
        "stream \(slot) took \(states)")
      // What makes room for others is the oldest, and only when the buffer is full.
      let limit = plan.feedbacks.first { $0.slot == slot }?.stream.limit
      for (number, next) in zip([-1] + numbers, numbers) {
        let isFull = limit.map { next + $0 <= transitions.count } ?? false
        expect(
          next == number + 1 || next > number && isFull,
          "stream \(slot) took states \(numbers)")
      }
    }
  }

  private mutating func auditLatecomers() {
    for seen in record.latecomers {
      var rest = Array(transitions.dropFirst(seen.first?.number ?? 0))
      // The loop keeps no copy of an event that asks.
      if let event = rest.first?.event, record.asked.contains(event.id) { rest[0].event = nil }
      expect(
        seen.map { Sight($0) } == rest,
        "an observer that joined later saw \(seen.map(\.number)), not \(rest.map(\.number))")
    }
  }

  /// Those who wait are told what became of exactly their event.
  private mutating func auditOutcomes() {
    var made: [Int: Sight] = [:]
    for transition in transitions {
      if let event = transition.event, event.id > 0 { made[event.id] = transition }
    }
    for (id, outcome) in record.outcomes {
      let transition = made[id]
      let isRight =
        switch outcome {
        case .state(let state): transition?.state == state
        case .answer(let number):
          transition?.number == number && transition?.event?.isAnswered == true
        case .noReply: transition?.event?.isAnswered == false
        case .dropped(let reason):
          transition == nil
            && record.drops.filter { $0.event.id == id }.map(\.reason) == [reason]
        case .error: false
        }
      expect(isRight, "who waited for event \(id) was told \(outcome) of \(transition as Any)")
    }
  }

  /// After the step in which the loop is suspended nothing is taken before it is resumed or stopped.
  private mutating func auditSuspension() {
    guard let fuel = plan.suspends, !plan.drops else { return }
    for (index, line) in record.lines.enumerated() {
      guard case .observed(by: 0, let transition) = line, transition.state.wheel.fuel == fuel else {
        continue
      }
      let rest = record.lines[(index + 1)...]
      let next = rest.firstIndex { line in
        if case .taken = line { true } else { line == .stopped }
      }
      guard let next, record.lines[next] != .stopped else { continue }
      expect(
        record.resumptions.contains { $0.upperBound > index && $0.lowerBound <= next },
        "line \(next) is taken by a loop that was suspended at line \(index)")
    }
  }
}
