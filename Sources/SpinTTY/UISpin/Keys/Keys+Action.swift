extension Keys {
  /// Whether an input has an action in any state.
  ///
  /// Other inputs never enter the mailbox.
  func concern(_ input: UserInput) -> Bool {
    if !inputs.isEmpty || input.isPress(of: .ctrl("c")) || input.isPress(of: .ctrl("z")) {
      return true
    }
    if case .terminating = input { return true }
    return isBound(input)
  }

  /// Returns the action of an input in a state.
  ///
  /// If several live keys take it, the last one counts.
  ///
  /// `log` notes the keys that take the same chord.
  func action(
    of input: UserInput, in state: State, noting log: KeyClashLog? = nil
  ) -> KeyAction<Event> {
    if let key = liveKey(for: input, in: state, noting: log) { return key.action(state) }
    let isReserved = !isBound(input)
    if isReserved, input.isPress(of: .ctrl("c")) { return .command(.interrupt) }
    if isReserved, input.isPress(of: .ctrl("z")) { return .command(.suspend) }
    for inputs in inputs where inputs.condition?(state) ?? true {
      if let event = inputs.event(input) { return .event(event) }
    }
    if case .terminating(let signal) = input { return .command(.end(signal: signal)) }
    return .nothing
  }

  /// The help items of the bindings, each with the chords that no later live binding takes from it.
  func help(in state: State) -> [HelpItem] {
    var taken: [KeyChord] = []
    var items: [HelpItem] = []
    for key in keys.reversed() {
      let isLive = key.isLive(in: state)
      let own = key.chords.filter { !isLive || !taken.contains($0) }
      if isLive { taken += own }
      guard !key.help.isEmpty else { continue }
      items.append(
        HelpItem(own.isEmpty ? key.chords : own, key.help, isLive: isLive && !own.isEmpty))
    }
    return items.reversed()
  }

  /// The chords that several bindings have, which may be live at once.
  var sharedChords: [KeyChord] {
    var counts: [KeyChord: Int] = [:]
    let chords = keys.flatMap { Set($0.chords) }
    for chord in chords { counts[chord, default: 0] += 1 }
    return counts.keys.filter { counts[$0, default: 0] > 1 }
  }

  /// Notes which of some chords several bindings take in a state.
  func note(clashesOf chords: [KeyChord], in state: State, in log: KeyClashLog) {
    for chord in chords {
      let live = keys.filter { $0.chords.contains(chord) && $0.isLive(in: state) }
      if live.count > 1 { log.note(KeyClash(chord, live.map(\.help))) }
    }
  }

  private func isBound(_ input: UserInput) -> Bool {
    input.presses.contains { press in
      keys.contains { key in key.chords.contains { $0.matches(press) } }
    }
  }

  private func liveKey(
    for input: UserInput, in state: State, noting log: KeyClashLog?
  ) -> Key<State, Event>? {
    for press in input.presses {
      var live: [Key<State, Event>] = []
      for key in keys.reversed() where key.chords.contains(where: { $0.matches(press) }) {
        guard key.isLive(in: state) else { continue }
        live.append(key)
        if log == nil { break }
      }
      guard let last = live.first else { continue }
      if let log, live.count > 1 {
        let chord = last.chords.first { $0.matches(press) } ?? press.chord
        log.note(KeyClash(chord, live.reversed().map(\.help)))
      }
      return last
    }
    return nil
  }
}
