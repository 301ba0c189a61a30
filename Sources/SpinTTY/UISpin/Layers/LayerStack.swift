/// The layers of a program, from its own view to the host's layers at the top.
///
/// NB: a class, as are its layers.
final class LayerStack<State: Sendable, Event: Sendable>: Sendable {
  let levels: [LayerRules<State, Event>]
  /// The program's own view.
  private let bottom: LayerRules<State, Event>
  /// The inputs that the levels take.
  let interest: InputInterest
  /// The number of levels that the program declares; the host's levels follow.
  let declared: Int
  /// The requests that states make to the terminal.
  let performs: [Perform<State, Event>]
  /// The chords with several bindings in a layer, which may be live at once.
  let sharedChords: [(level: Int, chord: Chord)]
  /// Whether there are layers besides the program's own view.
  let hasLayers: Bool
  /// Whether states can make requests to the terminal.
  let hasPerforms: Bool
  /// Returns the theme of a state; if it is `nil`, the theme of the options is used.
  let theme: (@Sendable (State) -> Theme)?
  /// For each level of the program, the conditions that determine its help items.
  let helpConditions: [[@Sendable (State) -> Bool]]
  /// Whether the help items depend on the state.
  let helpVaries: Bool
  /// The program's own view during a run, for keys that were typed before a frame shows their target.
  let view: UnseenView<State>?
  /// The clashes of keys, one for each chord, if the run records them.
  let clashes: MistakeLog<KeyClash>?
  /// The inspector of the run, whose layer is the topmost; `nil` if it is off.
  let inspection: Inspection<State, Event>?

  convenience init(
    _ keys: Keys<State, Event>, focus: (@Sendable (State) -> any FocusValue)? = nil,
    theme: (@Sendable (State) -> Theme)? = nil,
    _ layers: [Layer<State, Event>] = [], _ performs: [Perform<State, Event>] = []
  ) {
    let bottom = LayerRules<State, Event>(
      identity: { _, _ in RegionKey(true) }, focus: { state in focus?(state).key },
      focusOrigin: { state in focus?(state).originKey }, hasFocus: focus != nil,
      catches: .everything, keys: keys, place: .center, content: { _, _, _ in nil })
    self.init([bottom] + layers.map(\.rules), theme: theme, performs)
  }

  /// Creates the layers of the program, the lowest first, with the host's layers on top.
  init(
    _ levels: [LayerRules<State, Event>], theme: (@Sendable (State) -> Theme)?,
    _ performs: [Perform<State, Event>]
  ) {
    self.theme = theme
    self.performs = performs
    bottom = levels[0]
    declared = levels.count
    helpConditions = levels.map(\.helpConditions)
    helpVaries = levels.count > 1 || helpConditions.contains { !$0.isEmpty }
    self.levels = levels + HostLayers.levels(over: levels)
    hasLayers = self.levels.count > 1
    hasPerforms = !performs.isEmpty
    interest = InputInterest(levels: self.levels.map(\.keys.interest))
    sharedChords = self.levels.enumerated().flatMap { level, rules in
      rules.keys.sharedChords.map { (level, $0) }
    }
    view = nil
    clashes = nil
    inspection = nil
  }

  /// Creates the layers of one run.
  init(
    _ stack: LayerStack, showing view: UnseenView<State>?, noting clashes: MistakeLog<KeyClash>?,
    inspecting inspection: Inspection<State, Event>? = nil
  ) {
    self.inspection = inspection
    levels = stack.levels + (inspection.map { [$0.level] } ?? [])
    bottom = stack.bottom
    interest =
      inspection == nil ? stack.interest : InputInterest(levels: levels.map(\.keys.interest))
    declared = stack.declared
    performs = stack.performs
    sharedChords = stack.sharedChords
    hasLayers = stack.hasLayers || inspection != nil
    hasPerforms = stack.hasPerforms
    theme = stack.theme
    helpConditions = stack.helpConditions
    helpVaries = stack.helpVaries
    self.view = view
    self.clashes = clashes
  }

  /// Returns the definition of a level.
  ///
  /// NB: Most calls ask for the lowest level. It has its own property, because reading an array
  /// looks up the array's type.
  func rules(of level: Int) -> LayerRules<State, Event> { level == 0 ? bottom : levels[level] }

  /// The number of the level of the inspector; `nil` if it is off or closed.
  func inspectorLevel(_ extras: HostExtras) -> Int? {
    extras.layers.inspector == nil ? nil : levels.count - 1
  }

  /// Whether there are no bindings.
  var isEmpty: Bool { levels.allSatisfy(\.keys.isEmpty) }

  /// Updates the lives of the layers.
  func noteLives(in state: State, _ extras: inout HostExtras) {
    for (index, rules) in levels.dropFirst().enumerated() {
      if extras.lives.count == index { extras.lives.append(LayerLife()) }
      let identity = rules.identity(state, extras.layers)
      guard identity != extras.lives[index].identity else { continue }
      extras.lives[index].identity = identity
      if identity != nil {
        extras.lives[index].number += 1
        extras.lives[index].pointer = extras.pointer
      }
    }
  }

  /// Returns what the loop keeps beside a first state.
  func extras(for state: State) -> HostExtras {
    var extras = HostExtras()
    if hasLayers { noteLives(in: state, &extras) }
    return extras
  }

  /// The live levels, from the topmost to the lowest.
  func live(_ extras: HostExtras) -> [Int] {
    extras.lives.liveLevels
  }
}

extension Keys {
  /// The chords with several bindings, or at the beginning of sequences, which may be live at once.
  fileprivate var sharedChords: [Chord] {
    var counts: [Chord: Int] = [:]
    let chords = keys.flatMap { Set($0.chords) }
    for chord in chords { counts[chord, default: 0] += 1 }
    let beginnings = Set(
      chords.flatMap { chord in (1..<max(1, chord.keys.count)).map { chord.keys[..<$0] } })
    return counts.keys.filter { chord in
      counts[chord, default: 0] > 1 || beginnings.contains(chord.keys[...])
    }
  }
}
