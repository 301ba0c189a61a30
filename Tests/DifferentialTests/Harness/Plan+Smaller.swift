extension Plan {
  /// Plans that leave out one thing of this one.
  var smaller: [Plan] {
    var all: [Plan] = []
    func add(_ change: (inout Plan) -> Void) {
      var plan = self
      change(&plan)
      plan.spin.number()
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
    if isGated { add { $0.isGated = false } }
    if drops { add { $0.drops = false } }
    if suspends != nil { add { $0.suspends = nil } }
    if !echoes.isEmpty { add { $0.echoes = [:] } }
    if observers > 1 { add { $0.observers = 1 } }
    if initial.wheel.fuel > 1 { add { $0.initial.wheel.fuel -= 1 } }
    return all
  }
}

extension SpinPlan {
  /// Spins that leave out one thing of this one.
  fileprivate var smaller: [SpinPlan] {
    // A recursion is in the place of the scope around it.
    if scopes.contains(where: \.isRecursion) { return [] }
    var all: [SpinPlan] = []
    func add(_ change: (inout SpinPlan) -> Void) {
      var plan = self
      change(&plan)
      all.append(plan)
    }
    for index in groups.indices {
      let isMovable = groups[index...].allSatisfy {
        !$0.scope.spin.scopes.contains(where: \.isRecursion)
      }
      if isMovable, reducer != nil || groups.count > 1 { add { $0.groups.remove(at: index) } }
      for local in groups[index].feedbacks.indices {
        add { $0.groups[index].feedbacks.remove(at: local) }
        for feedback in groups[index].feedbacks[local].smaller {
          add { $0.groups[index].feedbacks[local] = feedback }
        }
      }
      for spin in groups[index].scope.spin.smaller { add { $0.groups[index].scope.spin = spin } }
      if groups[index].scope.hasClosure { add { $0.groups[index].scope.hasClosure = false } }
    }
    for local in feedbacks.indices { add { $0.feedbacks.remove(at: local) } }
    for local in feedbacks.indices {
      for feedback in feedbacks[local].smaller { add { $0.feedbacks[local] = feedback } }
    }
    for (column, moves) in (reducer?.moves ?? []).enumerated() {
      for index in moves.indices { add { $0.reducer?.moves[column].remove(at: index) } }
    }
    for (kind, pulse) in (reducer?.pulses ?? []).enumerated() where !pulse.isNothing {
      add { $0.reducer?.pulses[kind] = .assign([]) }
    }
    for index in repeats.indices { add { $0.repeats.remove(at: index) } }
    return all
  }
}

extension FeedbackPlan {
  /// Feedbacks that leave out one thing of this one.
  fileprivate var smaller: [FeedbackPlan] {
    var all: [FeedbackPlan] = []
    func add(_ change: (inout FeedbackPlan) -> Void) {
      var plan = self
      change(&plan)
      all.append(plan)
    }
    for (part, effect) in effects.enumerated() where !effect.isNothing {
      add { $0.effects[part] = .none }
    }
    if throttle != nil { add { $0.throttle = nil } }
    if limit != nil { add { $0.limit = nil } }
    if form != .array { add { $0.form = .array } }
    for (value, items) in collections.enumerated() {
      for item in items.indices { add { $0.collections[value].remove(at: item) } }
    }
    if hasExecutor { add { $0.hasExecutor = false } }
    if stream.length != nil { add { $0.stream.length = nil } }
    return all
  }
}
