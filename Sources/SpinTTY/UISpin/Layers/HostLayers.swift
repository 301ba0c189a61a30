/// The state of the host's own layers: the help table and the command palette.
struct HostLayers: Equatable, Sendable {
  /// The scroll position of the help table; `nil` while it is hidden.
  var help: Scroll?
  /// The query and the selection of the palette; `nil` while it is hidden.
  var palette: Palette?
  /// The sequence that the next key continues or ends; `nil` if none has begun.
  var sequence: KeySequence?
  /// The text at the focused region; `nil` while it is hidden.
  var hint: Hint?

  struct Hint: Equatable, Sendable {
    let text: String
    let region: RegionKey
  }

  struct Palette: Equatable, Sendable {
    var query = TextInput.Model()
    var selection = Selection<CommandID>()
  }

  /// The ids of the regions in these layers.
  enum Area: Hashable, Sendable { case help, query, commands, sequence }

  init() {}

  /// Reduces an action in these layers; `commands` returns those in the palette.
  mutating func reduce(_ action: HostAction, commands: (HostLayers) -> [CommandID]) {
    switch action {
    case .toggleHelp: help = help == nil ? Scroll() : nil
    case .scrollHelp(let action): help?.reduce(action)
    case .togglePalette: palette = palette == nil ? Palette() : nil
    case .type(let action):
      if palette?.query.reduce(action) == true { palette?.selection = Selection() }
    case .select(let action):
      let commands = commands(self)
      palette?.selection.reduce(action, in: commands)
    case .sequence(let presses): sequence = presses.isEmpty ? nil : KeySequence(presses, takers: [])
    case .hint(let new): hint = new
    }
  }
}

/// An action in the host's own layers.
enum HostAction: Equatable, Sendable {
  case toggleHelp
  case scrollHelp(Scroll.Action)
  case togglePalette
  case type(TextInput.Action)
  case select(Selection<CommandID>.Action)
  /// Shows the first keys of a sequence; an empty one has ended.
  case sequence([KeyPress])
  /// Shows a text at the focused region, or hides it.
  case hint(HostLayers.Hint?)
}

/// The identity of a binding in the palette: the number of its layer, and its number in the layer.
struct CommandID: Hashable, Sendable {
  let level: Int
  let index: Int
}

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
      Key(chords + [.escape, .clickOutside], "", nil) { _ in .host(.togglePalette) }
      Control(host: Area.query) { .host(.type($0)) }
      Control(host: Area.commands) { .host(.select($0)) }
    }
    return LayerRules(
      identity: { _, layers in layers.palette.map { _ in RegionKey(Area.commands) } },
      focus: { _ in nil }, catches: .everything, keys: keys, place: .palette,
      content: { state, layers, screen in
        layers.palette.map { palette in
          let commands = Command.all(levels, in: state, layers).matching(palette.query.text)
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
