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
