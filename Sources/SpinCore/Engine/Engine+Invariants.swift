extension Engine {
  /// Says what is wrong with the machine; empty when all is well.
  ///
  /// The tests call it after each fact.
  package var violations: [String] {
    var violations: [String] = []
    func expect(_ condition: Bool, _ fact: String) {
      if !condition { violations.append(fact) }
    }
    let reacting = slots.filter { $0.kind == .reacting }
    let serials = slots.flatMap(\.runs.serials)
    expect(
      alive == reacting.reduce(0) { $0 + $1.runs.count + $1.waiting },
      "alive counts the runs and waiting effects of reacting feedbacks")
    expect(busyStreams == slots.count(where: \.isBusy), "busyStreams counts the busy streams")
    expect(Set(serials).count == serials.count, "no two runs share a serial")
    expect(bodies >= 0, "no body returns twice")
    expect(
      slots.flatMap(\.runs.elements)
        .allSatisfy { $0.parts >= 0 && $0.immediates >= 0 && !$0.isOver },
      "a run that is over is not alive")
    expect(
      slots.allSatisfy { $0.waiting == 0 || $0.queues }, "only the queue strategy lets effects wait"
    )
    expect(
      slots.allSatisfy { !$0.queues || $0.runs.count <= 1 }, "a queue runs one effect at a time")
    expect(
      slots.allSatisfy { $0.strategy != .cancelOnNewState || $0.runs.count <= 1 },
      "the latest wins, so there is one")
    expect(
      slots.allSatisfy { !$0.isBusy || ($0.kind == .stream && !$0.runs.isEmpty) },
      "only a stream that runs is busy")
    expect(
      doomed.allSatisfy { tag in slots[tag.slot].runs.index(of: tag.serial) == nil },
      "what is doomed is dead already")
    expect(
      !isStopped || slots.allSatisfy { $0.runs.isEmpty && $0.waiting == 0 },
      "nothing is alive after stop")
    return violations
  }
}
