import SpinCore
import SpinTestSupport

/// One plan on one runtime, and what is wrong with it.
struct Trial {
  let plan: Plan
  let runtime: RuntimeUnderTest

  /// Runs the plan; returns the complaint, if there is one.
  func complaint() async -> String? {
    let record = await Rig.record(plan) { runtime(scheduler: $0) }
    if let wait = record.stuck { return stuck(wait, record) }
    var replay = Replay(plan, record.lines)
    do throws(Replay.Difference) {
      try replay.run()
    } catch {
      return difference(error, record)
    }
    let complaints = Ledger.audit(record, replay.model)
    return complaints.isEmpty ? nil : complaints.joined(separator: "\n") + "\n" + text(record.lines)
  }

  private func stuck(_ wait: String, _ record: Record) -> String {
    "The run waited in vain for \(wait).\n" + text(record.lines)
  }

  private func difference(_ difference: Replay.Difference, _ record: Record) -> String {
    """
    \(difference.reason), at line \(difference.index)
    what happened before:
    \(text(Array(record.lines.prefix(difference.index).suffix(40))))
    what happened:
    \(text(difference.actual))
    what had to happen:
    \(text(difference.expected))
    """
  }

  private func text(_ lines: [Line]) -> String {
    lines.map { "  \($0)" }.joined(separator: "\n").replacing("DifferentialTests.", with: "")
  }

  /// Leaves out of the plan what the complaint does not need.
  ///
  /// Each candidate is run a few times, for what fails is often a race.
  func minimised() async -> Trial {
    var smallest = plan
    var left = 200
    var hasShrunk = true
    while hasShrunk {
      hasShrunk = false
      for candidate in smallest.smaller where left > 0 {
        left -= 1
        guard await fails(candidate) else { continue }
        smallest = candidate
        hasShrunk = true
        break
      }
    }
    return Trial(plan: smallest, runtime: runtime)
  }

  private func fails(_ plan: Plan) async -> Bool {
    for _ in 0..<4 where await Trial(plan: plan, runtime: runtime).complaint() != nil {
      return true
    }
    return false
  }
}

extension Plan {
  /// Plans that leave out one thing of this one.
  fileprivate var smaller: [Plan] {
    var all: [Plan] = []
    func add(_ change: (inout Plan) -> Void) {
      var plan = self
      change(&plan)
      all.append(plan)
    }
    for index in phases.indices.dropFirst() { add { $0.phases.remove(at: index) } }
    for slot in feedbacks.indices { add { $0.feedbacks.remove(at: slot) } }
    for (index, phase) in phases.enumerated() {
      for (thread, acts) in phase.enumerated() {
        if phase.count > 1 { add { $0.phases[index].remove(at: thread) } }
        for act in acts.indices { add { $0.phases[index][thread].remove(at: act) } }
      }
    }
    for (slot, feedback) in feedbacks.enumerated() {
      for (part, effect) in feedback.effects.enumerated() where !effect.isNothing {
        add { $0.feedbacks[slot].effects[part] = .none }
      }
      if feedback.throttle != nil { add { $0.feedbacks[slot].throttle = nil } }
      if feedback.limit != nil { add { $0.feedbacks[slot].limit = nil } }
      for (value, items) in feedback.collections.enumerated() {
        for item in items.indices { add { $0.feedbacks[slot].collections[value].remove(at: item) } }
      }
      if feedback.hasExecutor { add { $0.feedbacks[slot].hasExecutor = false } }
      if feedback.stream.length != nil { add { $0.feedbacks[slot].stream.length = nil } }
    }
    for index in repeats.indices { add { $0.repeats.remove(at: index) } }
    for kind in pulses.indices {
      if case .assign(let values) = pulses[kind], values.isEmpty { continue }
      add { $0.pulses[kind] = .assign([]) }
    }
    if drops { add { $0.drops = false } }
    if suspends != nil { add { $0.suspends = nil } }
    if !echoes.isEmpty { add { $0.echoes = [:] } }
    if observers > 1 { add { $0.observers = 1 } }
    if initial.fuel > 1 { add { $0.initial.fuel -= 1 } }
    return all
  }
}
