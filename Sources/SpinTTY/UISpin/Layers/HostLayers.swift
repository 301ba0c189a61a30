/// The state of the host's own layers: the help table, the command palette, the inspector.
struct HostLayers: Equatable, Sendable {
  /// The scroll position of the help table; `nil` while it is hidden.
  var help: Scroll?
  /// The query and the selection of the palette; `nil` while it is hidden.
  var palette: Palette?
  /// The text at the focused region; `nil` while it is hidden.
  var hint: Hint?
  /// What is rarely there.
  private var rare: Rare?

  /// A sequence and the inspector.
  ///
  /// NB: a class, because a reference that is mostly `nil` costs each copy of a state less than its contents.
  private final class Rare: Equatable, Sendable {
    let sequence: KeySequence?
    let inspector: InspectorPanel?

    init(_ sequence: KeySequence?, _ inspector: InspectorPanel?) {
      self.sequence = sequence
      self.inspector = inspector
    }

    static func == (left: Rare, right: Rare) -> Bool {
      left.sequence == right.sequence && left.inspector == right.inspector
    }
  }

  /// The sequence that the next key continues or ends; `nil` if none has begun.
  var sequence: KeySequence? {
    get { rare?.sequence }
    set { set(newValue, inspector) }
  }

  /// What is chosen in the inspector; `nil` while it is closed.
  var inspector: InspectorPanel? {
    get { rare?.inspector }
    set { set(sequence, newValue) }
  }

  private mutating func set(_ sequence: KeySequence?, _ inspector: InspectorPanel?) {
    if rare == nil, sequence == nil, inspector == nil { return }
    rare = sequence == nil && inspector == nil ? nil : Rare(sequence, inspector)
  }

  struct Hint: Equatable, Sendable {
    let text: String
    let region: RegionKey
  }

  struct Palette: Equatable, Sendable {
    var query = TextInput.Model()
    var selection = Selection<CommandID>()
    /// The commands that only click controls that were disabled when the palette appeared.
    let disabled: Set<CommandID>

    init(without disabled: Set<CommandID> = []) { self.disabled = disabled }
  }

  /// The ids of the regions in these layers.
  enum Area: Hashable, Sendable {
    case help, query, commands, sequence, transitions, stateLines
  }

  init() {}

  /// Reduces an action in these layers; `commands` returns those in the palette.
  mutating func reduce(_ action: HostAction, commands: (HostLayers) -> [CommandID]) {
    switch action {
    case .toggleHelp: help = help == nil ? Scroll() : nil
    case .scrollHelp(let action): help?.reduce(action)
    case .togglePalette(let disabled):
      palette = palette == nil ? Palette(without: disabled) : nil
    case .type(let action):
      if palette?.query.reduce(action) == true { palette?.selection = Selection() }
    case .select(let action):
      let commands = commands(self)
      palette?.selection.reduce(action, in: commands)
    case .sequence(let presses): sequence = presses.isEmpty ? nil : KeySequence(presses: presses)
    case .hint(let new): hint = new
    case .inspect: break
    }
  }

  /// Reduces an action in the inspector, which has the transitions with these numbers.
  mutating func inspect(_ action: InspectorAction, in kept: Range<Int>) {
    let panel = inspector ?? (action == .open ? InspectorPanel() : nil)
    inspector = panel?.reduced(action, in: kept)
  }
}

/// An action in the host's own layers.
enum HostAction: Equatable, Sendable {
  case toggleHelp
  case scrollHelp(Scroll.Action)
  /// Shows the palette without the commands of disabled controls, or hides it.
  case togglePalette(without: Set<CommandID> = [])
  case type(TextInput.Action)
  case select(Selection<CommandID>.Action)
  /// Shows the first keys of a sequence; an empty one has ended.
  case sequence([KeyPress])
  /// Shows a text at the focused region, or hides it.
  case hint(HostLayers.Hint?)
  /// Takes an input for the inspector, which the program must not notice.
  case inspect(InspectorAction)
}

/// The identity of a binding in the palette: the number of its layer, and its number in the layer.
struct CommandID: Hashable, Sendable {
  let level: Int
  let index: Int
}
