extension ScopeCase {
  /// Plans that leave out one thing of this one.
  var smaller: [ScopeCase] {
    var all: [ScopeCase] = []
    func add(_ change: (inout ScopeCase) -> Void) {
      var plan = self
      change(&plan)
      all.append(plan)
    }
    for index in phases.indices.dropFirst() { add { $0.phases.remove(at: index) } }
    for spin in spin.smaller { add { $0.spin = spin } }
    for (index, phase) in phases.enumerated() {
      for (thread, acts) in phase.enumerated() {
        if phase.count > 1 { add { $0.phases[index].remove(at: thread) } }
        for act in acts.indices { add { $0.phases[index][thread].remove(at: act) } }
      }
    }
    if drops { add { $0.drops = false } }
    return all
  }
}

extension SpinPlan {
  /// Spins that leave out one thing of this one.
  fileprivate var smaller: [SpinPlan] {
    var all: [SpinPlan] = []
    func add(_ change: (inout SpinPlan) -> Void) {
      var plan = self
      change(&plan)
      plan.number()
      all.append(plan)
    }
    for index in groups.indices {
      if reducer != nil || groups.count > 1 { add { $0.groups.remove(at: index) } }
      for local in groups[index].feedbacks.indices {
        add { $0.groups[index].feedbacks.remove(at: local) }
        for feedback in groups[index].feedbacks[local].smaller {
          add { $0.groups[index].feedbacks[local] = feedback }
        }
      }
      for spin in groups[index].scope.spin.smaller { add { $0.groups[index].scope.spin = spin } }
      if groups[index].scope.hasClosure { add { $0.groups[index].scope.hasClosure = false } }
    }
    for local in feedbacks.indices {
      add { $0.feedbacks.remove(at: local) }
      for feedback in feedbacks[local].smaller { add { $0.feedbacks[local] = feedback } }
    }
    for (column, moves) in (reducer?.moves ?? []).enumerated() {
      for index in moves.indices { add { $0.reducer?.moves[column].remove(at: index) } }
    }
    return all.map { plan in
      var plan = plan
      plan.number()
      return plan
    }
  }
}

extension PartFeedbackPlan {
  fileprivate var smaller: [PartFeedbackPlan] {
    effects.indices.filter { !effects[$0].isNothing }.map { part in
      var plan = self
      plan.effects[part] = .none
      return plan
    }
  }
}
