/// The keys that continue the sequence that the user has begun, shown until it ends.
struct SequenceView: View {
  let begun: [KeyPress]
  let items: [HelpItem]

  var body: some View {
    EnvironmentReader { environment in
      Help(.all).environment(\.help, items).border(
        title: begun.map(\.chord.shortName).joined(separator: " ") + " "
          + environment.ellipsis, isOfDialog: true)
    }
  }
}

extension HostLayers {
  /// The layer that shows how a sequence continues, if a program has sequences.
  static func sequenceLevel<State, Event>(
    over levels: [LayerRules<State, Event>]
  ) -> LayerRules<State, Event> {
    LayerRules(
      identity: { _, layers in
        layers.sequence.map { _ in RegionKey(Area.sequence) }
      },
      focus: { _ in nil }, catches: .itsOwn, keys: Keys {}, place: .bottomTrailing,
      content: { state, layers, _ in
        layers.sequence.map { sequence in
          let items = HostLayers.continuing(sequence.presses, layers, over: levels, in: state)
          return ViewList([SequenceView(begun: sequence.presses, items: items).resolved])
        }
      })
  }

  /// The keys that continue the sequence, the topmost layer's first, and their actions.
  private static func continuing<State, Event>(
    _ begun: [KeyPress], _ layers: HostLayers, over levels: [LayerRules<State, Event>],
    in state: State
  ) -> [HelpItem] {
    var items: [HelpItem] = []
    var reach = Reach()
    for rules in levels.reversed() where rules.identity(state, layers) != nil {
      let reached = rules.keys.reached(in: state, &reach)
      for (key, chords) in zip(rules.keys.keys, reached) where key.isOffered(in: state) {
        let rest = chords.filter { $0.reached(by: begun) == .begun }
          .map { Chord(keys: Array($0.keys[begun.count...])) }
        if !rest.isEmpty { items.append(HelpItem(rest, key.help)) }
      }
      if rules.isModal { break }
    }
    return items
  }
}

/// The first keys of a sequence, and what took keys when the last of them was pressed.
///
/// NB: a class, because a reference that is mostly `nil` costs each copy of a state less than arrays.
final class KeySequence: Equatable, Sendable {
  let presses: [KeyPress]
  let takers: [KeyTaker]

  init(_ presses: [KeyPress], takers: [KeyTaker]) {
    self.presses = presses
    self.takers = takers
  }

  static func == (left: KeySequence, right: KeySequence) -> Bool {
    left.presses == right.presses && left.takers == right.takers
  }
}

/// A layer that takes keys, in one of its lives and with its focus.
struct KeyTaker: Equatable, Sendable {
  let level: Int
  let life: Int
  let focus: RegionKey?
}

extension LayerStack {
  /// Notes what takes keys, for a sequence that has begun.
  func noteKeyTakers(in state: State, _ extras: inout HostExtras) {
    guard let begun = extras.layers.sequence else { return }
    extras.layers.sequence = KeySequence(begun.presses, takers: keyTakers(in: state, extras))
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
