/// A binding that the palette shows.
struct Command<State: Sendable, Event: Sendable> {
  let line: PaletteLine
  let key: Key<State, Event>

  /// The live bindings with help, of the layers from the topmost to the one that catches everything.
  static func all(
    _ levels: [LayerRules<State, Event>], in state: State, _ layers: HostLayers
  ) -> [Command] {
    var commands: [Command] = []
    for (level, rules) in levels.enumerated().reversed() {
      guard rules.identity(state, layers) != nil else { continue }
      for (index, key) in rules.keys.keys.enumerated()
      where !key.help.isEmpty && key.opens != .palette && key.isLive(in: state) {
        let item = HelpItem(key.chords, key.help)
        let line = PaletteLine(
          id: CommandID(level: level, index: index), title: key.help, keys: item.keys)
        commands.append(Command(line: line, key: key))
      }
      if case .everything = rules.catches { break }
    }
    return commands
  }
}

/// What the palette shows of a binding.
struct PaletteLine: Identifiable {
  let id: CommandID
  let title: String
  let keys: String
}

extension Array {
  /// The commands in whose titles a text stands, in capital or in small letters.
  func matching<State, Event>(_ query: String) -> [Command<State, Event>]
  where Element == Command<State, Event> {
    let query = query.lowercased()
    return query.isEmpty ? self : filter { $0.line.title.lowercased().contains(query) }
  }
}

extension LayerStack {
  /// The commands that the palette shows.
  func matchingCommands(in state: State, _ layers: HostLayers) -> [CommandID] {
    commands(in: state, layers).map(\.line.id)
  }

  private func commands(in state: State, _ layers: HostLayers) -> [Command<State, Event>] {
    guard let palette = layers.palette else { return [] }
    return Command.all(Array(levels[..<declared]), in: state, layers)
      .matching(palette.query.text)
  }

  /// The action of a command, or of the one that is selected; a command that is not live any more has
  /// none.
  func chosen(
    _ id: CommandID?, in state: State, _ extras: HostExtras<State, Event>
  ) -> KeyAction<Event> {
    let commands = commands(in: state, extras.layers)
    guard
      let id = id ?? extras.layers.palette?.selection.selected(in: commands.map(\.line.id)),
      let command = commands.first(where: { $0.line.id == id })
    else { return .nothing }
    return .chosen(command.key.action(state))
  }
}
