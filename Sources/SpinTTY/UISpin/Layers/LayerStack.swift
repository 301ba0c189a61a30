/// What one layer is, and what inputs mean in it.
struct LayerRules<State: Sendable, Event: Sendable>: Sendable {
  /// Which layer it is now; nil while it is not live.
  let identity: @Sendable (State, HostLayers) -> RegionKey?
  /// The region that has its focus.
  let focus: @Sendable (State) -> RegionKey?
  let catches: Layer<State, Event>.Catch
  let keys: Keys<State, Event>
  let place: LayerPlace
  /// Makes its view, if it is live.
  let content: @Sendable (State, HostLayers, Screen) -> ViewList?
}

/// Which of its lives a layer is in: each time that it comes it has another number.
@usableFromInline
struct LayerLife: Hashable, Sendable {
  /// Which layer it is; nil while it is not live.
  var identity: RegionKey?
  var number = 0
}

/// The layers of a program from the lowest, its own view, to the topmost: those of the host.
@usableFromInline
struct LayerStack<State: Sendable, Event: Sendable>: Sendable {
  let levels: [LayerRules<State, Event>]
  /// Which inputs the levels take.
  let interest: InputInterest
  /// The number of levels that the program declares; above them are those of the host.
  let declared: Int
  /// What the states ask the terminal for.
  let performs: [Perform<State, Event>]
  /// The chords that several bindings of a layer have, which may be live at once.
  let sharedChords: [(level: Int, chord: Chord)]
  /// The theme of a state; nil for that of the options.
  let theme: (@Sendable (State) -> Theme)?
  /// For each level that the program declares, what its help depends on besides whether it is live.
  let helpConditions: [[@Sendable (State) -> Bool]]

  @usableFromInline
  init(
    _ keys: Keys<State, Event>, focus: (@Sendable (State) -> any FocusValue)? = nil,
    theme: (@Sendable (State) -> Theme)? = nil,
    _ layers: [Layer<State, Event>] = [], _ performs: [Perform<State, Event>] = []
  ) {
    self.theme = theme
    self.performs = performs
    let bottom = LayerRules<State, Event>(
      identity: { _, _ in RegionKey(true) }, focus: { state in focus?(state).key },
      catches: .everything, keys: keys, place: .center, content: { _, _, _ in nil })
    let levels = [bottom] + layers.map(\.rules)
    declared = levels.count
    helpConditions = levels.map(\.helpConditions)
    self.levels = levels + HostLayers.levels(over: levels)
    interest = InputInterest(levels: self.levels.map(\.keys.interest))
    sharedChords = self.levels.enumerated().flatMap { level, rules in
      rules.keys.sharedChords.map { (level, $0) }
    }
  }

  /// Whether there is more than the program's own view at times.
  @usableFromInline var hasLayers: Bool { levels.count > 1 }

  /// Whether states may ask the terminal for something.
  @usableFromInline var hasPerforms: Bool { !performs.isEmpty }

  /// Whether nothing is bound.
  var isEmpty: Bool { levels.allSatisfy(\.keys.isEmpty) }

  /// Notes which layers are live now.
  @usableFromInline
  func noteLives(in state: State, _ extras: inout HostExtras<State, Event>) {
    for (index, rules) in levels.dropFirst().enumerated() {
      if extras.lives.count == index { extras.lives.append(LayerLife()) }
      let identity = rules.identity(state, extras.layers)
      guard identity != extras.lives[index].identity else { continue }
      extras.lives[index].identity = identity
      if identity != nil { extras.lives[index].number += 1 }
    }
  }

  /// What the loop keeps beside a state to begin with.
  func extras(for state: State, noting clashes: KeyClashLog? = nil) -> HostExtras<State, Event> {
    var extras = HostExtras<State, Event>(noting: clashes)
    if hasLayers { noteLives(in: state, &extras) }
    return extras
  }

  /// The levels that are live, from the topmost to the lowest.
  func live(_ extras: HostExtras<State, Event>) -> [Int] {
    extras.lives.liveLevels
  }
}

extension HostExtras {
  func isLive(_ level: Int) -> Bool { lives.isLive(level) }

  /// Whether a layer is in the life in which a frame showed it.
  func isAlive(_ level: Int, since frame: FrameMap) -> Bool {
    isLive(level) && frame.life(of: level).map { $0 == lives[level - 1].number } ?? true
  }
}

extension [LayerLife] {
  func isLive(_ level: Int) -> Bool {
    level == 0 || (level <= count && self[level - 1].identity != nil)
  }

  /// The levels that are live, from the topmost to the lowest.
  var liveLevels: [Int] {
    var levels: [Int] = []
    for level in (0...count).reversed() where isLive(level) { levels.append(level) }
    return levels
  }
}

extension Keys {
  /// The chords that several bindings have, which may be live at once.
  fileprivate var sharedChords: [Chord] {
    var counts: [Chord: Int] = [:]
    let chords = keys.flatMap { Set($0.chords) }
    for chord in chords { counts[chord, default: 0] += 1 }
    return counts.keys.filter { counts[$0, default: 0] > 1 }
  }
}
