extension LayerStack {
  /// Notes what takes keys, for a sequence that has begun.
  func noteKeyTakers(in state: State, _ extras: inout HostExtras) {
    guard var begun = extras.layers.sequence else { return }
    begun.takers = keyTakers(in: state, extras)
    extras.layers.sequence = begun
  }

  /// Ends a sequence if its next key would go elsewhere: a layer that takes keys has opened, closed
  /// or been replaced, or the focus has moved.
  func endSequenceIfMoved(in state: State, _ extras: inout HostExtras) {
    guard let begun = extras.layers.sequence, begun.takers != keyTakers(in: state, extras) else {
      return
    }
    extras.layers.sequence = nil
    noteLives(in: state, &extras)
  }

  /// The layers of the program that take keys, from the topmost down to the first modal one.
  private func keyTakers(in state: State, _ extras: HostExtras) -> [KeyTaker] {
    var takers: [KeyTaker] = []
    for level in live(extras) where level < declared {
      let rules = rules(of: level)
      if !rules.isModal, rules.keys.isEmpty { continue }
      let life = level == 0 ? 0 : extras.lives[level - 1].number
      takers.append(KeyTaker(level: level, life: life, focus: rules.focus(state)))
      if rules.isModal { break }
    }
    return takers
  }
}
