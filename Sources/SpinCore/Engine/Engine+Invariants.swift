extension Engine {
  /// Says what is wrong with the machine; empty when all is well.
  ///
  /// The tests call it after each fact.
  package var violations: [String] {
    var violations: [String] = []
    func expect(_ condition: Bool, _ fact: String) {
      if !condition { violations.append(fact) }
    }
    let reacting = records.filter { $0.kind == .reacting }
    let serials = records.flatMap(\.executions.serials)
    expect(
      alive == reacting.reduce(0) { $0 + $1.executions.count + $1.waiting },
      "alive counts the executions and waiting effects of reacting feedbacks")
    expect(busyStreams == records.count(where: \.isBusy), "busyStreams counts the busy streams")
    expect(Set(serials).count == serials.count, "no two executions share a serial")
    expect(bodies >= 0, "no body returns twice")
    expect(
      records.flatMap(\.executions.elements)
        .allSatisfy { $0.parts >= 0 && $0.immediates >= 0 && !$0.isOver },
      "an execution that is over is not alive")
    expect(
      records.allSatisfy { $0.waiting == 0 || $0.queues },
      "only the queue strategy lets effects wait"
    )
    expect(
      records.allSatisfy { !$0.queues || $0.executions.count <= 1 },
      "a queue runs one effect at a time")
    expect(
      records.allSatisfy { $0.strategy != .cancelOnNewState || $0.executions.count <= 1 },
      "the latest wins, so there is one")
    expect(
      records.allSatisfy { !$0.isBusy || ($0.kind == .stream && !$0.executions.isEmpty) },
      "only a stream that runs is busy")
    expect(
      doomed.allSatisfy { tag in records[tag.feedback].executions.index(of: tag.serial) == nil },
      "what is doomed is dead already")
    expect(
      !isStopped || records.allSatisfy { $0.executions.isEmpty && $0.waiting == 0 },
      "nothing is alive after stop")
    return violations
  }
}
