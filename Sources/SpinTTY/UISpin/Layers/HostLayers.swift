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
