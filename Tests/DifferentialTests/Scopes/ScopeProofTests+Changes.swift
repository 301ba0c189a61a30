import Testing

/// That each thing that spins of spins have makes a difference: the record of one is refused by the model
/// of another that lacks it.
extension ScopeProofTests {
  enum Change: CaseIterable, Sendable {
    case throttle, period, latest, limit, repeats, interval, pulses, attempts, delays, identity

    /// Changes a spin.
    func make(in spin: inout SpinPlan) {
      switch self {
      case .throttle: spin.changeOwnFeedbacks { $0.throttle = nil }
      case .period: spin.changeOwnFeedbacks { $0.throttle?.period += 20 }
      case .latest: spin.changeOwnFeedbacks { $0.throttle?.latest.toggle() }
      case .limit: spin.changeOwnFeedbacks { $0.limit = nil }
      case .repeats: spin.repeats = []
      case .interval: for index in spin.repeats.indices { spin.repeats[index].interval += 20 }
      case .pulses: spin.reducer?.pulses = []
      case .attempts: spin.reducer?.attempts = []
      case .delays: spin.changeOwnFeedbacks { $0.effects = $0.effects.map(\.atOnce) }
      case .identity:
        for index in spin.groups.indices { spin.groups[index].scope.livesByID.toggle() }
      }
    }
  }

  @Test func theModelOfAnotherSpinIsRefused() async {
    var missing = Set(Change.allCases)
    for seed in 0..<200 as Range<UInt64> where !missing.isEmpty {
      let plan = plan(seed)
      let lines = await Proof.record(plan).lines
      for change in missing {
        var other = plan
        other.spin.changeSpins(change.make)
        if Proof.differs(other, lines) { missing.remove(change) }
      }
    }
    #expect(missing.isEmpty)
  }
}

extension EffectPlan {
  /// The effect without the delay that it begins with.
  fileprivate var atOnce: EffectPlan {
    switch self {
    case .after(_, let kind): .just(kind)
    case .delayed(_, let part): part
    default: self
    }
  }
}
