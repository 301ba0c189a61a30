extension HostLayers {
  /// The host's layers: what a program opens by ``Key/help(_:help:when:)``,
  /// ``Key/palette(_:help:when:)`` and ``Key/hint(_:help:when:)``, and how a sequence of keys
  /// continues.
  static func levels<State, Event>(
    over levels: [LayerRules<State, Event>]
  ) -> [LayerRules<State, Event>] {
    let keys = levels.flatMap(\.keys.keys)
    let help = keys.filter { $0.opens == .help }.flatMap(\.chords)
    let palette = keys.filter { $0.opens == .palette }.flatMap(\.chords)
    let hasSequences = keys.contains { $0.chords.contains { $0.keys.count > 1 } }
    return (hasSequences ? [sequenceLevel(over: levels)] : [])
      + (keys.contains { $0.opens == .hint } ? [hintLevel()] : [])
      + (help.isEmpty ? [] : [helpLevel(help)])
      + (palette.isEmpty ? [] : [paletteLevel(palette, over: levels)])
  }

  private static func hintLevel<State, Event>() -> LayerRules<State, Event> {
    LayerRules(
      identity: { _, layers in layers.hint?.region }, focus: { _ in nil }, catches: .itsOwn,
      keys: Keys { Key([.escape], "", nil) { _ in .host(.hint(nil)) } }, place: .pointer,
      content: { _, layers, screen in
        layers.hint.map { hint in
          ViewList([
            Text(hint.text).frame(width: .max(min(44, screen.size.columns))).border().resolved
          ])
        }
      })
  }

  private static func helpLevel<State, Event>(_ chords: [Chord]) -> LayerRules<State, Event> {
    let keys = Keys<State, Event> {
      Key(chords + [.escape, .enter, .clickOutside], "", nil) { _ in .host(.toggleHelp) }
      Control(host: Area.help) { .host(.scrollHelp($0)) }
    }
    return LayerRules(
      identity: { _, layers in layers.help.map { _ in RegionKey(Area.help) } },
      focus: { _ in nil }, catches: .everything, keys: keys, place: .center,
      content: { _, layers, screen in
        layers.help.map { ViewList([HelpView(scroll: $0, screen: screen)]) }
      })
  }

  private static func paletteLevel<State, Event>(
    _ chords: [Chord], over levels: [LayerRules<State, Event>]
  ) -> LayerRules<State, Event> {
    let keys = Keys<State, Event> {
      Key(chords + [.escape, .clickOutside], "", nil) { _ in .host(.togglePalette()) }
      Control(host: Area.query) { .host(.type($0)) }
      Control(host: Area.commands) { .host(.select($0)) }
    }
    return LayerRules(
      identity: { _, layers in layers.palette.map { _ in RegionKey(Area.commands) } },
      focus: { _ in nil }, catches: .everything, keys: keys, place: .palette,
      content: { state, layers, screen in
        layers.palette.map { palette in
          let commands = Command.matching(palette, levels, in: state, layers)
          return ViewList([
            PaletteView(palette: palette, commands: commands.map(\.line), screen: screen).resolved
          ])
        }
      })
  }
}

private struct HelpView: View {
  let scroll: Scroll
  let screen: Screen

  /// Whether all rows fit within the border.
  private var fits: Bool { screen.environment.help.count + 2 <= screen.size.rows }

  var body: some View {
    let words = screen.environment.words
    var dialog = Dialog(words.help) {
      let table = Viewport(scroll) { Help(.all) }
      if fits {
        table.id(HostLayers.Area.help)
      } else {
        table.scrollbar().id(HostLayers.Area.help)
      }
    }
    dialog.keys = [HelpItem([Chord.escape], words.close)]
    return dialog
  }
}

private struct PaletteView: View {
  let palette: HostLayers.Palette
  let commands: [PaletteLine]
  let screen: Screen

  private var words: Words { screen.environment.words }

  var body: some View {
    let selected = palette.selection.selected(in: commands)?.id
    let rows = max(commands.count, 1) + 3
    // On a high screen, blank rows around the field and the commands.
    let isHigh = rows + 7 <= screen.size.rows
    let content = VStack(spacing: isHigh ? 1 : 0) {
      TextInput(palette.query, placeholder: words.command).id(HostLayers.Area.query)
      if commands.isEmpty {
        Text(words.noCommand).styled(.secondary)
      } else {
        List(commands, palette.selection) { command in
          HStack(distribution: .between) {
            EnvironmentReader { environment in
              Text(command.title(marked: environment.style(.accent)), wrapping: .none)
            }
            // A different colour would look like a patch in the bar of the selected row.
            let keys = Text(command.keys, wrapping: .none)
            if command.id == selected { keys } else { keys.styled(.secondary) }
          }
          .frame(width: .fill)
        }
        .id(HostLayers.Area.commands)
      }
    }
    .environment(\.density, .compact)
    .border(title: words.commands, isOfDialog: true)
    return DialogBox(
      content: content.resolved,
      keys: [HelpItem([Chord.enter], words.choose), HelpItem([Chord.escape], words.close)]
    )
    .frame(
      width: .fixed(min(50, screen.size.columns)),
      height: .fixed(min(isHigh ? rows + 3 : rows, screen.size.rows)))
  }
}
