extension Keys {
  /// Whether an input can mean anything in any state; what cannot never enters the mailbox.
  func concern(_ input: UserInput) -> Bool {
    if !inputs.isEmpty || input.isPress(of: .ctrl("c")) || input.isPress(of: .ctrl("z")) {
      return true
    }
    if case .terminating = input { return true }
    return isBound(input)
  }

  /// Says what an input means in a state.
  ///
  /// - Precondition: At most one live key has the chord that was pressed.
  func meaning(of input: UserInput, in state: State) -> Meaning<Event> {
    if let key = liveKey(for: input, in: state) { return key.meaning(state) }
    let isReserved = !isBound(input)
    if isReserved, input.isPress(of: .ctrl("c")) { return .command(.interrupt) }
    if isReserved, input.isPress(of: .ctrl("z")) { return .command(.suspend) }
    for inputs in inputs where inputs.condition?(state) ?? true {
      if let event = inputs.event(input) { return .event(event) }
    }
    if case .terminating(let signal) = input { return .command(.end(signal: signal)) }
    return .nothing
  }

  /// What help says of the bindings.
  func help(in state: State) -> [HelpItem] {
    keys.filter { !$0.help.isEmpty }.map {
      HelpItem($0.chords, $0.help, isLive: $0.isLive(in: state))
    }
  }

  /// Refuses two bindings of one chord that are live in every state.
  func checkConflicts() {
    for (index, key) in keys.enumerated() where key.isLiveAlways {
      for other in keys[..<index] where other.isLiveAlways {
        if let chord = key.chords.first(where: { other.chords.contains($0) }) {
          Keys.refuse(chord, other, key)
        }
      }
    }
  }

  private func isBound(_ input: UserInput) -> Bool {
    input.presses.contains { press in
      keys.contains { key in key.chords.contains { $0.matches(press) } }
    }
  }

  private func liveKey(for input: UserInput, in state: State) -> Key<State, Event>? {
    for press in input.presses {
      var live: Key<State, Event>?
      for key in keys {
        guard let chord = key.chords.first(where: { $0.matches(press) }), key.isLive(in: state)
        else { continue }
        if let live { Keys.refuse(chord, live, key) }
        live = key
      }
      if let live { return live }
    }
    return nil
  }

  private static func refuse(
    _ chord: KeyChord, _ first: Key<State, Event>, _ second: Key<State, Event>
  ) -> Never {
    preconditionFailure(
      "The key \(chord) has two meanings at once, “\(first.help)” and “\(second.help)”: give one "
        + "of them another key, or conditions (when:) that exclude each other.")
  }
}
