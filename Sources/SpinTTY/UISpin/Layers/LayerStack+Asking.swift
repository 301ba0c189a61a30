/// Help items and key clashes.
extension LayerStack {
  /// Returns the values that determine the help items in a state.
  func helpBasis(in state: State, _ lives: [LayerLife]) -> HelpBasis {
    var basis = HelpBasis()
    guard helpVaries else { return basis }
    for level in 0..<declared where lives.isLive(level) {
      basis.levels.append(level)
      for condition in helpConditions[level] { basis.answers.append(condition(state)) }
    }
    return basis
  }

  /// Returns the help items of the program's layers, the topmost first, each with the chords that
  /// no other live binding takes.
  func help(in state: State, _ lives: [LayerLife]) -> [HelpItem] {
    var reach = Reach()
    var items: [HelpItem] = []
    for level in lives.liveLevels where level < declared {
      let rules = rules(of: level)
      reach.typesText = reach.typesText || rules.typesText(in: state)
      let place = level > 0 && rules.isModal ? rules.place : nil
      items += rules.keys.help(in: state, focus: rules.focus(state), &reach, place)
      if rules.isModal { reach.isCaught = true }
    }
    return items
  }

  /// Returns what tells a state from others of which the renderer shows the same view.
  func look(of shown: ShownState<State>) -> Look {
    Look(
      lives: shown.extras.lives,
      focus: shown.extras.lives.liveLevels.map { rules(of: $0).focus(shown.state) },
      theme: theme?(shown.state))
  }

  /// Notes the chords that several bindings take in a state.
  func noteClashes(in state: State, _ extras: HostExtras) {
    guard let clashes else { return }
    for (level, chord) in sharedChords where extras.isLive(level) {
      levels[level].keys.noteClash(chord, in: state, clashes)
    }
  }
}

/// What frames depend on besides the program's own view and the layers' contents.
///
/// It is kept from frame to frame instead of the state, see ``ScreenClient``.
struct Look: Equatable {
  /// The current life of each layer above the program's view.
  let lives: [LayerLife]
  /// The focus of each live level.
  let focus: [RegionKey?]
  let theme: Theme?

  /// Whether a layer above the program's view is live, whose content may always differ.
  var hasLayers: Bool { lives.contains { $0.identity != nil } }
}

/// The values that determine the help items: states with the same basis have the same items.
///
/// Creating a basis calls each condition, and each closure that may return no event, once or twice.
/// Creating the items compares each chord with all others.
struct HelpBasis: Equatable {
  /// The live levels.
  var levels: [Int] = []
  /// The results of their conditions.
  var answers: [Bool] = []
}

extension LayerRules {
  /// Whether the keys of text go to a text control.
  func typesText(in state: State) -> Bool {
    keys.controls.contains { control in
      control.takesText && control.isLive(in: state)
        && [nil, control.region].contains(focus(state))
    }
  }

  /// The conditions of the keys, whether the others do something, and whether the keys of text go
  /// to a text control if there is one.
  var helpConditions: [@Sendable (State) -> Bool] {
    var conditions =
      keys.keys.compactMap(\.condition)
      + keys.keys.filter { $0.mayDoNothing && !$0.help.isEmpty }.map { key in
        { key.isOffered(in: $0) }
      }
    if keys.controls.contains(where: { !$0.mention.text.isEmpty }) {
      conditions += keys.controls.map { control in
        { control.isAsked(in: $0, focus: self.focus($0)) }
      }
    }
    guard keys.controls.contains(where: \.takesText) else { return conditions }
    return conditions + [{ self.typesText(in: $0) }]
  }
}

/// The keys that reach a layer.
struct Reach {
  var taken: [Chord] = []
  /// Whether the keys of text go to a text control.
  var typesText = false
  /// Whether a layer above is modal.
  var isCaught = false

  func includes(_ chord: Chord) -> Bool {
    if taken.contains(where: chord.isKin) { return false }
    if [Chord(.interrupt), Chord(.suspend)].contains(chord) { return true }
    if typesText, let key = chord.keys.first {
      if key.deletesCharacter { return false }
      if case .character = key.code, key.modifiers.isSubset(of: .shift) { return false }
    }
    return !isCaught
  }
}

extension Keys {
  /// Returns the items of a layer; the place is that of a modal layer on top of the program's view.
  fileprivate func help(
    in state: State, focus: RegionKey?, _ reach: inout Reach, _ place: LayerPlace?
  ) -> [HelpItem] {
    let items: [HelpItem] = zip(keys, reached(in: state, &reach)).compactMap { key, own in
      guard !key.help.isEmpty else { return nil }
      var item = HelpItem(
        own.isEmpty ? key.chords : own, key.help, isLive: !own.isEmpty && key.isOffered(in: state))
      item.isPinned = item.isPinned || [.help, .quit].contains(key.opens)
      return item
    }
    let named = mentions(in: state, focus: focus, reach, place)
    return named.arrows + items + named.others
  }

  /// Returns the items of the controls that have a help text.
  ///
  /// The arrow keys of the focused region are named first, and space and tab last. In a modal layer, enter
  /// follows the arrows; a menu below a region is a column.
  private func mentions(
    in state: State, focus: RegionKey?, _ reach: Reach, _ place: LayerPlace?
  ) -> (arrows: [HelpItem], others: [HelpItem]) {
    var taken: [Chord] = []
    var (arrows, others): ([HelpItem], [HelpItem]) = ([], [])
    for control in controls {
      let all = control.mention.keys
      let own = all.filter { reach.includes($0) && !taken.contains($0) }
      let isAsked = control.isAsked(in: state, focus: focus)
      if isAsked { taken += own }
      if control.mention.text.isEmpty { continue }
      let keys = (own.isEmpty ? all : own).filter {
        $0 != .enter && !(place?.isBelow == true && [.left, .right].contains($0))
      }
      var item = HelpItem(
        keys, control.mention.text, of: control.region, isLive: isAsked && !own.isEmpty)
      // Without tab, a user may not find how to leave a region.
      item.isPinned = item.isPinned || keys == [.tab]
      if control.region == nil { others.append(item) } else { arrows.append(item) }
      if control.mention.marks {
        let isLive = isAsked && reach.includes(.space)
        var space = HelpItem([Chord.space], "", of: control.region, isLive: isLive)
        space.word = .mark
        others.append(space)
      }
      guard place != nil, own.contains(.enter) else { continue }
      var enter = HelpItem([Chord.enter], "", of: control.region, isLive: isAsked)
      enter.word = .choose
      enter.leavesEnter = control.mention.leavesEnter
      arrows.append(enter)
    }
    return (arrows, others)
  }

  /// Returns for each key the chords that reach it, or that would if it were live.
  func reached(in state: State, _ reach: inout Reach) -> [[Chord]] {
    var chords: [[Chord]] = []
    for key in keys.reversed() {
      let isLive = key.isLive(in: state)
      let own = key.chords.filter { !isLive || reach.includes($0) }
      if isLive { reach.taken += own }
      chords.append(own)
    }
    return chords.reversed()
  }
}

extension Control {
  /// Whether the control is asked about keys: no other region has the focus.
  fileprivate func isAsked(in state: State, focus: RegionKey?) -> Bool {
    isLive(in: state) && (region == nil || [nil, region].contains(focus))
  }
}
