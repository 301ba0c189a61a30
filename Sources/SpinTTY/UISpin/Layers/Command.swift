/// A binding in the palette.
struct Command<State: Sendable, Event: Sendable> {
  var line: PaletteLine
  let key: Key<State, Event>

  /// Returns the bindings that help offers, from the topmost layer down to the first modal one,
  /// each with the keys that trigger it without the palette.
  static func all(
    _ levels: [LayerRules<State, Event>], in state: State, _ layers: HostLayers
  ) -> [Command] {
    var commands: [Command] = []
    var reach = Reach()
    for (level, rules) in levels.enumerated().reversed() {
      guard rules.identity(state, layers) != nil else { continue }
      reach.typesText = reach.typesText || rules.typesText(in: state)
      let reached = rules.keys.reached(in: state, &reach)
      for (index, key) in rules.keys.keys.enumerated()
      where !key.help.isEmpty && key.opens != .palette && key.opens != .hint
        && key.isOffered(in: state)
      {
        let item = HelpItem(reached[index], key.help)
        let line = PaletteLine(
          id: CommandID(level: level, index: index), title: key.help,
          keys: item.isOfMouse ? "" : item.names(inASCII: true))
        commands.append(Command(line: line, key: key))
      }
      if rules.isModal { break }
    }
    return commands
  }

  /// Returns the commands that the palette shows.
  static func matching(
    _ palette: HostLayers.Palette, _ levels: [LayerRules<State, Event>], in state: State,
    _ layers: HostLayers
  ) -> [Command] {
    all(levels, in: state, layers).filter { !palette.disabled.contains($0.line.id) }
      .matching(palette.query.text)
  }
}

/// A line in the palette.
struct PaletteLine: Identifiable {
  let id: CommandID
  let title: String
  let keys: String
  /// The indices of the characters in the title that match the query.
  var places: Set<Int> = []

  /// The title, with its matching characters in a style.
  func title(marked style: Style) -> [Text.Run] {
    var runs: [Text.Run] = []
    for (number, character) in title.enumerated() {
      let style = places.contains(number) ? style : .plain
      if runs.last?.style == style {
        runs[runs.count - 1].string.append(character)
      } else {
        runs.append(Text.Run(String(character), style: style))
      }
    }
    return runs
  }
}

extension Array {
  /// Returns the commands whose titles match a query, the best first; equal matches keep their
  /// order.
  func matching<State, Event>(_ query: String) -> [Command<State, Event>]
  where Element == Command<State, Event> {
    FuzzyMatch.best(query, in: map(\.line.title)).map { number, match in
      var command = self[number]
      command.line.places = match.places
      return command
    }
  }
}

extension LayerStack {
  /// The commands in the palette.
  func matchingCommands(in state: State, _ layers: HostLayers) -> [CommandID] {
    commands(in: state, layers).map(\.line.id)
  }

  private func commands(in state: State, _ layers: HostLayers) -> [Command<State, Event>] {
    guard let palette = layers.palette else { return [] }
    return Command.matching(palette, Array(levels[..<declared]), in: state, layers)
  }

  /// The commands that only click controls that are disabled.
  func disabledCommands(
    on frame: FrameMap, in state: State, _ extras: HostExtras
  ) -> Set<CommandID> {
    guard frame.mayDisable || frame.number == 0 else { return [] }
    let disabled = Command.all(Array(levels[..<declared]), in: state, extras.layers).filter {
      let clicked = $0.key.chords.compactMap(\.clicked)
      return isDisabled(clicked, at: $0.line.id.level, on: frame, in: state, extras)
    }
    return Set(disabled.map(\.line.id))
  }

  /// Returns the action of a command, or of the selected command; a command that is no longer live
  /// has none, and so has that of a disabled control.
  func chosen(
    _ id: CommandID?, on frame: FrameMap, in state: State, _ extras: HostExtras
  ) -> KeyAction<Event> {
    let commands = commands(in: state, extras.layers)
    guard
      let id = id ?? extras.layers.palette?.selection.selected(in: commands.map(\.line.id)),
      let command = commands.first(where: { $0.line.id == id }),
      !isDisabled(
        command.key.chords.compactMap(\.clicked), at: id.level, on: frame, in: state, extras)
    else { return .nothing }
    return .chosen(command.key.action(state))
  }
}
