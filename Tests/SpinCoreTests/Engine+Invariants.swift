@testable import SpinCore

extension Engine {
  /// The invariants that the engine violates; empty if it is consistent.
  var violations: [String] {
    var violations: [String] = []
    func expect(_ condition: Bool, _ fact: String) {
      if !condition { violations.append(fact) }
    }
    let counted = records.filter(\.kind.countsEffects)
    let plain = records.filter { $0.collection == nil }
    let serials = records.flatMap(\.executions.serials)
    expect(
      Int(alive) == counted.reduce(0) { $0 + $1.executions.count }
        + records.indices.reduce(0) { $0 + waitingCount($1) },
      "alive counts the executions and waiting effects that keep the loop from being settled")
    expect(
      Int(busyStreams) == records.indices.reduce(0) { $0 + busyCount($1) },
      "busyStreams counts the busy streams")
    expect(Set(serials).count == serials.count, "no two executions share a serial")
    expect(bodies >= 0, "no body returns twice")
    expect(
      records.flatMap(\.executions.elements)
        .allSatisfy { $0.parts >= 0 && $0.immediates >= 0 && !$0.isOver },
      "an execution that is over is not alive")
    expect(
      plain.allSatisfy { $0.work.waiting == 0 || $0.queues },
      "only the queue strategy lets effects wait")
    expect(
      plain.allSatisfy { $0.work.live == $0.executions.count },
      "all executions of a plain feedback belong to its element")
    expect(
      records.allSatisfy { $0.collection == nil || $0.work == ElementWork() },
      "a collection keeps the effects of element 0")
    expect(
      plain.allSatisfy { !$0.queues || $0.executions.count <= 1 },
      "a queue runs one effect at a time")
    expect(
      plain.allSatisfy { $0.strategy != .cancelOnNewState || $0.executions.count <= 1 },
      "the latest wins, so there is one")
    for record in records {
      guard let collection = record.collection else { continue }
      violations += collections[collection].violations(record)
    }
    expect(
      plain.allSatisfy { !$0.work.isBusy || ($0.kind.countsWhileBusy && $0.work.live > 0) },
      "only a stream or a receiver that runs is busy")
    expect(
      doomed.allSatisfy { tag in records[tag.feedback].executions.index(of: tag.serial) == nil },
      "what is doomed is dead already")
    expect(
      !isStopped || records.allSatisfy { $0.executions.isEmpty && !$0.work.isAtWork },
      "nothing is alive after stop")
    violations += stageViolations
    return violations
  }

  /// The invariants that the staged executions violate.
  private var stageViolations: [String] {
    var violations = stages.elements.flatMap(\.violations)
    func expect(_ condition: Bool, _ fact: String) {
      if !condition { violations.append(fact) }
    }
    let serials = Set(records.flatMap(\.executions.serials))
    expect(stages.serials.allSatisfy(serials.contains), "what has stages is alive")
    expect(stages.elements.allSatisfy { !$0.isOver }, "stages that are over are forgotten")
    expect(
      branches.allSatisfy { machine(of: $1.execution)?.nodes[$1.node].serial == $0 },
      "a branch is known by its node")
    expect(
      stages.elements.flatMap(\.nodes).count { $0.serial != 0 } == branches.count,
      "a node that runs is known as a branch")
    expect(Set(branches.keys).isDisjoint(with: serials), "a branch shares no serial")
    return violations
  }
}

extension ElementRecords {
  /// The invariants that the elements of a feedback violate.
  fileprivate func violations(_ record: FeedbackRecord) -> [String] {
    let atMostOne = record.strategy == .cancelOnNewState || record.strategy == .queueNewState
    let facts = [
      "atWork counts the elements at work":
        groups.indices.allSatisfy { group in
          groups[group].atWork == elements.count { $0.isAtWork && $0.group == group }
        },
      "no more are at work than may": groups.allSatisfy { $0.atWork <= limit },
      "only a stream that runs is busy":
        elements.map(\.work)
        .allSatisfy { !$0.isBusy || (record.kind.countsWhileBusy && $0.live > 0) },
      "the executions are those of the elements":
        elements.flatMap(\.serials.serials).sorted() == record.executions.serials.sorted(),
      "an element knows its executions":
        zip(record.executions.serials, record.executions.elements)
        .allSatisfy { elements[$1.element].serials.serials.contains($0) },
      "an element counts its executions":
        elements.allSatisfy { $0.work.live == $0.serials.count },
      "only the queue strategy lets effects of an element wait":
        elements.allSatisfy { $0.work.waiting == 0 || record.queues },
      "the latest of an element wins, and a queue runs one of its effects":
        !atMostOne || elements.allSatisfy { $0.serials.count <= 1 },
      "whoever waits for a place is not at work":
        elements.allSatisfy { !$0.isInLine || !$0.isAtWork },
      "nobody waits while there is a place":
        groups.indices.allSatisfy { next(in: $0) == nil },
      "nobody waits both for a place and for the end of a period":
        elements.allSatisfy { !$0.isInLine || $0.hold == 0 },
      "what is held belongs to an element":
        held.allSatisfy { elements[$0.value].hold == $0.key }
        && held.count == elements.count { $0.hold != 0 },
    ]
    return facts.filter { !$0.value }.keys.sorted()
  }
}
