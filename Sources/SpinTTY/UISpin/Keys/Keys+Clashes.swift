extension Keys {
  /// Notes the live bindings of a chord, and of sequences that it begins, if there are several and
  /// `log` exists.
  func noteClash(_ chord: Chord, in state: State, _ log: MistakeLog<KeyClash>?) {
    guard let log else { return }
    let live = keys.filter { key in
      key.chords.contains { $0 == chord || chord.begins($0) } && key.isLive(in: state)
    }
    guard live.count > 1, live.contains(where: { $0.chords.contains(chord) }) else { return }
    let longer = live.lazy.flatMap(\.chords).first { chord.begins($0) }
    log.note(KeyClash(chord, live.map(\.name), beginning: longer))
  }
}
