internal import SpinCore

/// The inspector of a run: what it knows, and how it is drawn.
final class Inspection<State: Sendable, Event: Sendable>: InspectedRun {
  private let history: RunHistory<State, Event>
  private let chord: KeyChord
  /// Whether an input may mean something to the program.
  let isForProgram: @Sendable (UserInput) -> Bool
  /// Returns the view of an earlier state as a picture of the screen; `nil` if it has lost its owner.
  private let picture: @Sendable (State, Screen) -> (any View)?
  /// The lines of states that were made last, by the numbers of their transitions.
  private let dumps = Guarded<[(number: Int, lines: [String])]>([])
  /// The comparison that was made last.
  private let comparison = Guarded<(number: Int, all: Bool, lines: [StateLine])?>(nil)

  init(
    _ settings: InspectorSettings, _ mask: InspectorMask<State, Event>,
    isForProgram: @escaping @Sendable (UserInput) -> Bool,
    picture: @escaping @Sendable (State, Screen) -> (any View)?
  ) {
    chord = settings.chord
    history = RunHistory(settings.limit, mask)
    self.isForProgram = isForProgram
    self.picture = picture
  }

  /// Returns the monitor that notes the transitions of a run; the loop says which input of the user it has
  /// taken.
  func monitor(input: @escaping @Sendable () -> UserInput?) -> Monitor<State, Event> {
    Monitor { [history] told in history.note(told, input: input) }
  }

  // MARK: Keys

  /// Whether a key opens the inspector, if the program has no use for it.
  func opens(for input: UserInput) -> Bool { input.isPress(of: chord) }

  /// The layer, on top of all others.
  var level: LayerRules<State, Event> {
    let keys = Keys<State, Event> {
      Key([Chord(chord)], "", nil) { _ in .host(.inspect(.close)) }
      Key([.escape], "", nil) { _ in .host(.inspect(.leave)) }
      Key([.tab], "", nil) { _ in .host(.inspect(.switchPane)) }
      Key(["a"], "", nil) { _ in .host(.inspect(.switchLines)) }
      Control(host: HostLayers.Area.stateLines) { (scroll: StateScroll) in
        .host(.inspect(.scroll(scroll.action)))
      }
      Control(host: HostLayers.Area.transitions) { .host(.inspect(.select($0))) }
    }
    return LayerRules(
      identity: { _, layers in
        layers.inspector.map { _ in RegionKey(HostLayers.Area.transitions) }
      },
      focus: { _ in nil }, catches: .everything, keys: keys, place: .aligned(.bottomTrailing),
      dims: false,
      content: { [self] _, layers, screen in
        layers.inspector.map {
          ViewList([InspectorView(of: $0, in: self, on: screen).resolved])
        }
      })
  }

  // MARK: What is kept

  var kept: Range<Int> { history.kept }

  func transition(_ number: Int) -> InspectedTransition? { history.transition(number) }

  func stateLines(after number: Int, all: Bool) -> [StateLine] {
    if let known = comparison.withLock({ $0 }), known.number == number, known.all == all {
      return known.lines
    }
    guard let new = dump(of: number) else { return [] }
    let lines = StateLine.lines(from: dump(of: number - 1), to: new, all: all)
    comparison.withLock { $0 = (number, all, lines) }
    return lines
  }

  /// Returns the lines of a state; `nil` if it is not kept.
  private func dump(of number: Int) -> [String]? {
    if let known = dumps.withLock({ $0.first { $0.number == number } }) { return known.lines }
    guard number >= 0, let state = history.state(after: number) else { return nil }
    let lines =
      switch state {
      case .lines(let lines): lines
      case .state(let box):
        StateDump(box.value, limit: RunHistory<State, Event>.longestState).lines
      }
    dumps.withLock { dumps in
      dumps.append((number, lines))
      if dumps.count > 2 { dumps.removeFirst() }
    }
    return lines
  }

  func picture(of number: Int, on screen: Screen) -> (any View)? {
    guard case .state(let box) = history.state(after: number) else { return nil }
    return picture(box.value, screen)
  }
}
